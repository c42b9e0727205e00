"""Fitbit: the tables of studies, and the archive of one's own account."""

from __future__ import annotations

from assistant.importers.documents import family
from assistant.importers.fitbit_account import account_file, read_account
from assistant.importers.fitbit_google import google_file, read_google
from assistant.importers.fitbit_tables import fitabase, read_fitabase
from assistant.importers.gathering import Gathering
from assistant.importers.importer import Intake, Options
from assistant.importers.parcel import Parcel

__all__ = ["FITBIT", "Fitbit"]


class Fitbit:
    name = "fitbit"
    title = "Fitbit export"

    def recognises(self, parcel: Parcel) -> bool:
        return any(account_file(parcel, name) or google_file(parcel, name) or _of_study(parcel, name) for name in parcel.names())

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        """Raises `UsageError` when rows are about several people, or a weight may be in two units, and `options` does not say which."""
        gathering = Gathering(intake, parcel)
        tables: list[str] = []
        files: list[tuple[str, str]] = []
        google: list[tuple[str, str]] = []
        for name in parcel.names():
            if kind := account_file(parcel, name):
                files.append((name, kind))
            elif kind := google_file(parcel, name):
                google.append((name, kind))
            elif _of_study(parcel, name):
                tables.append(name)
            else:
                gathering.foreign(family(name))
        if tables:
            read_fitabase(parcel, tables, gathering, options)
        read_account(parcel, files, gathering, options)
        read_google(parcel, google, gathering, options)
        gathering.finish()


def _of_study(parcel: Parcel, name: str) -> bool:
    if not name.lower().endswith(".csv"):
        return False
    first = parcel.head(name).decode("utf-8", "replace").lstrip("\ufeff").splitlines()[:1]
    return bool(first) and fitabase([cell.strip().strip('"') for cell in first[0].replace(";", ",").split(",")]) is not None


FITBIT = Fitbit()
