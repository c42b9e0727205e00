"""What tests of importers share: reading a file, or files that a test writes, into a fake intake."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from assistant.importers.importer import Importer, Options
from assistant.importers.parcel import Parcel
from assistant.testing import FakeIntake

Imported = Callable[..., FakeIntake]


@pytest.fixture
def imported(tmp_path: Path) -> Imported:
    """`imported(IMPORTER, path)`, or with `{name: text or bytes}` instead of a path; further arguments are those of `Options`."""

    def read(importer: Importer, given: Path | Mapping[str, str | bytes], *, zone: str = "Europe/Berlin", **options: object) -> FakeIntake:
        path = given if isinstance(given, Path) else tmp_path / "given"
        if not isinstance(given, Path):
            for name, content in given.items():
                file = path / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content if isinstance(content, bytes) else content.encode())
        parcel, intake = Parcel(path), FakeIntake()
        assert importer.recognises(parcel)
        importer.read(parcel, intake, Options(zone=ZoneInfo(zone), **options))  # type: ignore[arg-type]  # a test passes what Options has
        return intake

    return read
