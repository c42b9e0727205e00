"""The readable text of a page: what somebody would see who reads it, without menus, scripts and hidden parts."""

from __future__ import annotations

import codecs
import logging
import re
import unicodedata
from urllib.parse import unquote, urlsplit

from assistant.errors import TaskError
from assistant.types import Page
from assistant.web.hidden import drop_hidden

__all__ = ["decoded", "readable"]

_META = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_HEADER = re.compile(r"""charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# Codecs of Python that are no character sets of pages; browsers refuse UTF-7, too, since it hides markup.
_NEVER = frozenset({"utf-7", "unicode_escape", "raw_unicode_escape", "unicode-escape", "raw-unicode-escape", "punycode", "idna", "undefined"})
_TITLE = 150


def readable(url: str, content: bytes, kind: str) -> Page:
    """kind: the Content-Type that came with it. Raises `TaskError` when there is nothing to read."""
    text = decoded(content, kind)
    host = urlsplit(url).hostname or url
    if kind.partition(";")[0].strip().lower() == "text/plain":
        name = unquote(urlsplit(url).path.rpartition("/")[2])
        title, body, language = name, text, None
    else:
        title, body, language = _of_markup(host, text)
    body = _visible(body)
    if not body:
        raise TaskError(f"The page on {host} has no text that can be read.")
    return Page(url, " ".join(_visible(title).split())[:_TITLE] or host, body, language)


def decoded(content: bytes, kind: str) -> str:
    """Text by its byte-order mark, the header's character set or the page's own, whichever fits first; what fits in none is replaced."""
    for mark, name in _BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(name, "replace")
    header, meta = _HEADER.search(kind), _META.search(content[:4096])
    named = [_codec(found) for found in (header[1] if header else "", meta[1].decode("ascii", "replace") if meta else "")]
    candidates = [*filter(None, named), "utf-8"]
    for name in candidates:
        try:
            return content.decode(name)
        except UnicodeError:
            continue
    return content.decode(candidates[0], "replace")


def _codec(name: str) -> str | None:
    try:
        found = codecs.lookup(name).name
        "".encode(found)  # compressions and the like are codecs, but not of text
    except (LookupError, ValueError, UnicodeError):
        return None
    if found in _NEVER:
        return None
    # What pages call Latin-1 or ASCII is Windows' form of it (WHATWG Encoding).
    return "cp1252" if found in ("iso8859-1", "ascii") else found


def _of_markup(host: str, text: str) -> tuple[str, str, str | None]:
    """Title, text and language."""
    import trafilatura
    from lxml import etree, html

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # it warns of every empty page; that is said here, once
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        tree = html.document_fromstring(text.replace("\0", "").encode("utf-8", "replace"), parser=parser)
        title = next((" ".join(found.text_content().split()) for tag in ("title", "h1") for found in tree.iter(tag)), "")
        drop_hidden(tree)
        language = _language(tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang") or tree.get("xml:lang") or "")
        document = trafilatura.bare_extraction(tree, include_comments=False, with_metadata=False)
    except (etree.LxmlError, ValueError, RecursionError) as error:
        raise TaskError(f"The page on {host} cannot be read.") from error
    found = getattr(document, "text", None)
    return title, found if isinstance(found, str) else "", language


def _language(tag: str) -> str | None:
    primary = tag.strip().lower().replace("_", "-").partition("-")[0]
    return primary if re.fullmatch(r"[a-z]{2,3}", primary) else None


def _visible(text: str) -> str:
    """Without characters that nobody sees: controls, tags, direction marks, private ones. The joiners of Hindi and Arabic letters stay."""
    composed = unicodedata.normalize("NFC", text)
    kept = (letter for letter in composed if letter in "\n\t\u200c\u200d" or unicodedata.category(letter)[0] != "C")
    lines = (" ".join(line.split()) for line in "".join(kept).splitlines())
    return "\n".join(line for line in lines if line)
