"""Nobody ever meets half a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from assistant.atomic import written


def test_what_fails_half_way_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")

    def stopped() -> None:
        with written(path) as file:
            file.write(b"ha")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_new_file_takes_the_name_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    with written(path) as file:
        file.write(b"new")
        assert not path.exists()
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("mode", "umask", "expected"), [(0o600, 0o000, 0o600), (0o644, 0o077, 0o644), (None, 0o027, 0o640)])
def test_who_may_read_it(tmp_path: Path, mode: int | None, umask: int, expected: int) -> None:
    before = os.umask(umask)
    try:
        with written(tmp_path / "kept", mode) as file:
            file.write(b"new")
    finally:
        os.umask(before)
    assert (tmp_path / "kept").stat().st_mode & 0o777 == expected


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    """Were it replaced, as the superuser may, /dev/null would be gone for everybody."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with written(pipe) as file:
            file.write(b"new")
        assert os.read(reading, 10) == b"new"
    finally:
        os.close(reading)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_link_is_written_through(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    with written(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
