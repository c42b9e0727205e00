"""What importing a large Apple Health export costs, beside a bare loop over the same file, and whether importing it again changes anything.

Everything runs in processes of its own, one after the other, so that each has its own peak of memory; the bare loop is timed in the same minutes as
the import, for a busy machine slows both. Figures are CPU time: of the whole import, with storing and working out days.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from assistant.errors import AuricleError
from assistant.evals.figures import Figure, Report

__all__ = ["MEGABYTES", "measure", "peak_memory"]

MEGABYTES = 1000
_PERSON = "bench"


def measure(megabytes: float = MEGABYTES, runs: int = 1, folder: Path | None = None, packed: bool = False) -> Report:
    """runs: of each; the fastest counts. folder: where the export is written, instead of a temporary one; an export that is there is used again.

    packed: read it from its zip, as it comes from the phone; the bare loop then unpacks, too.
    """
    from assistant.evals.apple_export import write_export, write_zip

    with _place(folder) as place:
        export = place / f"export-{megabytes:g}.xml"
        if not export.exists():
            write_export(export, megabytes)
        given = export
        if packed:
            given = export.with_suffix(".zip")
            if not given.exists():
                write_zip(given, export)
        loops, imports, again = [], [], []
        for _ in range(runs):
            with TemporaryDirectory(dir=place) as records:
                loops.append(_child("loop", given))
                imports.append(_child("import", given, records))
                again.append(_child("import", given, records))
    return _report(export_bytes=imports[0]["bytes"], loops=loops, imports=imports, again=again)


def _report(export_bytes: int, loops: Sequence[dict[str, Any]], imports: Sequence[dict[str, Any]], again: Sequence[dict[str, Any]]) -> Report:
    records = int(loops[0]["records"])
    loop, first, second = (min(float(run["cpu"]) for run in runs) for runs in (loops, imports, again))
    changed = sum(int(run["new"]) + int(run["changed"]) for run in again)
    figures = (
        Figure("import: CPU ÷ bare loop", first / loop, records, unit="times"),
        Figure("import: CPU", first, records, baseline=loop, unit="s"),
        Figure("import again: CPU", second, records, baseline=loop, unit="s"),
        Figure("import: peak memory", max(float(run["peak"]) for run in imports), records, unit="MB"),
        Figure("import again: peak memory", max(float(run["peak"]) for run in again), records, unit="MB"),
        Figure("import: taken over", min(float(run["new"]) for run in imports), records, unit="readings and nights"),
        Figure("import again: new or changed", float(changed), records, unit="readings and nights"),
        Figure("file", export_bytes / 1e6, records, unit="MB"),
    )
    return Report("records-import", figures, tuple({"what": name, **run} for name, runs in _named(loops, imports, again) for run in runs))


def _named(*runs: Sequence[dict[str, Any]]) -> Iterator[tuple[str, Sequence[dict[str, Any]]]]:
    yield from zip(("loop", "import", "again"), runs, strict=True)


@contextmanager
def _place(folder: Path | None) -> Iterator[Path]:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        yield folder
        return
    with TemporaryDirectory(prefix="auricle-bench-") as made:
        yield Path(made)


def _child(what: str, *arguments: str | Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "assistant.evals.import_speed", what, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AuricleError(f"The measurement ended early: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'without a word'}.")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# In the child


def _loop(given: Path) -> dict[str, Any]:
    """What any reader has to do at least: go through the records one by one, and forget each."""
    from lxml import etree

    from assistant.importers.parcel import Parcel

    parcel = Parcel(given)
    name = next(name for name in parcel.names() if name.endswith(".xml") and "cda" not in name)
    started, count = process_time(), 0
    with parcel.open(name) as stream:
        for _, element in etree.iterparse(stream, events=("end",), tag="Record", recover=True, huge_tree=True):
            count += 1
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
    return {"cpu": process_time() - started, "records": count}


def _import(given: Path, folder: Path) -> dict[str, Any]:
    from zoneinfo import ZoneInfo

    from assistant.importers.apple import apple
    from assistant.importers.importer import Options
    from assistant.importers.parcel import Parcel
    from assistant.records.intake import StoreIntake
    from assistant.records.store import RecordStore
    from assistant.records.vault import Vault
    from assistant.types import Person

    store = RecordStore(folder, Vault.open(folder, keyring=lambda: None))
    store.add(Person(_PERSON, "Bench", "Europe/Berlin"))
    started = process_time()
    with StoreIntake(store, _PERSON) as intake:
        apple.read(Parcel(given), intake, Options(ZoneInfo("Europe/Berlin")))
    spent = process_time() - started
    outcome = intake.outcome(apple.title)
    tallies = outcome.taken.values()
    return {
        "cpu": spent,
        "peak": peak_memory(),
        "bytes": given.stat().st_size,
        "new": sum(tally.new for tally in tallies),
        "changed": sum(tally.changed for tally in tallies),
        "rejected": len(outcome.rejects),
    }


def peak_memory() -> float:
    """The most memory that this process ever had, in MB."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux's getrusage counts what the process was before it became this program, too
        return int(next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM"))) * 1024 / 1e6
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e6 / 1024)


def _main(what: str, given: str, *records: str) -> None:
    found = _loop(Path(given)) if what == "loop" else _import(Path(given), Path(records[0]))
    print(json.dumps(found))


if __name__ == "__main__":
    _main(*sys.argv[1:])
