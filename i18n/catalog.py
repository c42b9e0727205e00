"""The catalogues: what Auricle says, one Fluent bundle a language, read when first needed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from assistant.errors import TranslationError, UsageError
from i18n.languages import LANGUAGES, resolve
from i18n.slots import Choice, Form, Slot, Written

__all__ = ["Catalogue"]

_LONG = 1000  # letters
_SPACES = re.compile(r"[\u00a0\u202f\u2009]")
_ISOLATES = re.compile(r"[\u2066-\u2069\u200e\u200f]")


class Catalogue:
    """Messages of every reply language.

    root: folder with one folder a language; the installed catalogue by default.
    """

    def __init__(self, root: Traversable | None = None) -> None:
        self._root = root if root is not None else files("i18n").joinpath("catalog")
        self._bundles: dict[str, FluentBundle] = {}
        self._names: dict[str, set[str]] = {}

    def say(self, language: str, message: str, form: Form = "shown", **slots: Slot | str | int | float) -> str:
        """One message in a language, for the eye or for the ear; `$form` selects where a message differs between them.

        Raises `TranslationError` when the catalogue lacks the message or a slot: half a sentence is never said.
        """
        bundle = self._bundle(language)
        if not bundle.has_message(message):
            raise TranslationError(f"The {language} catalogue lacks the message {message!r}; install Auricle again.")
        pattern = bundle.get_message(message).value
        if pattern is None:
            raise TranslationError(f"The {language} message {message!r} is empty; mend i18n/catalog/{language}.")
        values, whole = _short({name: self._value(message, name, slot, language, form) for name, slot in slots.items()})
        text, errors = bundle.format_pattern(pattern, {**values, "form": form})
        if errors or not isinstance(text, str):
            raise TranslationError(f"The {language} message {message!r} cannot be written: {errors[0] if errors else 'it has no text'}.")
        for mark, long in whole.items():
            text = text.replace(mark, long)
        text = re.sub(r"\s+", " ", text).strip() if form == "spoken" else text.strip()
        return _for_ear(text) if form == "spoken" else text

    def has(self, language: str, message: str) -> bool:
        return bool(self._bundle(language).has_message(message))

    def messages(self, language: str) -> frozenset[str]:
        """Names of all messages of a language."""
        self._bundle(language)
        return frozenset(self._names[language])

    def _value(self, message: str, name: str, slot: Slot | str | int | float, language: str, form: Form) -> Written | str | int | float:
        if isinstance(slot, Choice):
            return slot.name  # a plain string, so that Fluent can select on it
        if isinstance(slot, Slot):
            return Written(slot.write(language, form, lambda key, **more: self.say(language, key, form, **more)))
        # Exact types: bool prints as 1, and NumPy's integers and None come out as the slot's bare name.
        if type(slot) not in (str, int, float):
            raise TranslationError(f"The slot {name!r} of {message!r} is {type(slot).__name__}; pass a Slot, a string or a number.")
        return slot

    def _bundle(self, language: str) -> FluentBundle:
        if language not in self._bundles:
            self._bundles[language] = self._load(language)
        return self._bundles[language]

    def _load(self, language: str) -> FluentBundle:
        row = resolve(language)
        if not row.replies:
            known = ", ".join(code for code, known in LANGUAGES.items() if known.replies)
            raise UsageError(f"There are no replies in {row.english} yet; use one of {known}.")
        # Isolating marks are for mixed directions on a screen; all reply languages run left to right, and a voice must not meet them.
        bundle = FluentBundle([row.locale.replace("_", "-")], use_isolating=row.direction == "rtl")
        sources = sorted((entry for entry in self._root.joinpath(language).iterdir() if entry.name.endswith(".ftl")), key=lambda entry: entry.name)
        if not sources:
            raise TranslationError(f"The {language} catalogue is empty; install Auricle again.")
        names: set[str] = set()
        for source in sources:
            resource = FluentResource(source.read_text(encoding="utf-8"))
            for entry in resource.body:
                if isinstance(entry, ast.Junk):
                    line = (entry.content or "").strip().partition("\n")[0]
                    raise TranslationError(f"i18n/catalog/{language}/{source.name} has a line that is not Fluent: {line!r}.")
                if isinstance(entry, ast.Message):
                    if entry.id.name in names:
                        raise TranslationError(f"i18n/catalog/{language}/{source.name} defines {entry.id.name!r} a second time.")
                    names.add(entry.id.name)
            bundle.add_resource(resource)
        self._names[language] = names
        return bundle


def _short(values: Mapping[str, Written | str | int | float]) -> tuple[dict[str, Written | str | int | float], dict[str, str]]:
    """The values with a mark in place of every long text, and the texts by mark: Fluent refuses more than 2,500 letters in one place, and a dictated
    note or a quotation may be longer."""
    short, whole = dict(values), dict[str, str]()
    for name, value in values.items():
        text = value.text if isinstance(value, Written) else value
        if isinstance(text, str) and len(text) > _LONG:
            mark = f"\ue000{len(whole)}\ue001"  # private use: no text of ours has it
            short[name], whole[mark] = mark, text
    return short, whole


def _for_ear(text: str) -> str:
    return re.sub(r" {2,}", " ", _SPACES.sub(" ", _ISOLATES.sub("", text)))
