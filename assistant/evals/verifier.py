"""`auricle eval verifier`: does the verifier accept the replies that their facts bear out, and no other?

A line is `{"facts": […], "reply": "…", "ok": true}` with the facts' form of `assistant.reply.claims`, and where known its `language` (else English),
`mutation` (what was damaged), `kind` and `id`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from assistant.content import Strict
from assistant.evals.figures import Figure, Report, cases, share
from assistant.reply.amounts import only_numbers
from assistant.reply.claims import read_claims
from assistant.reply.verifier import verify_reply

__all__ = ["GRAVE", "Case", "Scored", "evaluate", "read_cases", "report"]

GRAVE = frozenset({"verdict", "polarity", "dose", "drug"})  # no reply so damaged may pass
UNTESTED = "replies of real models, damages of other sorts, several damages at once; one author wrote the cases"


class Case(Strict):
    facts: tuple[Mapping[str, Any], ...]
    reply: str
    ok: bool
    language: str = "en"
    mutation: str | None = None
    kind: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """What the verifier said of a case; `numbers`: what a check of numbers alone would have said."""

    case: Case
    accepted: bool
    reasons: tuple[str, ...]
    numbers: bool
    seconds: float


def read_cases(path: Path | None = None) -> tuple[Case, ...]:
    return cases(Case, "verifier", path)


def evaluate(asked: Iterable[Case]) -> tuple[Scored, ...]:
    return tuple(_one(case) for case in asked)


def _one(case: Case) -> Scored:
    claims = read_claims(case.facts)
    began = perf_counter()
    verdict = verify_reply(case.reply, claims, case.language, whole=True)
    seconds = perf_counter() - began
    return Scored(case, verdict.ok, verdict.reasons, only_numbers(case.reply, claims, case.language).ok, seconds)


def report(scored: Sequence[Scored]) -> Report:
    """False accepts by damage and language, false refusals by language. The baseline of a false accept is a check of numbers alone; accepting
    everything accepts all of them."""
    wrong, right = [one for one in scored if not one.case.ok], [one for one in scored if one.case.ok]
    grave = [one for one in wrong if one.case.mutation in GRAVE]
    figures = [
        _accepts("false accepts", wrong),
        _accepts("false accepts, verdicts, doses and drugs", grave),
        _accepts("false accepts, everything else", [one for one in wrong if one.case.mutation not in GRAVE]),
        _refusals("false refusals", right),
        *(_accepts(f"false accepts, {name}", own) for name, own in _by(wrong, "mutation")),
        *(_refusals(f"false refusals, {name}", own) for name, own in _by(right, "kind")),
        *(_accepts(f"false accepts, {name}", own) for name, own in _by(wrong, "language")),
        *(_refusals(f"false refusals, {name}", own) for name, own in _by(right, "language")),
        Figure("time a reply", 1000 * sum(one.seconds for one in scored) / len(scored), len(scored), unit="ms"),
    ]
    return Report("verifier", tuple(figures), tuple(_line(one) for one in scored), UNTESTED)


def _accepts(name: str, own: Sequence[Scored]) -> Figure:
    naive = sum(one.numbers for one in own) / len(own) if own else None
    return share(name, (one.accepted for one in own), naive)


def _refusals(name: str, own: Sequence[Scored]) -> Figure:
    naive = sum(not one.numbers for one in own) / len(own) if own else None
    return share(name, (not one.accepted for one in own), naive)


def _by(scored: Sequence[Scored], what: str) -> Sequence[tuple[str, Sequence[Scored]]]:
    names = sorted({getattr(one.case, what) or "none" for one in scored})
    return [(name, [one for one in scored if (getattr(one.case, what) or "none") == name]) for name in names]


def _line(one: Scored) -> dict[str, Any]:
    kept = {"id": one.case.id, "language": one.case.language, "mutation": one.case.mutation, "ok": one.case.ok, "accepted": one.accepted}
    return {**kept, "reasons": list(one.reasons)}
