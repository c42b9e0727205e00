"""Which importer a file is for, and what is said of a file that is for none."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from assistant.errors import UsageError
from assistant.importers.importer import Importer, Intake, Options
from assistant.importers.looks import looks
from assistant.importers.parcel import Parcel
from assistant.importers.registry import importer_named, importers, recognise


class Suffix:
    """Knows files by the end of their name."""

    def __init__(self, name: str, suffix: str, general: bool = False) -> None:
        self.name, self.title, self.general, self._suffix = name, f"{name.title()} export", general, suffix

    def recognises(self, parcel: Parcel) -> bool:
        return any(name.endswith(self._suffix) for name in parcel.names())

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        raise AssertionError("not asked for")


RING, WATCH, TABLE = Suffix("ring", ".ring"), Suffix("watch", "g"), Suffix("table", "", general=True)


def file(tmp_path: Path, name: str, content: bytes = b"x") -> Parcel:
    path = tmp_path / name
    path.write_bytes(content)
    return Parcel(path)


def test_the_importers_of_this_package_are_found() -> None:
    found = importers()
    assert "apple" in {importer.name for importer in found}
    assert len({importer.name for importer in found}) == len(found)
    for importer in found:
        assert importer.title
        assert not isinstance(importer, type)
        assert importer_named(importer.name) is importer


def test_a_special_importer_goes_before_a_general_one(tmp_path: Path) -> None:
    special = Suffix("ring", ".ring")
    assert recognise(file(tmp_path, "b.ring"), [TABLE, special]) is special
    assert recognise(file(tmp_path, "c.csv"), [TABLE, special]) is TABLE


def test_two_that_know_a_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        recognise(file(tmp_path, "a.ring"), [RING, WATCH, TABLE])
    assert str(caught.value) == "a.ring may be of several kinds; say which with --as ring or --as watch."


def test_an_unknown_file_hears_what_it_looks_like_and_what_is_known(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        recognise(file(tmp_path, "holiday.jpeg", b"\xff\xd8\xff\xe0"), [RING])
    assert str(caught.value) == ("holiday.jpeg is no export that is known here: it looks like a picture (JPEG); known are Ring export (--as ring).")
    with pytest.raises(UsageError, match=r"There is no importer 'rung'; there are Ring export \(--as ring\)\."):
        importer_named("rung", [RING])


def picture(kind: str) -> bytes:
    held = io.BytesIO()
    Image.fromarray(np.zeros((4, 4, 3), dtype=np.uint8)).save(held, kind)
    return held.getvalue()


def archive(*names: str) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as target:
        for name in names:
            target.writestr(name, "x")
    return held.getvalue()


def tar() -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as target:
        target.addfile(tarfile.TarInfo("a"))
    return held.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (picture("PNG"), "a picture (PNG)"),
        (picture("JPEG"), "a picture (JPEG)"),
        (picture("GIF"), "a picture (GIF)"),
        (picture("WEBP"), "a picture (WebP)"),
        (b"\0\0\0\x18ftypheic", "a picture (HEIC)"),
        (b"\0\0\0\x18ftypisom", "a film"),
        (b"RIFF\0\0\0\0WAVEfmt ", "a sound file"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"SQLite format 3\0", "a SQLite database"),
        (tar(), "a tar archive: unpack it and import the folder"),
        (b"\x1f\x8b\x08", "a gzip archive: unpack it first"),
        (b"", "empty"),
        (b"a\0b", "a file that is no text"),
        (b"\n<!DOCTYPE html><html>", "a web page"),
        (b'<?xml version="1.0"?><a/>', "an XML file of another program"),
        (b'\xef\xbb\xbf {"a": 1}', "a JSON file of another program"),
        (b"a;b;c\n1;2;3\n", "a table"),
        (b"Dear diary", "a text"),
        (archive("[Content_Types].xml", "xl/workbook.xml"), "an office document: save the table as CSV first"),
        (archive("a"), "a zip with 1 file, of which none is known"),
        (archive("a", "b"), "a zip with 2 files, of which none is known"),
        (archive(), "empty"),
    ],
)
def test_what_files_look_like(tmp_path: Path, content: bytes, words: str) -> None:
    assert looks(file(tmp_path, "given", content)) == words


def test_an_empty_file_is_said_to_be_empty(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="given is no export that is known here: it is empty; known are "):
        recognise(file(tmp_path, "given", b""))


def test_a_folder_looks_like_one(tmp_path: Path) -> None:
    file(tmp_path, "a")
    assert looks(Parcel(tmp_path)) == "a folder with 1 file, of which none is known"


def test_every_importer_refuses_what_is_of_no_program(tmp_path: Path) -> None:
    """A picture, a film, a web page: nobody's export."""
    known: list[Importer] = list(importers())
    for name, content in (("a.png", picture("PNG")), ("b.mp4", b"\0\0\0\x18ftypisom"), ("c.html", b"<html></html>"), ("d.xml", b"<a/>"), ("e", b"")):
        with pytest.raises(UsageError, match="no export that is known"):
            recognise(file(tmp_path, name, content), known)
