"""Writes the verifier benchmark: replies that a list of facts bears out, and the same kind of replies with one damage each.

The sentences are hand-written in `verifier/<language>.txt`, the names in `verifier/names.txt`; this file only fills and damages them.
It imports nothing of the assistant. Run: ``python tests/heldout/verifier_cases.py`` (same seed, same bytes).
"""

import hashlib
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

__all__ = ["LANGUAGES", "MUTATIONS", "cases", "main"]

LANGUAGES = ("en", "es", "fr", "de", "it", "pt", "fi", "hi", "zh", "ar")
MUTATIONS = ("number", "unit", "name", "drug", "dose", "polarity", "verdict", "date", "dropped_advice", "citation")
FAMILIES = ("measure", "compare", "trend", "dose", "interaction", "visit", "source")
HERE = Path(__file__).parent / "verifier"
OUT = Path(__file__).parents[2] / "assets" / "evals" / "verifier"
SEED = 20261130
PER_MUTATION = 16  # damaged replies for each language and mutation
FREE_EACH, FREE_WRAPPED = 3, 28  # renderings of each free sentence; template sentences that get an opener or a closer

SLOT = re.compile(r"\{(\w+)\}")
CHOICE = re.compile(r"\[([^\]|]*)\|([^\]|]*)\]")
WEEKS = (date(2026, 9, 14), date(2026, 9, 21), date(2026, 10, 13), date(2026, 10, 20), date(2026, 11, 16), date(2026, 11, 23))
# Days from the 13th on: "11/23" and "23/11" can then be read in one way only, and no language needs an elided article.
DAYS = tuple(date(2026, month, day) for month in (9, 10, 11) for day in range(13, 29))
UNITS = {
    "resting_heart_rate": ("bpm", 52, 88, 1),
    "weight": ("kg", 52, 98, 10),
    "body_temperature": ("°C", 36, 39, 10),
    "blood_glucose": ("mmol/L", 4, 10, 10),
    "oxygen_saturation": ("%", 91, 99, 1),
    "heart_rate_variability": ("ms", 24, 85, 1),
    "energy": ("kcal", 1650, 2950, 1),
    "distance": ("km", 3, 14, 10),
    "water": ("ml", 900, 2800, 1),
    "active_time": ("min", 32, 95, 1),
    "protein": ("g", 48, 112, 1),
    "weight_change": ("kg", -3, -1, 10),
}
# (low, high) of a believable value for a verdict; topics that a verdict about normality fits
LEVELS = {
    "high": {"resting_heart_rate": (96, 118), "body_temperature": (38, 39), "blood_glucose": (10, 14)},
    "low": {"resting_heart_rate": (38, 45), "oxygen_saturation": (84, 90)},
    "normal": {"resting_heart_rate": (58, 74), "body_temperature": (36, 36), "blood_glucose": (4, 5), "oxygen_saturation": (96, 98)},
}
OTHER_UNITS = {
    "h": ("min", "days"),
    "min": ("h", "days"),
    "g": ("mg", "ml"),
    "steps": ("km", "kcal"),
    "km": ("kcal", "steps"),
    "kcal": ("km", "g"),
    "bpm": ("ms", "%"),
    "ms": ("min", "bpm"),
    "kg": ("g", "mg"),
    "mg": ("g", "ml"),
    "mmol/L": ("%", "mg"),
    "%": ("bpm", "mmol/L"),
    "°C": ("%", "bpm"),
    "ml": ("mg", "km"),
    "nights": ("h", "min"),
}
ADVICE = {
    "trend": ("see_doctor", "not_a_diagnosis", "call_emergency"),
    "dose": ("see_doctor", "call_emergency"),
    "interaction": ("ask_pharmacist", "ask_pharmacist", "call_emergency"),
    "source": ("not_a_diagnosis", "see_doctor"),
}
ADVICE_SHARE = {"trend": 0.35, "dose": 0.5, "interaction": 1.0, "source": 0.6}
FINNISH_IN = {"Berliini": "Berliinissä", "Hampuri": "Hampurissa", "Wien": "Wienissä", "Pariisi": "Pariisissa", "Madrid": "Madridissa"} | {
    "München": "Münchenissä"
}
WANTED = {"number": ("minus", "swap", "swap")}  # sorts of damage that chance would bring too seldom
NATIVE = {"hi": "०१२३४५६७८९", "ar": "٠١٢٣٤٥٦٧٨٩"}


@dataclass(frozen=True)
class Phrases:
    """The hand-written lines of one language: lists by section, and the tables of the calendar, units, topics and advice."""

    lines: dict[str, list[str]]
    table: dict[str, dict[str, str]]


@dataclass(frozen=True)
class Quantity:
    about: str
    value: Decimal
    unit: str


@dataclass(frozen=True)
class Day:
    day: date
    weekday: int | None = None  # set only to damage it
    template: str = ""  # a form that shows what was damaged


@dataclass(frozen=True)
class Span:
    start: date
    end: date


@dataclass(frozen=True)
class Clock:
    hour: int
    minute: int


@dataclass(frozen=True)
class Name:
    category: str
    row: int


@dataclass(frozen=True)
class Dose:
    drug: int
    value: Decimal
    unit: str
    times: int
    per: str


@dataclass(frozen=True)
class Cite:
    title: str
    url: str


Value = Quantity | Day | Span | Clock | Name | Dose | Cite


@dataclass(frozen=True)
class Reply:
    """One reply before it becomes text; `style` fixes every choice of wording, so that a damage changes nothing else."""

    language: str
    family: str
    pattern: str
    pair: tuple[str, str] | None
    truth: int
    values: dict[str, Value]
    about: str
    advice: str | None
    style: int
    opener: str = ""
    closer: str = ""
    tail: str = ""
    said: int = 0
    advice_text: str | None = None
    free: bool = False
    facts: list[dict[str, object]] = field(default_factory=list)

    def draw(self, key: str) -> random.Random:
        return random.Random(f"{self.style}:{key}")


def read(path: Path) -> Phrases:
    """Sections start with `# `; a line with ` = ` goes into the section's table, any other into its list."""
    lines: dict[str, list[str]] = {}
    table: dict[str, dict[str, str]] = {}
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            section = line[2:]
        elif " = " in line:
            key, _, text = line.partition(" = ")
            table.setdefault(section, {})[key] = text
        elif line:
            lines.setdefault(section, []).append(line)
    return Phrases(lines, table)


PHRASES = {language: read(HERE / f"{language}.txt") for language in LANGUAGES}
NAMES = read(HERE / "names.txt")
ROWS = {category: [line.split(";") for line in NAMES.lines[category]] for category in ("drug", "person", "place", "condition", "condition_the")}
DRUG_ROW = {row[0]: number for number, row in enumerate(ROWS["drug"])}
PAIRS = {verdict: [tuple(line.split()) for line in NAMES.lines[verdict]] for verdict in ("unsafe", "safe")}
LOOK_ALIKE = dict(line.split() for line in NAMES.lines["look_alike"])
CITATIONS = {key: Cite(*text.split(";")) for key, text in NAMES.table["citations"].items()}
INVENTED = [Cite(*line.split(";")) for line in NAMES.lines["invented"]]


def named(name: Name, language: str) -> str:
    return ROWS[name.category][name.row][LANGUAGES.index(language)]


def number(value: Decimal, language: str, draw: random.Random, native: bool) -> str:
    """`value` in the form of the language; grouping is left out now and then, as people do."""
    point = "." if language in ("en", "hi", "zh", "ar") else ","
    group = {"en": ",", "hi": ",", "zh": ",", "ar": ",", "fr": draw.choice("\u202f\u00a0"), "fi": "\u00a0"}.get(language, ".")
    if draw.random() < (0.5 if language in ("es", "pt", "zh") else 0.2):
        group = ""
    whole, _, fraction = str(abs(value)).partition(".")
    if len(whole) > 3:
        whole = f"{whole[:-3]}{group}{whole[-3:]}"
    text = whole + (point + fraction if fraction.strip("0") else "")
    sign = draw.choice(("-", "\u2212")) if value < 0 else ""
    return sign + (digits(text, language) if native else text)


def digits(text: str, language: str) -> str:
    if language == "ar":
        text = re.sub(r"(?<=\d),(?=\d)", "٬", text)
        text = re.sub(r"(?<=\d)\.(?=\d)", "٫", text).replace("%", "٪")
    return text.translate(str.maketrans("0123456789", NATIVE[language]))


def quantity(fact: Quantity, language: str, draw: random.Random, native: bool) -> str:
    phrases = PHRASES[language]
    value, unit = fact.value, fact.unit
    whole = value == value.to_integral_value()
    forms = phrases.table["units"][unit].split(";")
    form = draw.choice(forms)
    if unit == "h" and not whole and draw.random() < 0.5:
        minutes = int((value % 1) * 60)
        text = draw.choice(phrases.table["calendar"]["hm"].split(";")).format(h=int(value), m=minutes)
        if language == "ar" and int(value) > 10:
            text = text.replace("ساعات", "ساعة")
        return digits(text, language) if native else text
    plural = form.split("~")
    if len(plural) == 3:
        last = int(value) % 100 if whole else 0
        form = plural[0 if 3 <= last <= 10 else 1 if last > 10 else 2]
    if unit in ("h", "times", "nights") and whole and 2 <= value <= 10 and draw.random() < 0.5 and not form.endswith((" h", "-mal", "} 小时")):
        return form.format(v=phrases.table["calendar"]["words"].split(";")[int(value) - 2])
    return form.format(v=number(value, language, draw, native))


def when(value: Day | Span | Clock, language: str, draw: random.Random) -> str:
    calendar = PHRASES[language].table["calendar"]
    months = calendar["months"].split(";")
    if isinstance(value, Clock):
        form = draw.choice(calendar["am" if value.hour < 12 else "pm" if value.hour < 16 else "evening"].split(";"))
        return form.format(h=value.hour, hh=f"{value.hour:02}", h12=(value.hour - 1) % 12 + 1, mm=f"{value.minute:02}")
    if isinstance(value, Span):
        form = draw.choice(calendar["period"].split(";"))
        return form.format(d1=value.start.day, d2=value.end.day, m=months[value.start.month - 9], n=value.start.month)
    form = draw.choice(calendar["on"].split(";"))
    weekday = value.day.weekday() if value.weekday is None else value.weekday
    names = calendar["weekdays"].split(";")
    return (value.template or form).format(d=value.day.day, m=months[value.day.month - 9], n=value.day.month, y=value.day.year, w=names[weekday])


def finnish(text: str, case: str) -> str:
    """Genitive, partitive of a medicine or a person; only the patterns of names.txt are covered."""
    if case == "p":
        harmony = [letter for letter in text if letter in "aouyäö"]
        return text + ("a" if harmony and harmony[-1] in "aou" else "ä")
    weak = re.sub(r"(k)ki$|(t)ti$", r"\1\2i", text)
    return weak + ("n" if weak[-1] in "aeiou" else "in")


def slot(reply: Reply, key: str, native: bool) -> str:
    """The text of one slot; `_g`, `_p`, `_e`, `_in` ask for a Finnish case."""
    language, draw = reply.language, reply.draw(key)
    table = PHRASES[language].table
    if key in ("topic", "bare"):
        return table["topics"][reply.about].split(";")[key == "bare"]
    base, _, case = key.partition("_")
    value = reply.values["cond" if base == "the" else "drug" if base in ("dose", "freq") else base]
    match value:
        case Quantity():
            return quantity(value, language, draw, native)
        case Day() | Span() | Clock():
            text = when(value, language, draw)
            return digits(text, language) if native else text
        case Dose() if base == "dose":
            return quantity(Quantity("dose", value.value, value.unit), language, draw, native)
        case Dose() if base == "freq":
            text = draw.choice(table["calendar"][value.per].split(";")[value.times - 1].split(","))
            return digits(text, language) if native else text
        case Dose():
            text = named(Name("drug", value.drug), language)
            return finnish(text, case) if case else text
        case Cite():
            return draw.choice((value.title, value.title, value.url, f"[{value.title}]({value.url})", f"{value.title} ({value.url})"))
        case Name():
            if base == "the" or case == "e":
                return ROWS["condition_the"][value.row][LANGUAGES.index(language)]
            text = named(value, language)
            return FINNISH_IN[text] if case == "in" else finnish(text, case) if case else text


def text_of(reply: Reply) -> str:
    language = reply.language
    native = language in NATIVE and not reply.tail and reply.family != "source" and reply.draw("native").random() < 0.4
    pattern = CHOICE.sub(lambda choice: choice.group(1 + reply.said), reply.pattern)
    body, end = "", 0
    for hit in SLOT.finditer(pattern):
        before = pattern[end : hit.start()]
        starts = not body + before or re.search(r"[.?!] $", before) is not None  # "at 9 a.m. {on}" starts no sentence
        body += before
        end = hit.end()
        text = slot(reply, hit.group(1), native)
        if starts and not text.startswith("http"):
            text = text[0].upper() + text[1:]
        if language == "fr" and re.search(r"\b([Dd]|[Qq]u)e $", body) and text[0].lower() in "aeiouyhéèê":
            body = body[:-2] + "'"
        if language == "es" and re.search(r" y $", body) and re.match(r"h?i[^aeo]", text, re.IGNORECASE):
            body = body[:-2] + "e "
        if language == "de" and re.search(r"\b([Mm]it|von|bei|gegenüber|statt) $", body):
            text = re.sub(r"\b(Schritte|Schläge|Nächte)\b", r"\1n", text)
        body += text
    body = re.sub(r"(?<!\.)\.\.(?!\.)", ".", body + pattern[end:])
    advice = reply.advice and (PHRASES[language].table["advice"][reply.advice] if reply.advice_text is None else reply.advice_text)
    parts = [reply.opener, body, reply.tail, advice, reply.closer]
    if reply.draw("order").random() < 0.15:
        parts = [reply.opener, advice, body, reply.tail, reply.closer]
    return ("" if language == "zh" else " ").join(part for part in parts if part)


def random_quantity(draw: random.Random, about: str, level: str = "") -> Quantity:
    unit, low, high, tenths = UNITS[about]
    if level:
        low, high = LEVELS[level][about]
    value = draw.randint(low, high) if tenths == 1 else Decimal(draw.randint(low * 10, high * 10 + 9)) / 10
    return Quantity(about, Decimal(value) if value != -1 else Decimal("-1.3"), unit)


def two(draw: random.Random, about: str, rising: bool, low: int, high: int, tenths: int, unit: str) -> tuple[Quantity, Quantity]:
    first, second = sorted(draw.sample(range(low * tenths, high * tenths), 2))
    pair = (first, second) if rising else (second, first)
    return Quantity(about, Decimal(pair[0]) / tenths, unit), Quantity(about, Decimal(pair[1]) / tenths, unit)


def compose(language: str, family: str, line: str, draw: random.Random) -> Reply:
    """A true reply for one hand-written line: draws the facts that its slots need."""
    pair: tuple[str, str] | None = None
    head, mark, pattern = line.rpartition(">> ")
    if CHOICE.search(line):
        default = {"compare": "more/less", "interaction": "unsafe/safe"}.get(family, "")
        first, second = (head if mark else default).split("/")
        pair = (first, second)
    truth = 0 if pair is None or pair[0] in ("same", "steady") else draw.randrange(2)
    verdict = pair[truth] if pair else ""
    slots = {hit.group(1) for hit in SLOT.finditer(pattern)}
    values: dict[str, Value] = {}
    about = {"compare": "steps" if "sa" in slots else "sleep_duration", "interaction": "combination"}.get(family, "sleep_duration")
    if slots & {"topic", "bare", "q"}:
        topics = sorted(LEVELS[verdict].keys() & LEVELS[pair[0]].keys()) if pair and verdict in LEVELS else sorted(UNITS)
        about = draw.choice([topic for topic in topics if family == "measure" or topic != "weight_change"])
        values["q"] = random_quantity(draw, about, verdict if verdict in LEVELS else "")
    if "q1" in slots:
        unit, low, high, tenths = UNITS[about]
        middle = draw.randint(low, high - max(1, (high - low) // 4))
        values["q1"], values["q2"] = two(draw, about, verdict == "rising", middle, middle + max(1, (high - low) // 4), tenths, unit)
    if family == "compare":
        more = verdict == "more"
        values["sb"], values["sa"] = two(draw, "steps", more, 3100, 12900, 1, "steps")
        values["hb"], values["ha"] = two(draw, "sleep_duration", more, 4, 10, draw.choice((1, 10, 10)), "h")
        start_b, start_a = sorted(draw.sample(WEEKS, 2))
        values["pa"], values["pb"] = (Span(start, start + timedelta(days=6)) for start in (start_a, start_b))
    if "steps" in slots:
        about = "step_goal"
        values["steps"] = Quantity("steps", Decimal(draw.randint(3100, 12900)), "steps")
    tenths = draw.choice((1, 10, 10))
    values["sleep"] = Quantity("sleep_duration", Decimal(draw.randint(4 * tenths, 10 * tenths - 1)) / tenths, "h")
    values["wakes"] = Quantity("awakenings", Decimal(draw.randint(3, 6)), "times")
    values["nights"] = Quantity("nights", Decimal(draw.randint(5, 9)), "nights")
    values["on"] = Day(draw.choice(DAYS))
    week = draw.choice(WEEKS)
    values["period"] = Span(week, week + timedelta(days=6))
    values["at"] = Clock(draw.choice((8, 9, 10, 14, 15, 16, 17)), draw.choice((15, 20, 30, 40, 45)))
    drug, amount, times, per = draw.choice(NAMES.lines["dose"]).split()
    values["drug"] = Dose(DRUG_ROW[drug], Decimal(amount), "mg", int(times), per)
    if family == "interaction":
        names = list(draw.choice(PAIRS[verdict]))
        draw.shuffle(names)
        values["a"], values["b"] = (Name("drug", DRUG_ROW[name]) for name in names)
    values["person"] = Name("person", draw.randrange(len(ROWS["person"])))
    values["place"] = Name("place", draw.randrange(len(ROWS["place"])))
    condition = draw.randrange(len(ROWS["condition"]))
    values["cond"] = Name("condition", condition)
    values["cite"] = CITATIONS[ROWS["condition"][condition][0]]
    used = {"cond" if base == "the" else "drug" if base in ("dose", "freq") else base for base in (key.partition("_")[0] for key in slots)}
    values = {key: value for key, value in values.items() if key in used}
    advice = draw.choice(ADVICE[family]) if draw.random() < ADVICE_SHARE.get(family, 0) else None
    reply = Reply(language, family, pattern, pair, truth, values, about, advice, draw.getrandbits(40), said=truth)
    return replace(reply, facts=list(facts_of(reply)))


def facts_of(reply: Reply) -> Iterator[dict[str, object]]:
    order = [key for key in ("sa", "ha", "q1", "pa", "sb", "hb", "q2", "pb") if key in reply.values]
    for key in [*order, *(key for key in reply.values if key not in order)]:
        match reply.values[key]:
            case Quantity(about, value, unit):
                yield {"kind": "quantity", "about": about, "value": plain(value), "unit": unit}
            case Day(day):
                yield {"kind": "date", "value": day.isoformat()}
            case Span(start, end):
                yield {"kind": "period", "start": start.isoformat(), "end": end.isoformat()}
            case Clock(hour, minute):
                yield {"kind": "time", "value": f"{hour:02}:{minute:02}"}
            case Name(category, row):
                yield {"kind": "name", "category": category, "names": dict(zip(LANGUAGES, ROWS[category][row], strict=True))}
            case Dose(drug, value, unit, times, per):
                names = dict(zip(LANGUAGES, ROWS["drug"][drug], strict=True))
                yield {"kind": "dose", "drug": names, "value": plain(value), "unit": unit, "times": times, "per": per}
            case Cite(title, url):
                yield {"kind": "citation", "title": title, "url": url}
    if reply.pair:
        yield {"kind": "verdict", "value": reply.pair[reply.truth], "about": reply.about}
    if reply.advice:
        texts = {language: PHRASES[language].table["advice"][reply.advice] for language in LANGUAGES}
        yield {"kind": "advice", "id": reply.advice, "mandatory": True, "texts": texts}


def plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def free(reply: Reply, draw: random.Random) -> Reply:
    """An opener, a closer or both around the reply, as a model would put them; the free sentences open by themselves."""
    lines = PHRASES[reply.language].lines
    which = 1 if reply.free else draw.randrange(3)
    opener = draw.choice(lines["openers"]) if which != 1 else ""
    closer = draw.choice(lines["closers"]) if which != 0 else ""
    return replace(reply, opener=opener, closer=closer, free=True)


def other_number(value: Decimal, draw: random.Random, how: str, taken: set[Decimal]) -> Decimal | None:
    """`value` damaged in one way, or None if that way leaves it as it was or meets another fact."""
    step = Decimal(1) if value == value.to_integral_value() else Decimal("0.1")
    text = str(value)
    spots = [spot for spot in range(len(text) - 1) if text[spot].isdigit() and text[spot + 1].isdigit() and text[spot] != text[spot + 1]]
    match how:
        case "swap" if spots:
            spot = draw.choice(spots)
            changed = Decimal(text[:spot] + text[spot + 1] + text[spot] + text[spot + 2 :])
            if changed.adjusted() != value.adjusted():
                return None
        case "shift":
            changed = value * 10 if value < 100 else (value / 10).to_integral_value()
        case "off_by_one":
            changed = value + draw.choice((-step, step)) * (1 if step == 1 else 10)
        case "near":
            changed = value + step * draw.choice((-3, -2, 2, 3))
        case "minus" if value < 0:
            changed = -value
        case _:
            return None
    return None if changed in taken or changed == 0 or (abs(changed) < 2 and abs(value) >= 2) else changed


def quantities(reply: Reply) -> list[str]:
    return sorted(key for key, value in reply.values.items() if isinstance(value, Quantity))


def changed(reply: Reply, key: str, value: Value) -> Reply:
    return replace(reply, values=reply.values | {key: value})


def damage_number(reply: Reply, draw: random.Random) -> tuple[Reply, str] | None:
    if draw.random() < 0.15:
        return replace(reply, tail=draw.choice(PHRASES[reply.language].lines["added_number"])), "added"
    keys = quantities(reply)
    if not keys:
        return None
    key = draw.choice(keys)
    fact = reply.values[key]
    assert isinstance(fact, Quantity)
    taken = {value.value for value in reply.values.values() if isinstance(value, Quantity)}
    how = "minus" if fact.value < 0 else draw.choice(("swap", "shift", "off_by_one", "near"))
    value = other_number(fact.value, draw, how, taken)
    return None if value is None else (changed(reply, key, replace(fact, value=value)), how)


def damage_unit(reply: Reply, draw: random.Random) -> tuple[Reply, str] | None:
    if isinstance(dose := reply.values.get("drug"), Dose):
        return changed(reply, "drug", replace(dose, unit=draw.choice(OTHER_UNITS["mg"]))), "dose"
    keys = [key for key in quantities(reply) if key != "wakes"]
    if not keys:
        return None
    key = draw.choice(keys)
    fact = reply.values[key]
    assert isinstance(fact, Quantity)
    wrong = replace(fact, unit=draw.choice(OTHER_UNITS[fact.unit]))
    same = any(isinstance(value, Quantity) and (value.value, value.unit) == (wrong.value, wrong.unit) for value in reply.values.values())
    return None if same else (changed(reply, key, wrong), "quantity")


def damage_name(reply: Reply, draw: random.Random) -> tuple[Reply, str] | None:
    keys = [key for key in ("person", "place", "cond") if key in reply.values]
    if not keys:
        return None
    key = draw.choice(keys)
    name = reply.values[key]
    assert isinstance(name, Name)
    row = draw.choice([row for row in range(len(ROWS[name.category])) if row != name.row])
    return changed(reply, key, replace(name, row=row)), name.category


def damage_drug(reply: Reply, draw: random.Random) -> tuple[Reply, str] | None:
    keys = [key for key in ("drug", "a", "b") if key in reply.values]
    if not keys:
        return None
    known = {value.drug if isinstance(value, Dose) else value.row for value in (reply.values[key] for key in keys) if isinstance(value, Dose | Name)}
    new = draw.choice([row for row in range(len(ROWS["drug"])) if row not in known])
    if draw.random() < 0.2:
        text = named(Name("drug", new), reply.language)
        line = draw.choice(PHRASES[reply.language].lines["added_drug"])
        line = line.replace("{x_p}", finnish(text, "p")).replace("{x}", text)
        return replace(reply, tail=line[0].upper() + line[1:]), "added"
    key, how = draw.choice(keys), "other"
    value = reply.values[key]
    old = value.drug if isinstance(value, Dose) else value.row if isinstance(value, Name) else -1
    twin = LOOK_ALIKE.get(ROWS["drug"][old][0])
    if twin and DRUG_ROW[twin] not in known and draw.random() < 0.7:
        new, how = DRUG_ROW[twin], "look_alike"
    return changed(reply, key, replace(value, drug=new) if isinstance(value, Dose) else Name("drug", new)), how


def damage_dose(reply: Reply, draw: random.Random) -> tuple[Reply, str] | None:
    dose = reply.values.get("drug")
    if not isinstance(dose, Dose):
        return None
    how = draw.choice(("amount", "amount", "times", "per"))
    if how == "times":
        return changed(reply, "drug", replace(dose, times=draw.choice([n for n in (1, 2, 3, 4, 6) if n != dose.times]))), how
    if how == "per":
        return changed(reply, "drug", replace(dose, per="week" if dose.per == "day" else "day")), how
    amount = draw.choice((dose.value * 10, dose.value * 2, dose.value * 4, dose.value + 50, dose.value + 100))
    return changed(reply, "drug", replace(dose, value=amount)), how


def damage_stance(reply: Reply, draw: random.Random, pairs: tuple[str, ...], tail_on: bool) -> tuple[Reply, str] | None:
    if tail_on and draw.random() < 0.35:
        return replace(reply, tail=draw.choice(PHRASES[reply.language].lines["added_safe"])), "added"
    if reply.pair and reply.pair[0] in pairs:
        return replace(reply, said=1 - reply.truth), "inverted"
    return None


def damage_polarity(reply: Reply, draw: random.Random) -> tuple[Reply, str] | None:
    return damage_stance(reply, draw, ("unsafe", "yes"), reply.family == "interaction" and reply.truth == 0)


def damage_verdict(reply: Reply, draw: random.Random) -> tuple[Reply, str] | None:
    steady = ("more", "rising", "highest", "high", "low", "same", "steady")
    return damage_stance(reply, draw, steady, reply.family == "dose")


def damage_date(reply: Reply, draw: random.Random) -> tuple[Reply, str] | None:
    keys = [key for key, value in reply.values.items() if isinstance(value, Day | Span | Clock)]
    if not keys:
        return None
    key = draw.choice(keys)
    value = reply.values[key]
    forms = PHRASES[reply.language].table["calendar"]["on"].split(";")
    if isinstance(value, Day):
        how = draw.choice(("day", "day", "month", "weekday", "year"))
        if how == "weekday":
            form = draw.choice([form for form in forms if "{w}" in form])
            return changed(reply, key, Day(value.day, (value.day.weekday() + draw.randint(1, 6)) % 7, form)), how
        if how == "year":
            form = draw.choice([form for form in forms if "{y}" in form])
            return changed(reply, key, Day(value.day.replace(year=draw.choice((2024, 2025))), None, form)), how
        same = [day for day in DAYS if day != value.day and (day.month == value.day.month) == (how == "day")]
        same = [day for day in same if how == "day" or day.day == value.day.day]
        return changed(reply, key, Day(draw.choice(same))), how
    if isinstance(value, Clock):
        hour = draw.choice([hour for hour in (8, 9, 10, 14, 15, 16, 17) if hour != value.hour])
        later = replace(value, hour=hour) if draw.random() < 0.6 else replace(value, minute=draw.choice((5, 10, 25, 35, 50)))
        return changed(reply, key, later), "time"
    assert isinstance(value, Span)
    taken = {span.start for span in reply.values.values() if isinstance(span, Span)}
    if draw.random() < 0.5:
        start = draw.choice([week for week in WEEKS if week not in taken])
        return changed(reply, key, Span(start, start + timedelta(days=6))), "period"
    return changed(reply, key, replace(value, end=value.end - timedelta(days=draw.randint(1, 2)))), "end"


def damage_advice(reply: Reply, draw: random.Random) -> tuple[Reply, str] | None:
    if not reply.advice:
        return None
    table = PHRASES[reply.language].table
    how = draw.choice(("dropped", "dropped", "weakened", "weakened", "replaced"))
    other = draw.choice([key for key in table["advice"] if key != reply.advice])
    text = {"dropped": "", "weakened": table["weak"][reply.advice], "replaced": table["advice"][other]}[how]
    return replace(reply, advice_text=text), how


def damage_citation(reply: Reply, draw: random.Random) -> tuple[Reply, str] | None:
    cite = reply.values.get("cite")
    if not isinstance(cite, Cite):
        return None
    if draw.random() < 0.4:
        other = draw.choice(INVENTED)
        return changed(reply, "cite", other), "invented"
    other = draw.choice([known for known in CITATIONS.values() if known != cite])
    return changed(reply, "cite", other), "other"


DAMAGES = dict(
    zip(
        MUTATIONS,
        (
            damage_number,
            damage_unit,
            damage_name,
            damage_drug,
            damage_dose,
            damage_polarity,
            damage_verdict,
            damage_date,
            damage_advice,
            damage_citation,
        ),
        strict=True,
    )
)


def record(reply: Reply, name: str, mutation: str | None) -> dict[str, object]:
    return {
        "id": name,
        "language": reply.language,
        "facts": reply.facts,
        "reply": text_of(reply),
        "ok": mutation is None,
        "mutation": mutation,
        "kind": "free" if reply.free else "template",
    }


def sound(language: str, draw: random.Random) -> Iterator[Reply]:
    """The correct replies of a language: each template once, each free sentence a few times, and some templates wrapped."""
    phrases = PHRASES[language].lines
    lines = [(family, line) for family in FAMILIES for line in phrases[family]]
    yield from (compose(language, family, line, draw) for family, line in lines)
    for line in phrases["free"]:
        family, _, rest = line.partition(">> ")
        for turn in range(FREE_EACH):
            reply = replace(compose(language, family, rest, draw), free=True)
            yield free(reply, draw) if turn else reply
    for family, line in draw.sample(lines, FREE_WRAPPED):
        yield free(compose(language, family, line, draw), draw)


def damaged(language: str, mutation: str, draw: random.Random, seen: set[str]) -> Iterator[tuple[Reply, str]]:
    phrases = PHRASES[language].lines
    lines = [(family, line) for family in FAMILIES for line in phrases[family]]
    whole = [(head, line) for head, _, line in (line.partition(">> ") for line in phrases["free"])]
    count = 0
    while count < PER_MUTATION:
        family = draw.choice(FAMILIES)
        loose = count % 3 == 2
        paraphrase = loose and draw.random() < 0.5
        own = [line for where, line in (whole if paraphrase else lines) if where == family]
        right = replace(compose(language, family, draw.choice(own), draw), free=paraphrase)
        right = free(right, draw) if loose else right
        wrong = DAMAGES[mutation](right, draw)
        if wrong is None:
            continue
        if mutation in WANTED and count < len(WANTED[mutation]) and wrong[1] != WANTED[mutation][count]:
            continue
        text = text_of(wrong[0])
        plain_right = text_of(replace(right, tail=wrong[0].tail)) if wrong[1] == "added" else text_of(right)
        if text in seen or (wrong[1] != "added" and text == plain_right):
            continue
        seen.add(text)
        count += 1
        yield wrong


def cases(seed: int = SEED) -> list[dict[str, object]]:
    """All cases, in the order of languages, the correct ones first; the id tells the family and the sort of damage."""
    rows: list[dict[str, object]] = []
    for language in LANGUAGES:
        draw = random.Random(f"{seed}:{language}")
        seen: set[str] = set()
        for reply in sound(language, draw):
            row = record(reply, f"{language}-{reply.family}-{len(rows):04}", None)
            if row["reply"] not in seen:
                seen.add(str(row["reply"]))
                rows.append(row)
        for mutation in MUTATIONS:
            rows += [
                record(reply, f"{language}-{reply.family}-{len(rows) + place:04}-{mutation}-{how}", mutation)
                for place, (reply, how) in enumerate(damaged(language, mutation, draw, seen))
            ]
    return rows


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in cases())
    (OUT / "cases.jsonl").write_text(text, encoding="utf-8")
    (OUT / "FROZEN.sha256").write_text(f"{hashlib.sha256(text.encode()).hexdigest()}  cases.jsonl\n", encoding="utf-8")


if __name__ == "__main__":
    main()
