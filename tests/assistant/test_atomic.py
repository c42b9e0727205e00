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
