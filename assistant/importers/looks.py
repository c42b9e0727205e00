"""What a file looks like, in a few words, for the person who named the wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.importers.parcel import Parcel

__all__ = ["looks"]

# How files begin: at an offset, these bytes.
_SIGNS: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n", "a picture (PNG)"),
    (0, b"\xff\xd8\xff", "a picture (JPEG)"),
    (0, b"GIF8", "a picture (GIF)"),
    (8, b"WEBP", "a picture (WebP)"),
    (4, b"ftyphei", "a picture (HEIC)"),
    (4, b"ftypmif", "a picture (HEIC)"),
    (0, b"II*\0", "a picture (TIFF)"),
    (0, b"MM\0*", "a picture (TIFF)"),
    (4, b"ftypM4A", "a sound file"),
    (4, b"ftyp", "a film"),
    (8, b"WAVE", "a sound file"),
    (0, b"ID3", "a sound file"),
    (0, b"OggS", "a sound file"),
    (0, b"fLaC", "a sound file"),
    (0, b"%PDF", "a PDF document"),
    (0, b"\xd0\xcf\x11\xe0", "a document of an older office program"),
    (0, b"SQLite format 3", "a SQLite database"),
    (0, b"7z\xbc\xaf", "a 7z archive: unpack it and import the folder"),
    (0, b"Rar!", "a RAR archive: unpack it and import the folder"),
    (0, b"\x1f\x8b", "a gzip archive: unpack it first"),
    (257, b"ustar", "a tar archive: unpack it and import the folder"),
    (0, b"MZ", "a program"),
    (0, b"\x7fELF", "a program"),
)


def looks(parcel: Parcel) -> str:
    """ "a picture (PNG)", "a zip with 12 files" """
    names = parcel.names()
    if not names:
        return "empty"
    if "[Content_Types].xml" in names:
        return "an office document: save the table as CSV first"
    if len(names) > 1 or names[0] != parcel.path.name:
        kind = "a folder" if parcel.path.is_dir() else "a zip"
        return f"{kind} with {len(names):,} file{'' if len(names) == 1 else 's'}, of which none is known"
    return _file(parcel.head(names[0]))


def _file(head: bytes) -> str:
    if not head:
        return "empty"
    for offset, sign, words in _SIGNS:
        if head[offset : offset + len(sign)] == sign:
            return words
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if b"\0" in head:
        return "a file that is no text"
    lower = text[:200].lower()
    if lower.startswith((b"<!doctype html", b"<html")):
        return "a web page"
    if text.startswith(b"<"):
        return "an XML file of another program"
    if text.startswith((b"{", b"[")):
        return "a JSON file of another program"
    if any(text.partition(b"\n")[0].count(mark) for mark in (b",", b";", b"\t")):
        return "a table"
    return "a text"
