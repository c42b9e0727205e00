"""Parts of a page that its reader does not see: where instructions to programs are hidden. They are dropped before anything reads the text.

Seen are attributes, inline styles and the simple rules (one tag, class or id) of style sheets inside the page. Sheets elsewhere are not fetched, so
this is a first sieve; the second is that no text of a page is ever an instruction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["drop_hidden"]

_NEVER_READ = ("script", "style", "noscript", "template", "iframe", "object", "embed", "svg", "canvas", "select", "textarea", "button", "datalist")
_READ = frozenset(
    {
        *("display", "visibility", "content-visibility", "opacity", "color", "background", "background-color", "font-size", "overflow", "height"),
        *("width", "max-height", "max-width", "position", "left", "right", "top", "bottom", "text-indent", "clip", "clip-path", "transform"),
    }
)
_MOST_CSS, _MOST_RULES = 200_000, 1000
_RULE = re.compile(r"([^{}]{1,300})\{([^{}]{0,1000})\}")
_SIMPLE = re.compile(r"([a-z][a-z0-9]*)?((?:[.#][\w-]+)*)", re.IGNORECASE)
_FAR = re.compile(r"-\s*\d{3,}")
_NOTHING = re.compile(r"[+-]?0*(?:\.0*)?(?:px|em|rem|pt|%|vh|vw)?")
_NAMED = {"white": (255, 255, 255), "black": (0, 0, 0), "snow": (255, 250, 250), "ivory": (255, 255, 240), "ghostwhite": (248, 248, 255)}
_WHITE = (255, 255, 255)
_ALIKE = 40  # summed over red, green and blue; less cannot be told apart by eye

_Colour = tuple[int, int, int]
_Style = dict[str, str]
_Rules = dict[str, list[tuple[frozenset[str], _Style]]]


def drop_hidden(tree: HtmlElement) -> None:
    """Takes what is hidden out of the tree, and keeps the text that stands after it."""
    rules = _rules("\n".join(found.text_content() for found in tree.iter("style"))[:_MOST_CSS])
    hidden = [element for element in tree.iter() if isinstance(element.tag, str) and _hides(element, rules)]
    for element in hidden:
        if element.getparent() is not None:
            element.drop_tree()


def _hides(element: HtmlElement, rules: _Rules) -> bool:
    if element.tag in ("html", "body", "head"):
        return False
    if element.tag in _NEVER_READ or element.get("hidden") is not None or (element.get("aria-hidden") or "").strip().lower() == "true":
        return True
    if element.tag == "input" or (element.tag == "dialog" and element.get("open") is None):
        return True
    style = _style(element, rules)
    return bool(style) and (_vanishes(style) or _like_its_ground(element, style, rules))


def _vanishes(style: _Style) -> bool:
    def zero(name: str) -> bool:
        return name in style and _NOTHING.fullmatch(style[name]) is not None

    small = re.fullmatch(r"0*([01])(?:\.\d+)?px", style.get("font-size", ""))
    clipped = style.get("overflow", "").startswith(("hidden", "clip")) and any(zero(side) for side in ("height", "width", "max-height", "max-width"))
    away = style.get("position") in ("absolute", "fixed") and any(_FAR.match(style.get(side, "")) for side in ("left", "right", "top", "bottom"))
    return (
        style.get("display") == "none"
        or style.get("visibility") in ("hidden", "collapse")
        or style.get("content-visibility") == "hidden"
        or style.get("color") == "transparent"
        or zero("opacity")
        or zero("font-size")
        or small is not None
        or clipped
        or away
        or _FAR.match(style.get("text-indent", "")) is not None
        or re.match(r"rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)", style.get("clip", "")) is not None
        or re.match(r"inset\(\s*(?:50|100)%|circle\(\s*0", style.get("clip-path", "")) is not None
        or re.match(r"scale\(\s*0(?:\.0*)?\s*\)", style.get("transform", "")) is not None
    )


def _like_its_ground(element: HtmlElement, style: _Style, rules: _Rules) -> bool:
    """Letters of the colour that they stand on. A ground that is a picture or a variable is not known, and hides nothing."""
    letters = _colour(style.get("color", ""))
    if letters is None:
        return False
    for holder in (element, *element.iterancestors()):
        own = style if holder is element else _style(holder, rules)
        ground = own.get("background-color") or own.get("background")
        if ground:
            found = _colour(ground.split()[0] if not ground.startswith("rgb") else ground)
            return found is not None and _alike(letters, found)
    return _alike(letters, _WHITE)


def _alike(one: _Colour, two: _Colour) -> bool:
    return sum(abs(a - b) for a, b in zip(one, two, strict=True)) < _ALIKE


def _colour(written: str) -> _Colour | None:
    if written in _NAMED:
        return _NAMED[written]
    if match := re.fullmatch(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", written):
        digits = match[1] if len(match[1]) >= 6 else "".join(digit * 2 for digit in match[1])
        return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
    if match := re.match(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})", written):
        return int(match[1]), int(match[2]), int(match[3])
    return None


def _style(element: HtmlElement, rules: _Rules) -> _Style:
    """What applies to an element, as far as it is known: the rules that name it, then its own style."""
    names = [element.tag, *(f".{name}" for name in (element.get("class") or "").split()), f"#{element.get('id')}"]
    found: _Style = {}
    for name in dict.fromkeys(names):
        for wanted, style in rules.get(name, ()):
            if wanted <= set(names):
                found |= style
    return found | _declared(element.get("style") or "")


def _declared(text: str) -> _Style:
    pairs = (part.partition(":") for part in text[:2000].lower().split(";"))
    return {name.strip(): value.replace("!important", "").strip() for name, _, value in pairs if value.strip()}


def _rules(css: str) -> _Rules:
    """Rules of one simple selector about what is read here, by one of its names."""
    found: _Rules = {}
    styles = ((selector, _declared(body)) for selector, body in _plain_rules(css))
    telling = ((selector, style) for selector, style in styles if style.keys() & _READ)
    for selector, style in islice(telling, _MOST_RULES):
        for part in selector.split(","):
            match = _SIMPLE.fullmatch(part.strip())
            if match and match[0]:
                names = frozenset(filter(None, (match[1] and match[1].lower(), *re.findall(r"[.#][\w-]+", match[2]))))
                found.setdefault(next(iter(sorted(names))), []).append((names, style))
    return found


def _plain_rules(css: str) -> Iterator[tuple[str, str]]:
    """Rules outside @media and its like: what holds for print or narrow screens hides nothing from a reader."""
    first, *others = css.split("/*")
    css = " ".join([first, *(other.partition("*/")[2] for other in others)])
    depth, start = 0, 0
    for match in re.finditer(r"[{};]", css):
        if match[0] == ";":
            start = match.end() if depth == 0 else start  # an @import ends so
            continue
        depth += 1 if match[0] == "{" else -1
        if match[0] == "}" and depth <= 0:
            depth = 0
            block = css[start : match.end()].strip()
            start = match.end()
            if not block.startswith("@") and (rule := _RULE.fullmatch(block)):
                yield rule[1].strip(), rule[2]
