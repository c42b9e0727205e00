"""The export of Apple's Health app: export.zip, the folder in it, or export.xml alone."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath

from assistant.errors import UsageError
from assistant.importers.apple_ecg import is_ecg, read_ecg
from assistant.importers.apple_elements import Element
from assistant.importers.apple_readings import Gatherer
from assistant.importers.apple_rows import Broken, Rows
from assistant.importers.apple_scan import Scan
from assistant.importers.apple_workouts import Workouts
from assistant.importers.importer import Importer, Intake, Options, Reject
from assistant.importers.parcel import Parcel

__all__ = ["AppleHealth", "apple"]

_HEAD = 1 << 16  # the document type of iOS 17 takes 12 kB
_DEPTH = 3  # folders above export.xml, at most


class AppleHealth:
    """`Importer`. Times carry their offset, so no zone is needed; names of sources are kept as they stand."""

    name = "apple"
    title = "Apple Health export"

    def recognises(self, parcel: Parcel) -> bool:
        return any(self._exports(parcel))

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        exports = self._exports(parcel)
        if not exports:
            raise UsageError(f"{parcel.path.name} holds no export.xml of the Health app.")
        for name in exports:
            self._read_export(parcel, name, intake, options)
        self._read_others(parcel, exports, intake, options)

    def _exports(self, parcel: Parcel) -> list[str]:
        """Its name is translated ("Exportieren.xml"), so it is known by its first lines."""
        return [
            name
            for name in parcel.names()
            if name.lower().endswith(".xml")
            and name.count("/") <= _DEPTH
            and b"HealthData" in (head := parcel.head(name, _HEAD))
            and b"<Clin" not in head
        ]

    def _read_export(self, parcel: Parcel, name: str, intake: Intake, options: Options) -> None:
        gatherer, workouts, others = Gatherer(intake, options.units, name), Workouts(), Counter[str]()
        with parcel.open(name) as stream:
            scan = Scan(stream, name)
            for part in scan:
                if isinstance(part, Rows):
                    gatherer.rows(part, scan.heads)
                    intake.progress(parcel.done)
                elif isinstance(part, Broken):
                    intake.reject(Reject(f"{name}:{part.line}", f"it is broken and cannot be made out: {part.text!r}"))
                elif part.tag == "Me":
                    _introduce(part, intake)
                elif part.tag != "ExportDate":
                    intake.seen(part.tag)
                    if part.tag == "Workout":
                        workouts.add(part)
                    elif part.tag != "Correlation":  # what is in it was taken
                        others[part.tag] += 1
        gatherer.finish()
        intake.progress(parcel.done)
        for note in (workouts.note(), _left(gatherer.left + others), *_repairs(scan, name)):
            if note:
                intake.note(note)

    def _read_others(self, parcel: Parcel, exports: list[str], intake: Intake, options: Options) -> None:
        """Electrocardiograms and health records; the rest is counted."""
        left: Counter[str] = Counter()
        clinical: list[str] = []
        for name in parcel.names():
            lower = name.lower()
            if lower.endswith(".csv") and is_ecg(parcel.head(name)):
                intake.seen("electrocardiogram")
                try:
                    with parcel.open(name) as stream:
                        intake.recording(read_ecg(stream, name))
                except UsageError as error:
                    intake.reject(Reject(name, str(error)))
            elif lower.endswith(".json") and b"resourceType" in parcel.head(name):
                clinical.append(name)
            elif name not in exports:
                left["export_cda.xml" if b"<ClinicalDocument" in parcel.head(name) else PurePosixPath(lower).suffix or "no suffix"] += 1
        if clinical:
            self._read_clinical(parcel.part(clinical), len(clinical), intake, options)
        if left.pop("export_cda.xml", 0):
            intake.seen("export_cda.xml")
            intake.note("export_cda.xml says the same again in another form; it was not read.")
        for kind, count in left.items():
            intake.seen(f"file ({kind})", count)
        if left:
            intake.note(f"Files that were not read: {', '.join(f'{count:,} {kind}' for kind, count in left.most_common())}.")

    def _read_clinical(self, parcel: Parcel, count: int, intake: Intake, options: Options) -> None:
        from assistant.importers.registry import importers

        fhir = next((importer for importer in importers() if importer.name == "fhir"), None)
        if fhir is None:
            intake.seen("clinical record", count)
            intake.note(f"{count:,} clinical records were not read, for there is no importer of FHIR here.")
        else:
            fhir.read(parcel, intake, options)


def _introduce(me: Element, intake: Intake) -> None:
    born = me.attributes.get("HKCharacteristicTypeIdentifierDateOfBirth", "").strip()
    sex = me.attributes.get("HKCharacteristicTypeIdentifierBiologicalSex", "").removeprefix("HKBiologicalSex").lower()
    if born:
        intake.about(f"born {born}" + (f", {sex}" if sex in ("female", "male", "other") else ""))


def _left(kinds: Counter[str]) -> str:
    listed = ", ".join(f"{kind} {count:,}" for kind, count in kinds.most_common())
    return f"Not taken over, for there is no measure of it here: {listed}." if listed else ""


def _repairs(scan: Scan, name: str) -> list[str]:
    notes = []
    if scan.text.control:
        notes.append(f"{scan.text.control:,} control bytes, which no XML may hold, were left out of {name}.")
    if scan.text.junk:
        notes.append(f"{scan.text.junk:,} bytes after the end of {name} were left out.")
    if not scan.text.whole:
        notes.append(f"{name} ends in the middle; export it again if something is missing.")
    if scan.mended:
        notes.append(f"{name} is broken in {scan.mended:,} place{'' if scan.mended == 1 else 's'}; what stands around was read.")
    if scan.parsed_from:
        notes.append(f"From line {scan.parsed_from:,} on, {name} is not written as Apple writes it; it was read all the same.")
    return notes


apple: Importer = AppleHealth()
