"""What people give to import: files, folders and zips, whole, broken and hostile."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from assistant.errors import UsageError
from assistant.importers.parcel import Limits, Parcel


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return held.getvalue()


def given(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def read_all(path: Path, limits: Limits) -> None:
    parcel = Parcel(path, limits)
    for name in parcel.names():
        with parcel.open(name) as stream:
            while stream.read(1 << 20):
                pass


def refused(path: Path, **limits: int) -> str:
    with pytest.raises(UsageError) as caught:
        read_all(path, Limits(**limits))
    return str(caught.value)


def test_a_file_a_folder_and_a_zip_read_alike(tmp_path: Path) -> None:
    content = {"a.csv": b"time,value\n", "in/b.json": b"[1]" * 5000}
    folder = tmp_path / "folder"
    (folder / "in").mkdir(parents=True)
    for name, text in content.items():
        (folder / name).write_bytes(text)
    for path in (folder, given(tmp_path / "export.zip", zipped(content))):
        parcel = Parcel(path)
        assert sorted(parcel.names()) == ["a.csv", "in/b.json"]
        assert parcel.head("in/b.json", 3) == b"[1]"
        assert parcel.done == 0
        for name, text in content.items():
            with parcel.open(name) as stream:
                assert stream.read() == text
        assert parcel.done == parcel.size
    single = Parcel(folder / "a.csv")
    assert single.names() == ("a.csv",)
    assert single.size == 11


def test_progress_counts_packed_bytes_and_a_file_read_twice_once(tmp_path: Path) -> None:
    parcel = Parcel(given(tmp_path / "x.zip", zipped({"a": os.urandom(1 << 20), "b": b"x" * (1 << 20)})))
    with parcel.open("a") as stream:
        stream.read(1 << 19)
    assert 0.4 * parcel.size < parcel.done < 0.6 * parcel.size
    for _ in range(2):
        with parcel.open("a") as stream:
            stream.read()
    assert (1 << 20) <= parcel.done < parcel.size


def test_a_zip_inside_is_a_folder(tmp_path: Path) -> None:
    """Garmin's export keeps its FIT files in zips inside the zip."""
    inner = zipped({"one.fit": b"first", "two.fit": b"second"})
    parcel = Parcel(given(tmp_path / "garmin.zip", zipped({"files/part1.zip": inner, "files/part2.zip": zipped({"x.fit": b"third"})})))
    assert parcel.names() == ("files/part1.zip/one.fit", "files/part1.zip/two.fit", "files/part2.zip/x.fit")
    read = []
    for name in reversed(parcel.names()):
        with parcel.open(name) as stream:
            read.append(stream.read())
    assert read == [b"third", b"second", b"first"]
    (tmp_path / "unpacked").mkdir()
    given(tmp_path / "unpacked" / "part1.zip", inner)
    assert Parcel(tmp_path / "unpacked").names() == ("part1.zip/one.fit", "part1.zip/two.fit")


def test_what_operating_systems_leave_behind_is_not_there(tmp_path: Path) -> None:
    content = {"__MACOSX/._export.xml": b"x", ".DS_Store": b"x", "a/Thumbs.db": b"x", "a/._b": b"x", "export.xml": b"<x/>"}
    assert Parcel(given(tmp_path / "mac.zip", zipped(content))).names() == ("export.xml",)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    assert refused(tmp_path / "nothing.zip") == f"There is no file {tmp_path / 'nothing.zip'}."


@pytest.mark.parametrize("keep", [4, 30, 2000, -30])
def test_a_zip_that_is_cut_off_is_said(tmp_path: Path, keep: int) -> None:
    whole = zipped({"export.xml": os.urandom(5000)})
    assert refused(given(tmp_path / "export.zip", whole[:keep])) == "export.zip is a zip that is cut off or damaged; export or download it again."


def test_a_damaged_file_in_a_zip_is_said(tmp_path: Path) -> None:
    whole = bytearray(zipped({"export.xml": bytes(range(256)) * 400}))
    whole[200:260] = b"\xaa" * 60
    assert refused(given(tmp_path / "export.zip", bytes(whole))) == "export.xml is damaged in its zip; export or download it again."


def test_a_locked_zip_is_said(tmp_path: Path) -> None:
    whole = bytearray(zipped({"export.xml": b"<x/>"}))
    for sign, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        whole[whole.index(sign) + flags] |= 1
    assert "locked with a password" in refused(given(tmp_path / "export.zip", bytes(whole)))


def test_a_zip_bomb_is_refused_unread(tmp_path: Path) -> None:
    zeros = io.BytesIO()
    with zipfile.ZipFile(zeros, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("export.xml", "w") as file:
        for _ in range(80):
            file.write(b"\0" * (1 << 20))
    bomb = zeros.getvalue()
    message = refused(given(tmp_path / "export.zip", bomb))
    assert message == "export.zip would unpack to 83 MB from 81 kB, as a zip bomb does; it was not opened."
    assert "zip bomb" in refused(given(tmp_path / "outer.zip", zipped({"inner.zip": bomb})))
    assert "zip bomb" in refused(given(tmp_path / "many.zip", zipped({str(n): os.urandom(600) for n in range(4)})), unpacked=2000)


def test_files_that_share_their_bytes_are_a_bomb(tmp_path: Path) -> None:
    """Each of many names points at the same stretch, so no single one unpacks to much of its own size (the overlapping kind of bomb)."""
    whole = zipped({"0000": os.urandom(10_000)}, zipfile.ZIP_STORED)
    start, end, count = whole.index(b"PK\x01\x02"), whole.index(b"PK\x05\x06"), 9000
    entry = whole[start:end]
    entries = b"".join(entry.replace(b"0000", b"%04d" % number) for number in range(count))

    def ending(count: int, size: int) -> bytes:
        return whole[end : end + 8] + count.to_bytes(2, "little") * 2 + size.to_bytes(4, "little") + whole[end + 16 :]

    path = given(tmp_path / "x.zip", whole[:start] + entries + ending(count, len(entries)))
    assert "zip bomb" in refused(path, times=100)
    assert "two files called 0000" in refused(given(tmp_path / "y.zip", whole[:start] + entry * 2 + ending(2, len(entry) * 2)))


def test_zips_in_zips_in_zips_are_refused(tmp_path: Path) -> None:
    deep = zipped({"a.zip": zipped({"b.zip": zipped({"c": b"x"})})})
    assert "a zip in a zip in a zip" in refused(given(tmp_path / "x.zip", deep))
    assert "and large" in refused(given(tmp_path / "x.zip", zipped({"a.zip": zipped({"c": b"x" * 900})})), nested=100)


@pytest.mark.parametrize("name", ["../evil.csv", "/etc/passwd", "a/../../b", "C:/x.csv", "..\\evil.csv"])
def test_names_that_lead_out_of_a_zip_are_refused(tmp_path: Path, name: str) -> None:
    assert "leads out of it" in refused(given(tmp_path / "x.zip", zipped({name: b"x"})))


def test_links_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "secret.csv").symlink_to("/etc/passwd")
    assert refused(folder) == "secret.csv in folder is a link to elsewhere; put the file itself there, or remove the link."
    (folder / "secret.csv").unlink()
    (folder / "loop").symlink_to(folder)
    assert "loop in folder is a link" in refused(folder)
    info = zipfile.ZipInfo("link")
    info.external_attr = 0o120777 << 16
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(info, "/etc/passwd")
    assert "link in x.zip is a link" in refused(given(tmp_path / "x.zip", held.getvalue()))


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "neither a file nor a folder" in refused(tmp_path / "pipe")
    assert Parcel(tmp_path).names() == ()


def test_too_many_files_are_said(tmp_path: Path) -> None:
    assert "more than 3 files" in refused(given(tmp_path / "x.zip", zipped({str(n): b"" for n in range(4)})), files=3)


def test_an_unreadable_file_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = given(tmp_path / "x.csv", b"a")

    def deny(self: Path, mode: str = "r") -> None:
        raise PermissionError(13, "Permission denied", str(self))

    parcel = Parcel(path)
    monkeypatch.setattr(Path, "open", deny)
    with pytest.raises(UsageError, match=r"x\.csv cannot be read \(Permission denied\)"), parcel.open("x.csv"):
        pass
    with pytest.raises(UsageError, match=r"x\.csv cannot be read \(Permission denied\)"):
        Parcel(tmp_path)


def test_ten_gigabytes_are_read_in_constant_memory(tmp_path: Path) -> None:
    """The first of ten; the rest would show no more."""
    path = tmp_path / "huge.bin"
    with path.open("wb") as file:
        file.truncate(10 << 30)
    script = f"""
from pathlib import Path
from assistant.evals.import_speed import peak_memory
from assistant.importers.parcel import Parcel
parcel = Parcel(Path({str(path)!r}))
before = peak_memory()
with parcel.open("huge.bin") as stream:
    while parcel.done < 1 << 30:
        stream.read(1 << 16)
assert parcel.size == 10 << 30
print(round(peak_memory() - before))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert int(done.stdout) < 8, "MB grown while it was read"
