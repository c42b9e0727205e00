"""Watch, ring and phone on the same days, and nights in phases, made up by lot: the store's days against those found minute by minute."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from assistant.period import Period
from assistant.records.intake import StoreIntake
from assistant.records.sample import Night, Phase, Readings
from assistant.records.store import RecordStore
from assistant.records.vault import Vault
from assistant.types import Person


def _beside(name: str) -> ModuleType:
    """A module of this folder: strangers' packages called `tests` stand in the way of importing it."""
    spec = importlib.util.spec_from_file_location(f"oracle_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


oracle = _beside("sources")
FIRST = 20_700 * 1440  # a day of September 2026 in minutes since 1970
EVER = Period(date(2026, 1, 1), date(2026, 12, 31))
NOW = datetime.fromisoformat("2026-11-30T09:30:00+01:00")


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    store = RecordStore(tmp_path, Vault.open(tmp_path, "correct horse", lambda: None))
    store.add(Person("ana", "Ana", "Europe/Berlin", NOW))
    return store


def _batch(source: str, some: Sequence[Any]) -> Readings:
    start, end, offset, value = (np.array([each[column] for each in some]) for column in (1, 2, 3, 4))
    micros = 60_000_000
    return Readings("steps", source, "count", start * micros, end * micros, offset.astype(np.int16), value.astype(float), value.astype(float))


@pytest.mark.parametrize("seed", range(6))
async def test_amounts_of_several_sources(store: RecordStore, seed: int) -> None:
    lot = np.random.default_rng(seed)
    readings = []
    for source in ("Ana's Watch", "Ana's Ring", "Ana's Phone", "Another"):
        minute = FIRST + int(lot.integers(0, 600))
        while minute < FIRST + 6 * 1440:
            minute += int(lot.choice([0, 0, 5, 60, 400, 900]))  # often the next begins where the last ended
            length = int(lot.choice([1, 5, 15, 60, 600]))
            offset = int(lot.choice([60, 60, 120]))
            readings.append(oracle.Amount(source, minute, minute + length, offset, float(lot.integers(1, 2000))))
            minute += length
    with StoreIntake(store, "ana") as intake:
        for source in {each.source for each in readings}:
            intake.readings(_batch(source, [each for each in readings if each.source == source]))
    mine = oracle.amounts(readings)
    theirs = {day.day: day.value for day in await store.days("ana", "steps", EVER)}
    assert theirs == pytest.approx(mine, abs=1e-6)


def _moment(minute: int, offset: int) -> datetime:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(minutes=minute)).astimezone(timezone(timedelta(minutes=offset)))


def _night(lot: np.random.Generator, source: str, start: int, length: int, staged: bool, bed: bool) -> list[Any]:
    """Phases one after the other, with gaps, and perhaps the time in bed around them."""
    found, minute, end = [], start, start + length
    if bed:
        found.append(oracle.Phase(source, "in_bed", start - int(lot.integers(0, 40)), end + int(lot.integers(0, 20)), 60))
    while minute < end:
        kind = str(lot.choice(["light", "light", "deep", "rem", "awake", "asleep"] if staged else ["asleep", "asleep", "awake"]))
        long = min(int(lot.integers(5, 90)), end - minute)
        found.append(oracle.Phase(source, kind, minute, minute + long, 60))
        minute += long + int(lot.choice([0, 0, 0, 3, 40]))
    return found


@pytest.mark.parametrize("seed", range(8))
async def test_nights_of_several_phases_and_sources(store: RecordStore, seed: int) -> None:
    lot = np.random.default_rng(100 + seed)
    told: list[list[Any]] = []
    for day in range(8):
        evening = FIRST + day * 1440 + 21 * 60 + int(lot.integers(0, 180))
        length = int(lot.integers(240, 520))
        told.append(_night(lot, "Ana's Watch", evening, length, True, bool(lot.random() < 0.5)))
        if lot.random() < 0.5:  # the same night as the phone has it
            told.append(_night(lot, "Ana's Phone", evening + int(lot.integers(-40, 40)), length, False, True))
        if lot.random() < 0.4:  # a nap in the afternoon, by either
            told.append(_night(lot, str(lot.choice(["Ana's Watch", "Ana's Phone"])), FIRST + day * 1440 + 13 * 60, 60, False, False))
    phases = [phase for night in told for phase in night]
    with StoreIntake(store, "ana") as intake:
        for night in told:
            parts = tuple(Phase(kind, _moment(start, offset), _moment(end, offset)) for _, kind, start, end, offset in night)
            if lot.random() < 0.3:  # exported in the middle of it, and whole later
                middle = parts[len(parts) // 2]
                grown = Phase(middle.kind, middle.start, middle.start + (middle.end - middle.start) / 2)
                intake.nights([Night(night[0].source, (*(part for part in parts if part.end <= middle.start), grown))])
            intake.nights([Night(night[0].source, parts)])
    mine = oracle.nights(phases)
    for measure in mine.columns:
        theirs = {day.day: day.value for day in await store.days("ana", measure, EVER)}
        assert theirs == pytest.approx(mine[measure].dropna().to_dict(), abs=1e-6), measure
