"""The catalogues: whole, equal in every language, and never half a sentence."""

from __future__ import annotations

import re
from datetime import date, time
from pathlib import Path

import numpy as np
import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from assistant.errors import TranslationError, UsageError
from i18n.catalog import Catalogue
from i18n.slots import Amount, Clock, Count, Day, Phone, Series

ROOT = Path(__file__).parents[2] / "i18n" / "catalog"
LANGUAGES = ("en", "es", "de")


class _Slots(Visitor):
    """Slots that a message places in its text; those that only select a variant may differ between languages."""

    def __init__(self) -> None:
        self.placed: set[str] = set()

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:
        for variant in node.variants:
            self.visit(variant)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.placed.add(node.id.name)


def _messages(language: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / language).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ast.Junk), (path, entry.content)
            if isinstance(entry, ast.Message):
                assert entry.id.name not in found, (path, entry.id.name)
                slots = _Slots()
                slots.visit(entry)
                found[entry.id.name] = slots.placed
    return found


# A day is placed whole or as its parts, an hour in twelve or twenty-four: the same thing said.
SAME = {"day": {"weekday", "date"}, "twelve": {"hour"}}


def _normal(slots: set[str]) -> set[str]:
    return {part for slot in slots for part in SAME.get(slot, {slot})}


def test_every_language_has_the_same_messages() -> None:
    english = set(_messages("en"))
    for language in LANGUAGES:
        assert set(_messages(language)) == english


@pytest.mark.parametrize("language", ["es", "de"])
def test_every_message_places_the_same_slots(language: str) -> None:
    other = _messages(language)
    differing = {name: (slots, other[name]) for name, slots in _messages("en").items() if _normal(slots) != _normal(other[name])}
    assert differing == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_stray_characters(language: str) -> None:
    for path in (ROOT / language).glob("*.ftl"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"[\u00a0\u202f\u2009\u200b\u2066-\u2069\t]", text), path
        assert "..." not in text, path


def test_installed_messages_are_those_of_the_files() -> None:
    assert Catalogue().messages("es") == frozenset(_messages("es"))


def test_a_bad_catalogue_is_named_when_it_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "x.ftl").write_text("good = Good\nbad = { $x\n", encoding="utf-8")
    with pytest.raises(TranslationError, match=r"en/x\.ftl has a line that is not Fluent: 'bad = \{ \$x'"):
        Catalogue(tmp_path).say("en", "good")
    (folder / "x.ftl").write_text("good = Good\ngood = Better\n", encoding="utf-8")
    with pytest.raises(TranslationError, match="defines 'good' a second time"):
        Catalogue(tmp_path).say("en", "good")
    (folder / "x.ftl").unlink()
    with pytest.raises(TranslationError, match="is empty"):
        Catalogue(tmp_path).say("en", "good")


def test_a_missing_message_slot_or_language_is_an_error_never_half_a_sentence() -> None:
    catalogue = Catalogue()
    with pytest.raises(TranslationError, match="lacks the message 'nonsense'"):
        catalogue.say("en", "nonsense")
    with pytest.raises(TranslationError, match="cannot be written"):
        catalogue.say("en", "moment-time")
    with pytest.raises(UsageError, match="no replies in French yet; use one of en, es, de"):
        catalogue.say("fr", "notice-wait")
    with pytest.raises(UsageError, match="'xx' is not known"):
        catalogue.say("xx", "notice-wait")


@pytest.mark.parametrize("value", [np.int64(3), None, True, 3 + 0j])
def test_values_that_fluent_would_lose_quietly_are_refused(value: object) -> None:
    with pytest.raises(TranslationError, match="pass a Slot"):
        Catalogue().say("en", "unit-count", value="3", n=value)  # type: ignore[arg-type]  # the point of the test


@pytest.fixture(scope="module")
def write() -> object:
    catalogue = Catalogue()

    def text(slot: object, language: str, form: str) -> str:
        return slot.write(language, form, lambda message, **slots: catalogue.say(language, message, form, **slots))  # type: ignore[attr-defined]  # any slot

    return text


AMOUNTS = [
    (
        Amount(372, "min"),
        ("6 h 12 min", "6 hours and 12 minutes"),
        ("6 h 12 min", "6 horas y 12 minutos"),
        ("6 h 12 min", "6 Stunden und 12 Minuten"),
    ),
    (Amount(0, "min"), ("0 min", "0 minutes"), ("0 min", "0 minutos"), ("0 min", "0 Minuten")),
    (Amount(61, "min"), ("1 h 1 min", "1 hour and 1 minute"), ("1 h 1 min", "una hora y un minuto"), ("1 h 1 min", "eine Stunde und eine Minute")),
    (Amount(4.5, "min"), ("4.5 min", "4 point 5 minutes"), ("4,5 min", "4 coma 5 minutos"), ("4,5 min", "4 Komma 5 Minuten")),
    (Amount(1, "bpm"), ("1 bpm", "1 beat per minute"), ("1 lpm", "un latido por minuto"), ("1 Schlag/min", "ein Schlag pro Minute")),
    (
        Amount(1.2, "bpm"),
        ("1.2 bpm", "1 point 2 beats per minute"),
        ("1,2 lpm", "1 coma 2 latidos por minuto"),
        ("1,2 Schläge/min", "1 Komma 2 Schläge pro Minute"),
    ),
    (Amount(8412, "count"), ("8,412 steps", "8412 steps"), ("8.412 pasos", "8412 pasos"), ("8.412 Schritte", "8412 Schritte")),
    (Amount(1, "count"), ("1 step", "1 step"), ("1 paso", "un paso"), ("1 Schritt", "ein Schritt")),
    (Amount(21, "kcal"), ("21 kcal", "21 kilocalories"), ("21 kcal", "veintiuna kilocalorías"), ("21 kcal", "21 Kilokalorien")),
    (
        Amount(2200, "kcal"),
        ("2,200 kcal", "2200 kilocalories"),
        ("2.200 kcal", "dos mil doscientas kilocalorías"),
        ("2.200 kcal", "2200 Kilokalorien"),
    ),
    (Amount(70.05, "kg"), ("70.05 kg", "70 point 0 5 kilograms"), ("70,05 kg", "70 coma 0 5 kilogramos"), ("70,05 kg", "70 Komma 0 5 Kilogramm")),
    (Amount(70.0, "kg"), ("70 kg", "70 kilograms"), ("70 kg", "70 kilogramos"), ("70 kg", "70 Kilogramm")),
    (
        Amount(105, "mg/dL"),
        ("105 mg/dl", "105 milligrams per decilitre"),
        ("105 mg/dL", "105 miligramos por decilitro"),
        ("105 mg/dl", "105 Milligramm pro Deziliter"),
    ),
    (Amount(97, "%"), ("97%", "97 per cent"), ("97 %", "97 por ciento"), ("97 %", "97 Prozent")),
    (Amount(21, "%"), ("21%", "21 per cent"), ("21 %", "21 por ciento"), ("21 %", "21 Prozent")),
    (Amount(24.1, "kg/m2"), ("24.1", "24 point 1"), ("24,1", "24 coma 1"), ("24,1", "24 Komma 1")),
    (
        Amount(128, "mmHg"),
        ("128 mmHg", "128 millimetres of mercury"),
        ("128 mmHg", "128 milímetros de mercurio"),
        ("128 mmHg", "128 Millimeter Quecksilbersäule"),
    ),
    (
        Amount(36.6, "°C"),
        ("36.6°C", "36 point 6 degrees Celsius"),
        ("36,6 °C", "36 coma 6 grados Celsius"),
        ("36,6 °C", "36 Komma 6 Grad Celsius"),
    ),
    (
        Amount(14.2, "breaths/min"),
        ("14.2 breaths/min", "14 point 2 breaths per minute"),
        ("14,2 respiraciones/min", "14 coma 2 respiraciones por minuto"),
        ("14,2 Atemzüge/min", "14 Komma 2 Atemzüge pro Minute"),
    ),
    (
        Amount(21, "breaths/min"),
        ("21 breaths/min", "21 breaths per minute"),
        ("21 respiraciones/min", "veintiuna respiraciones por minuto"),
        ("21 Atemzüge/min", "21 Atemzüge pro Minute"),
    ),
    (
        Amount(38.5, "mL/kg/min"),
        ("38.5 mL/kg/min", "38 point 5 millilitres per kilogram and minute"),
        ("38,5 mL/kg/min", "38 coma 5 mililitros por kilo y minuto"),
        ("38,5 mL/kg/min", "38 Komma 5 Milliliter pro Kilogramm und Minute"),
    ),
    (Amount(-48, "clock"), ("23:12", "11 12 in the evening"), ("las 23:12", "las 11 y 12 de la noche"), ("23:12 Uhr", "23 Uhr 12")),
    (Amount(65, "clock"), ("01:05", "1 oh 5 in the morning"), ("la 1:05", "la una y 5 de la madrugada"), ("01:05 Uhr", "ein Uhr 5")),
    (Amount(1439.6, "clock"), ("00:00", "12 o'clock at night"), ("las 0:00", "las 12 en punto de la noche"), ("00:00 Uhr", "0 Uhr")),
    (Amount(4, "points", 10), ("4 out of 10", "4 out of 10"), ("4 sobre 10", "4 sobre 10"), ("4 von 10", "4 von 10")),
    (Amount(1, "points"), ("1 point", "1 point"), ("1 punto", "un punto"), ("1 Punkt", "ein Punkt")),
    (
        Amount(1, "pp"),
        ("1 percentage point", "1 percentage point"),
        ("1 punto porcentual", "un punto porcentual"),
        ("1 Prozentpunkt", "ein Prozentpunkt"),
    ),
    (Amount(12, "floors"), ("12 floors", "12 floors"), ("12 pisos", "12 pisos"), ("12 Stockwerke", "12 Stockwerke")),
    (Amount(1, "floors"), ("1 floor", "1 floor"), ("1 piso", "un piso"), ("1 Stockwerk", "ein Stockwerk")),
    (
        Amount(125.2, "s"),
        ("2 min 5 s", "2 minutes and 5 seconds"),
        ("2 min 5 s", "2 minutos y 5 segundos"),
        ("2 min 5 s", "2 Minuten und 5 Sekunden"),
    ),
    (Amount(300, "s"), ("5 min", "5 minutes"), ("5 min", "5 minutos"), ("5 min", "5 Minuten")),
    (Count(21, alone=True), ("21", "21"), ("21", "21"), ("21", "21")),
    (Count(21, feminine=True, alone=True), ("21", "21"), ("21", "veintiuna"), ("21", "21")),
    (Amount(3, "days"), ("3 days", "3 days"), ("3 días", "3 días"), ("3 Tage", "3 Tage")),
    (Day(date(2026, 11, 3)), ("3 November", "the 3rd of November"), ("3 de noviembre", "3 de noviembre"), ("3. November", "dritten November")),
    (
        Day(date(2025, 5, 1), year=True),
        ("1 May 2025", "the 1st of May 2025"),
        ("1 de mayo de 2025", "1 de mayo de 2025"),
        ("1. Mai 2025", "ersten Mai 2025"),
    ),
    (Day(date(2026, 9, 1), "month"), ("September",) * 2, ("septiembre",) * 2, ("September",) * 2),
    (Clock(time(9, 5)), ("09:05", "9 oh 5 in the morning"), ("9:05", "las 9 y 5 de la mañana"), ("09:05", "9 Uhr 5")),
    (Clock(time(13, 0)), ("13:00", "1 o'clock in the afternoon"), ("13:00", "la una en punto de la tarde"), ("13:00", "13 Uhr")),
    (
        Phone("0800 1110111"),
        ("0800 1110111", "0 8 0 0, 1 1 1 0 1 1 1"),
        ("0800 1110111", "0 8 0 0, 1 1 1 0 1 1 1"),
        ("0800 1110111", "0 8 0 0, 1 1 1 0 1 1 1"),
    ),
    (Series(("a", "b", "c"), "or"), ("a, b or c",) * 2, ("a, b o c",) * 2, ("a, b oder c",) * 2),
]


@pytest.mark.parametrize(("slot", "english", "spanish", "german"), AMOUNTS, ids=lambda value: repr(value) if not isinstance(value, tuple) else "")
def test_slots_for_the_eye_and_the_ear(
    slot: object, english: tuple[str, str], spanish: tuple[str, str], german: tuple[str, str], write: object
) -> None:
    for language, pair in (("en", english), ("es", spanish), ("de", german)):
        shown, spoken = (write(slot, language, form).replace("\u00a0", " ") for form in ("shown", "spoken"))  # type: ignore[operator]  # the fixture
        assert (shown, spoken) == pair, language


def test_nothing_that_only_a_screen_needs_reaches_the_voice() -> None:
    catalogue = Catalogue()
    for language in LANGUAGES:
        text = catalogue.say(language, "trended-rising", "spoken", when="x", name="y", sense="amount", change=Amount(1234.5, "kcal"))
        assert not re.search(r"[\u00a0\u202f\u2009\u2066-\u2069]", text)


@pytest.mark.parametrize("letters", [900, 2600, 20_000])
def test_a_long_note_is_read_back_whole(letters: int) -> None:
    words = ("my knee hurts " * letters)[:letters].strip()
    assert words in Catalogue().say("en", "confirm-note", "shown", text=words)
    assert words in Catalogue().say("en", "confirm-note", "spoken", text=words)
