"""What an effect would do, in words that can be read to a person before they say yes: every argument, whole, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assistant.types import Json

__all__ = ["LONGEST", "readback"]

LONGEST = 20_000  # letters, those of one note; more is nothing that anybody can agree to


def readback(args: Mapping[str, Json]) -> str | None:
    """The arguments on one line: a single one as it stands, several with their names ("to: Ana, text: hello"). None when there are none.

    Raises `ValueError` when they are too long to be read back.
    """
    said = list(_flat("", dict(args)))
    if sum(len(text) for _, text in said) > LONGEST:
        raise ValueError("too long to be read back")
    if len(said) == 1:
        return said[0][1] or None
    return ", ".join(f"{name.replace('_', ' ')}: {text}" for name, text in said) or None


def _flat(name: str, value: Json) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _flat(f"{name} {key}".strip(), item)
    elif isinstance(value, list):
        for number, item in enumerate(value, 1):
            yield from _flat(f"{name} {number}".strip() if len(value) > 1 else name, item)
    elif value is not None and str(value).strip():
        yield name, str(value)
