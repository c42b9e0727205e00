"""What people and programs are told of an import: all that was not taken over is in it."""

from __future__ import annotations

import tracemalloc

from assistant.importers.importer import Reject
from assistant.importers.outcome import Ledger
from assistant.importers.rejects import Rejects


def test_nothing_that_was_rejected_is_lost() -> None:
    rejects = Rejects()
    wanted = [Reject(f"export.xml:{number}", f"heart_rate is {number}, which no living person has") for number in range(20_000)]
    wanted.append(Reject("a.csv:1", "has no \ud800 \n time"))
    for reject in wanted:
        rejects.add(reject)
    assert list(rejects) == wanted
    assert list(rejects) == wanted, "it can be read twice"
    assert len(rejects) == 20_001
    first, second = rejects.groups()
    assert (first.reason, first.count, first.places) == (
        "heart_rate is …, which no living person has",
        20_000,
        ("export.xml:0", "export.xml:1", "export.xml:2"),
    )
    assert second.example == "has no \ud800 \n time"
    rejects.add(wanted[0])
    assert list(rejects) == [*wanted, wanted[0]], "nor does reading close it"


def test_rejects_that_are_all_different_take_little_memory() -> None:
    rejects = Rejects()
    tracemalloc.start()
    for number in range(20_000):
        rejects.add(
            Reject(f"apple_health_export/export.xml:{number}", f"the {number}th reason is unlike {'abcdefghij'[number % 10] * (number % 97)}")
        )
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 3 << 20
    assert len(rejects.groups()) <= 1001
    assert sum(group.count for group in rejects.groups()) == 20_000


def test_the_account_for_people_and_for_programs() -> None:
    told: list[int] = []
    ledger = Ledger(told.append)
    ledger.seen("HKStep", 3)
    ledger.seen("HKNoise")
    ledger.count("steps", read=2, new=1, unchanged=1)
    ledger.count("steps", read=1, changed=1)
    ledger.reject(Reject("export.xml:7", "steps is -5"))
    ledger.note("3 broken bytes were left out.")
    ledger.note("3 broken bytes were left out.")
    ledger.progress(17)
    outcome = ledger.outcome("Apple Health export")
    assert told == [17]
    assert list(outcome.lines()) == [
        "Apple Health export: 4 entries of 2 kinds.",
        "  steps           3 read           1 new         1 changed           1 known",
        "  In the file: HKNoise 1, HKStep 3.",
        "  3 broken bytes were left out.",
        "  1 rejected (--rejects FILE lists them all):",
        "             1  steps is -5 (export.xml:7)",
    ]
    assert outcome.json() == {
        "kind": "Apple Health export",
        "seen": {"HKNoise": 1, "HKStep": 3},
        "taken": {"steps": {"read": 3, "new": 1, "changed": 1, "unchanged": 1}},
        "notes": ["3 broken bytes were left out."],
        "rejected": 1,
        "rejects": [{"place": "export.xml:7", "reason": "steps is -5"}],
    }
    assert list(Ledger().outcome("A table").lines()) == ["A table: 0 entries of 0 kinds.", "  Nothing in it can be taken over."]
