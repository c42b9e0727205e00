"""Figures of an evaluation: a share or a mean with its sample size, 95 % interval and baseline; as a table for people and as JSON for programs."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from assistant.assets import asset
from assistant.atomic import written
from assistant.content import Strict, fault
from assistant.errors import UsageError

__all__ = ["Figure", "Report", "cases", "share", "wilson", "writable"]

Case = TypeVar("Case", bound=Strict)


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. n: cases it rests on. low, high: 95 % interval, None where none is meant. baseline: the same figure of the naive way."""

    name: str
    value: float
    n: int
    low: float | None = None
    high: float | None = None
    baseline: float | None = None
    unit: str = "share"


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a suite measured, and what it says of each case. untested: what no figure here speaks for."""

    suite: str
    figures: tuple[Figure, ...]
    cases: tuple[Mapping[str, Any], ...] = ()
    untested: str = ""

    def table(self) -> str:
        """One line a figure."""
        width = max((len(figure.name) for figure in self.figures), default=0)
        lines = [f"{figure.name:<{width}}  {_written(figure)}" for figure in self.figures]
        return "\n".join([*lines, *([f"Not tested: {self.untested}"] if self.untested else [])])

    def json(self) -> dict[str, Any]:
        return {"suite": self.suite, "figures": [asdict(figure) for figure in self.figures], "untested": self.untested}

    def write(self, folder: Path) -> Path:
        """`figures.json` and `cases.jsonl` in a folder of the suite's name; what was there is replaced whole."""
        own = folder / self.suite
        own.mkdir(parents=True, exist_ok=True)
        with written(own / "figures.json") as out:
            out.write(json.dumps(self.json(), ensure_ascii=False, indent=1).encode())
        with written(own / "cases.jsonl") as out:
            out.write("".join(f"{json.dumps(case, ensure_ascii=False)}\n" for case in self.cases).encode())
        return own


def writable(folder: Path) -> None:
    """Raises `UsageError` where no report could be written to the folder: said before a run, which may take hours. Makes nothing."""
    place = next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
    if not place.is_dir():
        raise UsageError(f"{place} is a file, so no results can be written to {folder}; choose another folder with --out.")
    if not os.access(place, os.W_OK | os.X_OK):
        raise UsageError(f"The folder {folder} cannot be written to; choose another with --out.")


def wilson(successes: int, n: int) -> tuple[float, float]:
    """95 % interval of a share (Wilson 1927)."""
    if n == 0:
        return 0.0, 1.0
    z = 1.959964
    p = successes / n
    middle, spread = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n))


def share(name: str, hits: Iterable[bool], baseline: float | None = None) -> Figure:
    """The share of cases for which something holds."""
    found = list(hits)
    low, high = wilson(sum(found), len(found))
    return Figure(name, sum(found) / len(found) if found else 0.0, len(found), low, high, baseline)


def cases(form: type[Case], suite: str, path: Path | None) -> tuple[Case, ...]:
    """The suite's own cases, or the user's from `path` (JSON Lines of the same form). Raises `UsageError` naming the line that is wrong."""
    paths: Sequence[Path] = [path] if path is not None else sorted(asset("evals", suite).glob("*.jsonl"))
    found: list[Case] = []
    for one in paths:
        try:
            lines = one.read_text(encoding="utf-8").split("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{one} cannot be read as UTF-8 text; check the path.") from error
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                found.append(form.model_validate_json(line))
            except ValidationError as error:
                raise UsageError(f"{one.name}, line {number}: {fault(error)}.") from error
    if not found:
        raise UsageError("There are no cases to evaluate; check the file.")
    return tuple(found)


def _written(figure: Figure) -> str:
    if figure.unit == "share" and not figure.n:
        text = f"{'–':>6}"  # no cases: neither a share nor an interval of one
    elif figure.unit == "share":
        text = f"{figure.value:6.3f}"
        text += f" [{figure.low:.3f}, {figure.high:.3f}]" if figure.low is not None and figure.high is not None else ""
    else:
        text = f"{figure.value:.4g}"
        text += f" [{figure.low:.4g}, {figure.high:.4g}]" if figure.low is not None and figure.high is not None else ""
        text += f" {figure.unit}"
    text += f"  n={figure.n}"
    return text + (f"  baseline {figure.baseline:.3f}" if figure.baseline is not None else "")
