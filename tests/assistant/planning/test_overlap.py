"""The benchmark stays unseen: no exemplar, few-shot or prompt line may be a copy of one of its questions. Only names and scores are printed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.assets import asset
from assistant.planning.exemplars import read_exemplars
from assistant.tasks.registry import builtin_tasks
from i18n.folding import fold

BOUND = 0.6  # Jaccard index of the sets of four characters in a row
SHORT = 20  # characters of a question below which everybody says the same ("good morning"); Chinese says in
SHORT_CHINESE = 8  # what others say in 20


@dataclass(frozen=True)
class Text:
    name: str
    grams: frozenset[str]


def grams(text: str) -> frozenset[str]:
    plain = " ".join("".join(c if c.isalnum() or not c.isascii() else " " for c in fold(text).text).split())
    return frozenset(plain[at : at + 4] for at in range(len(plain) - 3))


def asked() -> Iterator[Text]:
    for path in sorted(asset("evals", "planning").glob("*.jsonl")):
        shortest = SHORT_CHINESE if path.stem == "zh" else SHORT
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            for number, text in enumerate([case["text"], *(turn["text"] for turn in case.get("history", ()))]):
                if len(text) >= shortest:
                    yield Text(f"{case['id']}{f'/history-{number}' if number else ''}", grams(text))


def shown() -> Iterator[Text]:
    for number, exemplar in enumerate(read_exemplars(builtin_tasks()).sentences):
        yield Text(f"{exemplar.label}/{exemplar.language}/{number}", grams(exemplar.text))
    for path in sorted(asset("prompts").iterdir()):
        texts = list(strings(tomllib.loads(path.read_text(encoding="utf-8")))) if path.suffix == ".toml" else path.read_text("utf-8").splitlines()
        for number, text in enumerate(texts):
            yield Text(f"{path.name}/{number}", grams(text.partition(" [language=")[0]))


def strings(node: object) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from strings(inner)


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, len(one | other))


def test_the_measure_tells_copies_from_kin() -> None:
    question = grams("How many steps did I take yesterday?")
    assert overlap(question, grams("how many steps did i take yesterday")) == 1
    assert overlap(question, grams("So how many steps did I take yesterday?")) > BOUND
    assert overlap(question, grams("Was I more active yesterday than before?")) < 0.2


def test_nothing_that_is_shown_is_a_copy_of_a_question_of_the_benchmark() -> None:
    questions, lines = list(asked()), list(shown())
    assert len(questions) > 300
    assert len(lines) > 2000
    close = sorted(
        (
            (round(score, 2), question.name, line.name)
            for question in questions
            for line in lines
            if (score := overlap(question.grams, line.grams)) > BOUND
        ),
        reverse=True,
    )
    assert not close, f"{len(close)} too close: " + ", ".join(f"{question} and {line} ({score})" for score, question, line in close[:40])
