"""What the router learns from: vectors that are kept, classes that stand for others, and hundreds of tasks that come along."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.errors import UsageError
from assistant.planning.exemplars import Exemplar, Exemplars, read_exemplars
from assistant.planning.head import Floats, fit, folds
from assistant.planning.reading import Reader, features_of, key_of, train
from assistant.planning.router import Router
from assistant.planning.slots import find_slots
from assistant.planning.vectors import Vectors
from assistant.tasks.registry import builtin_tasks
from assistant.tasks.spec import TaskSpec
from assistant.types import Person, Turn
from i18n.languages import LANGUAGES

TASKS = builtin_tasks()
TODAY = date(2026, 11, 30)


def turn_of(text: str) -> Turn:
    return Turn("t", 0, Person("p", "P", "UTC"), text, "en", datetime(2026, 11, 30, 9, 30, tzinfo=UTC))


class Scripted:
    """Sentences as vectors that depend on nothing but their letters; counts what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return np.array([self.one(text) for text in texts], dtype=np.float32)

    @staticmethod
    def one(text: str) -> Floats:
        grams = [hash_of(text[at : at + 3]) for at in range(max(1, len(text) - 2))]
        vector = np.bincount(grams, minlength=96).astype(np.float64) + 0.1
        return np.asarray(vector / np.linalg.norm(vector), dtype=np.float64)


def hash_of(gram: str) -> int:
    return sum(ord(letter) * (1, 31, 961)[place] for place, letter in enumerate(gram)) % 96


# --- exemplars


def test_every_class_speaks_every_language() -> None:
    """A class that lacks a language leaves it to the others, which then draw its every sentence."""
    sentences = read_exemplars().sentences
    for label in read_exemplars().labels:
        for language in LANGUAGES:
            texts = [sentence.text for sentence in sentences if (sentence.label, sentence.language) == (label, language)]
            assert len(texts) >= (13 if language == "en" else 9), f"{label} has {len(texts)} sentences in {language}"


def test_no_sentence_is_of_two_classes() -> None:
    seen: dict[tuple[str, str], str] = {}
    for sentence in read_exemplars().sentences:
        assert seen.setdefault((sentence.language, sentence.text), sentence.label) == sentence.label, sentence.text


def test_a_broken_file_of_exemplars_is_told(tmp_path: Path) -> None:
    (tmp_path / "sleep.toml").write_text('en = "one sentence"\n')
    with pytest.raises(UsageError, match="must be a list of sentences"):
        read_exemplars(folder=tmp_path)


# --- vectors


def test_vectors_are_embedded_once_and_kept(tmp_path: Path) -> None:
    embed = Scripted()
    vectors = Vectors(embed)
    found = vectors.of(["a walk", "a run", "a walk"])
    assert embed.asked == ["a walk", "a run"]
    assert np.abs(found - [embed.one("a walk"), embed.one("a run"), embed.one("a walk")]).max() < 0.005
    vectors.save(tmp_path / "kept.npz", ["a walk", "a run"])
    later = Scripted()
    again = Vectors(later, [tmp_path / "absent.npz", tmp_path / "kept.npz"])
    assert np.array_equal(again.of(["a run", "a swim"])[0], found[1])  # rounded alike, so they train the same router
    assert later.asked == ["a swim"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no archive", b"\x93NUMPY"])
def test_damaged_vectors_are_made_again(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "kept.npz").write_bytes(content)
    embed = Scripted()
    assert Vectors(embed, [tmp_path / "kept.npz"]).of(["a walk"]).shape == (1, 96)
    assert embed.asked == ["a walk"]


# --- features


def test_words_of_other_people_effects_and_accounts_are_evidence() -> None:
    plain = features_of(find_slots("", "en", TODAY))
    for text in ("How did my sister sleep?", "Remind me at nine", "Write down that it hurts", "Search the web", "How do you know that?"):
        assert features_of(find_slots(text, "en", TODAY)) != plain, text
    assert len(set(map(len, (plain, features_of(find_slots("昨日", "ja", TODAY)))))) == 1


# --- classes that stand for others


def two_kin() -> Exemplars:
    texts = {"knowledge": "abc abc", "search": "xyz xyz", "clock": "mmm nnn", "secret": "qqq rrr"}
    sentences = [Exemplar(label, "en", f"{text} {more}") for label, text in texts.items() for more in ("one", "two", "three", "four", "five", "six")]
    return Exemplars(tuple(sentences), {"secret": "out_of_scope"}, {"search": "knowledge", "knowledge": "search"})


class Small(Router):
    """A router that has learned what it is given."""

    def __init__(self, learned: Reader) -> None:
        super().__init__(None, Scripted.one)
        self._learned_before = learned

    def reader(self, tasks: Sequence[TaskSpec] = ()) -> Reader:
        return self._learned_before


def menu(*names: str) -> tuple[TaskSpec, ...]:
    return tuple(replace(TASKS[0], name=name, exemplars={}) for name in names)


async def test_a_class_off_the_menu_counts_for_its_kin_or_is_out_of_scope(tmp_path: Path) -> None:
    reader = train(two_kin(), Vectors(Scripted()).of)
    reader.save(tmp_path / "router.npz")
    loaded = Reader.load(tmp_path / "router.npz", reader.key)
    assert loaded is not None
    assert loaded.kin == {"search": "knowledge", "knowledge": "search"}
    router = Small(loaded)
    for asked, names, expected in (
        ("xyz xyz", ("knowledge", "search"), "search"),
        ("xyz xyz", ("knowledge", "clock"), "knowledge"),
        ("abc abc", ("search", "clock"), "search"),
        ("abc abc", ("clock",), "out_of_scope"),
        ("mmm nnn", ("knowledge",), "out_of_scope"),
        ("mmm nnn", ("knowledge", "clock"), "clock"),
    ):
        heard = await router.hear(turn_of(asked), menu(*names))
        assert heard.best.task == expected, (asked, names)
        assert abs(sum(alternative.p for alternative in heard.alternatives) - 1) < 0.01


def test_the_key_knows_kin() -> None:
    assert key_of(two_kin()) != key_of(replace(two_kin(), kin={}))


# --- hundreds of tasks


def test_many_classes_are_learned_in_seconds() -> None:
    """200 tasks of 20 sentences beside 20 classes of 120: the fit and its calibration."""
    random = np.random.default_rng(3)
    labels = np.concatenate([np.repeat(np.arange(20), 120), np.repeat(np.arange(20, 220), 20)])
    centres = random.normal(size=(220, 64))
    vectors = centres[labels] + 1.5 * random.normal(size=(len(labels), 64))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    started = time.process_time()
    head = fit(vectors, labels, vectors, 2e-5, np.arange(220))
    assert time.process_time() - started < 60  # some 5 on a quiet machine; the descent of before took minutes
    assert head.reliability.accuracy > 0.8
    assert head.reliability.error < 0.1


def test_siblings_leave_together() -> None:
    vectors = np.eye(40)
    vectors[1] = vectors[0]
    vectors[7] = vectors[0]
    fold = folds(vectors, np.zeros(40, dtype=np.int64))
    assert fold[0] == fold[1] == fold[7]
    assert len(np.unique(fold)) == 10
    alike = np.ones((8, 3))
    assert len(np.unique(folds(alike, np.zeros(8, dtype=np.int64)))) == 8  # or nothing of the class would be left to learn from
    other = np.zeros(40, dtype=np.int64)
    other[7] = 1  # of another class: no sibling
    assert len({int(folds(vectors, other)[place]) for place in (0, 1)}) == 1


def test_tasks_in_english_alone_do_not_move_its_centre() -> None:
    embed = Vectors(Scripted()).of
    base = [
        Exemplar(label, language, f"{word} {language} {more}")
        for label, word in (("a", "walk"), ("b", "sleep"))
        for language in ("en", "de", "es")
        for more in ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    ]
    brought = [Exemplar("c", "en", f"zz{more} zz") for more in "qwertzuiopas"]
    plain, more = train(Exemplars(tuple(base), {}), embed), train(Exemplars((*base, *brought), {}), embed)
    assert np.allclose(plain.centres["en"], more.centres["en"])


async def test_a_shorter_menu_is_served_by_the_router_that_knows_more(tmp_path: Path) -> None:
    extra = replace(TASKS[0], name="moon", exemplars={"en": ("zzzz moon phase", "zzzz moon", "zzzz full moon", "zzzz new moon")})
    router = Router(tmp_path, Scripted.one)
    heard = await router.hear(turn_of("zzzz moon"), (*TASKS, extra))
    assert heard.best.task == "moon"
    shorter = await router.hear(turn_of("zzzz moon"), TASKS)
    assert shorter.best.task != "moon"
    assert len(os.listdir(tmp_path)) == 1  # nothing was learned anew
