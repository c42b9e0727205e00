"""Minutes of Stress-Predict (Iqbal et al., Sensors 2022, 22, 8135; MIT): what the models learn from. The data is not ours to ship."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.errors import UsageError
from assistant.physiology.analysis import MINUTE, traced
from assistant.physiology.wave import Bools, Floats
from assistant.stress.baseline import Scale

__all__ = ["Study", "read_study"]

STEP = 30.0  # seconds between windows
LABELLED = 54  # seconds of a window that must have a label
REST = 500.0  # seconds from the start whose windows without a task are a person's baseline,
FEW, FIRST = 4, 6  # and what is taken instead where there are fewer than four


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """One row a minute. features: shape (n, 32). task: whether a task was running. person: whose. at: seconds since the labels began.
    passed: whether the quality gate lets it through."""

    features: Floats
    task: Bools
    person: NDArray[np.int64]
    at: Floats
    passed: Bools

    def __len__(self) -> int:
        return len(self.task)

    def only(self, rows: Bools) -> Study:
        return Study(self.features[rows], self.task[rows], self.person[rows], self.at[rows], self.passed[rows])

    def normalised(self) -> Floats:
        """Features against each person's own first rest: nothing that came later is used."""
        out = np.empty_like(self.features)
        for person in np.unique(self.person):
            own = self.person == person
            rest = self.features[own & ~self.task & (self.at < REST)]
            out[own] = Scale.of(rest if len(rest) >= FEW else self.features[own][:FIRST]).normal(self.features[own])
        return out


def read_study(folder: Path, people: int | None = None) -> Study:
    """Read and work out every minute: some ten seconds. people: only the first so many. Raises `UsageError` where the data is not there."""
    rows = [row for person, when, label in _labels(folder, people) for row in _minutes(folder, person, when, label)]
    features, task, person, at, passed = zip(*rows, strict=True)
    return Study(np.array(features), np.array(task, bool), np.array(person), np.array(at), np.array(passed, bool))


def _labels(folder: Path, people: int | None) -> Iterator[tuple[int, Floats, Floats]]:
    path = folder / "Processed_data" / "Improved_All_Combined_hr_rsp_binary.csv.gz"
    try:
        with gzip.open(path, "rt") as file:
            table = np.loadtxt(file, delimiter=",", skiprows=1, usecols=(0, 3, 4))
    except OSError as error:
        raise UsageError(f"There is no {path}; name the folder of Stress-Predict with --data.") from error
    for person in np.unique(table[:, 0])[:people]:
        own = table[table[:, 0] == person]
        yield int(person), own[:, 1], own[:, 2]


def _minutes(folder: Path, person: int, when: Floats, label: Floats) -> Iterator[tuple[Floats, bool, int, float, bool]]:
    with gzip.open(folder / "Raw_data" / f"S{person:02d}" / "BVP.csv.gz", "rt") as file:
        raw = np.loadtxt(file, delimiter=",", usecols=0)
    began, rate, samples = raw[0], raw[1], raw[2:]  # how Empatica writes a file
    trace = traced("ppg", samples, rate)
    for start in np.arange(when[0], when[-1] - MINUTE, STEP):
        own = label[(when >= start) & (when < start + MINUTE)]
        if len(own) < LABELLED or own.min() != own.max():
            continue
        window = trace.window(start - began, start - began + MINUTE)
        if window.features is not None:
            yield window.features.values, bool(own[0]), person, float(start - when[0]), window.quality.refused is None
