"""Health records in FHIR R4: what hospitals, practices and apps export, as JSON or NDJSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.errors import UsageError
from assistant.importers.fhir_documents import ENDINGS, Held, documents, looks_like_fhir, resources
from assistant.importers.fhir_record import take
from assistant.importers.importer import Intake, Options, Reject
from assistant.importers.parcel import Parcel

__all__ = ["Fhir", "fhir", "read_files"]

_LOOKED_AT = 200  # files of a folder whose beginning is read
_XML = b'xmlns="http://hl7.org/fhir"'


class Fhir:
    """`Importer` of FHIR R4 in JSON and NDJSON: bundles, lists, single resources. A resource that breaks the standard is rejected alone."""

    name = "fhir"
    title = "FHIR health record"

    def recognises(self, parcel: Parcel) -> bool:
        names = parcel.names()
        # Apple's export holds FHIR, too, among much else; its own importer reads it.
        if any(name.lower().endswith(".xml") for name in names) and any(map(_is_of_a_phone, names)):
            return False
        return any(_is_fhir(parcel, name) or _is_xml(parcel, name) for name in names[:_LOOKED_AT])

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        names = parcel.names()
        ours = [name for name in names if name.lower().endswith(ENDINGS)]
        if not ours:
            xml = any(_is_xml(parcel, name) for name in names[:_LOOKED_AT])
            raise UsageError(
                f"{parcel.path.name} {'is FHIR in XML, which is not read; export it as JSON' if xml else 'holds no JSON and no NDJSON'}."
            )
        read_files(parcel, ours, intake, options)
        if len(ours) < len(names):
            others = [name for name in names if name not in set(ours)]
            intake.note(f"Files that are neither JSON nor NDJSON, and were not read: {', '.join(others[:10])}{', …' if len(others) > 10 else ''}.")


def read_files(parcel: Parcel, names: Iterable[str], intake: Intake, options: Options) -> None:
    """Read these files of a parcel, such as the clinical records of an export that holds more than that."""
    listed = list(names)
    broken: dict[str, str] = {}  # files that end in the middle: nothing of them is taken, though much of them can be read
    first, whole, passes = "", 0, 0

    def opened() -> Iterator[Held]:
        nonlocal first, whole, passes
        passes += 1
        for name in listed:
            if name in broken:
                intake.reject(Reject(name, broken[name]))
                continue
            for document in documents(parcel, name):
                if not document.wrong:
                    whole += document.place != name
                    yield from resources(document)
                elif passes > 1:
                    intake.reject(Reject(document.place, document.wrong))
                else:
                    first = first or f"{document.place} cannot be read: {document.wrong}."
                    if document.place == name:
                        broken[name] = document.wrong
            whole += name not in broken
            intake.progress(parcel.done)
        if first and not whole:
            raise UsageError(first)

    take(opened, intake, options, together=any(map(_is_of_a_phone, listed)))


def _is_fhir(parcel: Parcel, name: str) -> bool:
    return name.lower().endswith(ENDINGS) and looks_like_fhir(name, parcel.head(name))


def _is_of_a_phone(name: str) -> bool:
    """Apple Health keeps the records of all of its owner's hospitals in this folder, and of nobody else."""
    return "clinical-records/" in name or "clinical_records/" in name


def _is_xml(parcel: Parcel, name: str) -> bool:
    return name.lower().endswith(".xml") and _XML in parcel.head(name)


fhir = Fhir()
