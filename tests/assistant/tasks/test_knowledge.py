"""Knowledge: its texts agree across languages and rest on a page; questions find their topic or nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from assistant.assets import asset
from assistant.datapipe import MemoryPipe
from assistant.errors import NoData, UsageError
from assistant.facts import Passage
from assistant.models.embedding import Vectors
from assistant.tasks.knowledge import KEYWORD, LANGUAGES, THRESHOLD, VECTORS, Shelf, Topic, knowledge, read_topics, shelf
from assistant.tasks.spec import Context
from assistant.testing import FakeRecords
from assistant.types import Person

TOPICS = read_topics(asset("knowledge"))
HOSTS = ("https://www.nhs.uk/", "https://www.nhlbi.nih.gov/", "https://www.ninds.nih.gov/", "https://medlineplus.gov/", "https://www.mdpi.com/")
HOSTS += ("https://www.who.int/", "https://www.cdc.gov/", "https://pmc.ncbi.nlm.nih.gov/")
# Medicines, doses and diagnoses are not for a local page to give.
FORBIDDEN = re.compile(
    r"\b(mg|pill|pills|tablet|pastilla|tablette|melatonin|ibuprofen|aspirin|paracetamol|you have (a|an) |tienes (una|un) enfermedad|du hast eine)",
    re.I,
)


def asked(question: str, language: str) -> Context:
    now = datetime.fromisoformat("2026-11-30T09:30+01:00")
    return Context(Person("ana", "Ana", "Europe/Madrid"), FakeRecords(), now, language, question, (), MemoryPipe())


def questions(name: str) -> list[tuple[str, str, str | None]]:
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [(row["language"], row["text"], row["topic"]) for row in map(json.loads, lines)]


def scored(name: str) -> tuple[int, int, int]:
    """Right answers, questions that have one, and wrong passages."""
    right = wrong = 0
    rows = questions(name)
    for language, text, topic in rows:
        match = shelf().nearest(text, language)
        said = match.topic.topic if match.score >= THRESHOLD else None
        right += said is not None and said == topic
        wrong += said is not None and said != topic
    return right, sum(topic is not None for _, _, topic in rows), wrong


def test_there_are_enough_topics() -> None:
    assert len(TOPICS) >= 16


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.topic)
def test_a_topic_says_the_same_numbers_in_every_language(topic: Topic) -> None:
    numbers = [[sorted(re.findall(r"\d+", sentence)) for sentence in topic.text(language).sentences] for language in LANGUAGES]
    assert numbers[0] == numbers[1] == numbers[2]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.topic)
def test_a_topic_can_be_spoken_and_rests_on_a_page(topic: Topic) -> None:
    assert topic.source.url.startswith(HOSTS)
    assert topic.checked == "not reviewed by a clinician"
    for language in LANGUAGES:
        for sentence in topic.text(language).sentences:
            assert sentence.endswith(".")
            assert len(sentence.split()) <= 32
            assert not re.search(r"[/()\[\]%°–*_]|https?:", sentence), sentence
            assert not FORBIDDEN.search(sentence), sentence
        own = topic.text(language)
        assert len(set(own.questions)) == len(own.questions)


def test_no_text_is_left_in_another_language() -> None:
    for topic in TOPICS:
        texts = [topic.text(language) for language in LANGUAGES]
        assert len({text.title for text in texts}) == 3
        assert len({sentence for text in texts for sentence in text.sentences}) == sum(len(text.sentences) for text in texts)


def test_the_questions_that_measure_are_not_the_examples() -> None:
    examples = {question.casefold().strip("¿?") for topic in TOPICS for language in LANGUAGES for question in topic.text(language).questions}
    for name in ("knowledge_questions.jsonl", "knowledge_unseen.jsonl"):
        assert not {text.casefold().strip("¿?") for _, text, _ in questions(name)} & examples


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('url = "https:', 'url = "http:', r"insomnia\.toml is wrong: source\.url: "),
        ("[de]", "[xx]", r"insomnia\.toml is wrong: de: "),
        ('topic = "insomnia"', 'topic = "sleep"', r"insomnia\.toml is wrong: it is about 'sleep'"),
        ("[en]", "[en", r"insomnia\.toml is wrong: "),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    text = (asset("knowledge") / "insomnia.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "insomnia.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UsageError, match=sentence):
        read_topics(tmp_path)


def letters(lines: Sequence[str]) -> Vectors:
    """Counts of letters: a stand-in for meaning."""
    return np.array([[line.casefold().count(letter) + 0.01 for letter in "abcdefghijklmnopqrstuvwxyz"] for line in lines], np.float32)


def test_the_examples_of_a_language_are_embedded_once() -> None:
    calls: list[int] = []

    def counted(lines: Sequence[str]) -> Vectors:
        calls.append(len(lines))
        return letters(lines)

    own = Shelf(TOPICS, counted)
    for _ in range(3):
        own.nearest("Ruhepuls", "de")
    assert [count > 1 for count in calls] == [True, False, False, False]


def test_a_keyword_lifts_its_topic_and_only_as_a_whole_word() -> None:
    def same(lines: Sequence[str]) -> Vectors:
        """Every question means the same here, so that only its words can tell."""
        return letters(lines) if len(lines) > 1 else letters(["question"])

    own = Shelf([topic for topic in TOPICS if topic.topic == "naps"], same)
    plain = own.nearest("is it good", "en").score
    assert own.nearest("is a Nap good", "en").score == pytest.approx(plain + KEYWORD)
    assert own.nearest("is a napkin good", "en").score == pytest.approx(plain)
    assert own.nearest("hilft ein Powernapping", "de").score == pytest.approx(own.nearest("hilft es", "de").score + KEYWORD)  # powernap*


def test_saved_vectors_are_used_only_for_the_very_same_examples(tmp_path: Path) -> None:
    path = tmp_path / "examples.npz"
    Shelf(TOPICS, letters).save(path)
    calls: list[int] = []

    def counted(lines: Sequence[str]) -> Vectors:
        calls.append(len(lines))
        return letters(lines)

    Shelf(TOPICS, counted, path).nearest("Ruhepuls", "de")
    assert calls == [1]
    Shelf(TOPICS[1:], counted, path).nearest("Ruhepuls", "de")
    assert max(calls) > 1


@pytest.mark.slow
def test_the_shipped_vectors_are_those_of_the_texts(tmp_path: Path) -> None:
    """If this fails after an edit: python -m assistant.tasks.knowledge."""
    shelf().save(tmp_path / "fresh.npz")
    with np.load(tmp_path / "fresh.npz") as fresh, np.load(asset("knowledge") / VECTORS) as shipped:
        assert sorted(fresh) == sorted(shipped)
        for name in fresh:
            assert np.allclose(fresh[name], shipped[name], atol=0.01)


@pytest.mark.slow
def test_questions_find_their_topic() -> None:
    """Written before the texts; the threshold was set on them: 41 of 41, and no wrong passage."""
    right, asked_for, wrong = scored("knowledge_questions.jsonl")
    assert right >= asked_for - 1
    assert wrong == 0


@pytest.mark.slow
def test_unseen_questions_find_their_topic_or_nothing() -> None:
    """Written after everything was set, and measured once: 18 of 22, 3 wrong passages in 34."""
    right, asked_for, wrong = scored("knowledge_unseen.jsonl")
    assert right / asked_for >= 0.75
    assert wrong <= 4


@pytest.mark.slow
async def test_the_passage_is_in_the_persons_language_with_its_page() -> None:
    for language, question in (
        ("en", "What helps against trouble falling asleep?"),
        ("de", "Was hilft gegen Einschlafprobleme?"),
        ("es", "¿Qué ayuda a dormirse?"),
    ):
        (passage,) = await knowledge.run(asked(question, language), query=question)
        assert isinstance(passage, Passage)
        assert (passage.topic, passage.language) == ("insomnia", language)
        assert passage.sentences == next(topic for topic in TOPICS if topic.topic == "insomnia").text(language).sentences
        assert passage.source.url == "https://www.nhs.uk/conditions/insomnia/"


@pytest.mark.slow
async def test_a_query_that_the_planner_put_into_english_still_finds_it() -> None:
    (passage,) = await knowledge.run(asked("¿Cuántas horas hay que dormir?", "es"), query="recommended sleep duration")
    assert isinstance(passage, Passage)
    assert (passage.topic, passage.language) == ("sleep_amount", "es")


@pytest.mark.slow
@pytest.mark.parametrize("question", ["Who won the football match?", "   "])
async def test_what_is_not_known_is_said_to_be_not_known(question: str) -> None:
    with pytest.raises(NoData, match="Nothing in the local knowledge"):
        await knowledge.run(asked(question, "en"), query=question)
