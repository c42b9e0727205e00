"""What a person allows: which kinds of their data tasks may read, and which may be fetched from sources outside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from assistant.errors import PermissionDenied, UsageError
from assistant.measures import MEASURES
from assistant.records.blobs import Blobs

__all__ = ["KINDS", "Consent"]

KINDS: tuple[str, ...] = (*dict.fromkeys(measure.task for measure in MEASURES.values()), "health_record", "recording")
"""Named after the tasks that answer for them. "health_record": conditions, medicines, allergies, labs; "recording": raw pulse and heart signals."""

_NAME = "consent"


@dataclass(frozen=True, slots=True)
class Consent:
    """denied: what tasks may not read; all else they may, as it is the person's own. live: what may be fetched from outside: nothing at first."""

    denied: frozenset[str] = frozenset()
    live: frozenset[str] = frozenset()

    @classmethod
    def of(cls, blobs: Blobs) -> Consent:
        kept = blobs.json(_NAME, {})
        return cls(frozenset(kept.get("denied", ())), frozenset(kept.get("live", ())))

    def write(self, blobs: Blobs) -> None:
        blobs.write_json(_NAME, {"denied": sorted(self.denied), "live": sorted(self.live)})

    def allowing(self, kinds: Iterable[str]) -> Consent:
        """Raises `UsageError` for what is no kind of data; so do the others."""
        return replace(self, denied=self.denied - _known(kinds))

    def denying(self, kinds: Iterable[str]) -> Consent:
        """What may not be read is not fetched either."""
        known = _known(kinds)
        return Consent(self.denied | known, self.live - known)

    def fetching(self, kinds: Iterable[str]) -> Consent:
        return replace(self, live=self.live | _known(kinds))

    def not_fetching(self, kinds: Iterable[str]) -> Consent:
        return replace(self, live=self.live - _known(kinds))

    def check_read(self, kind: str, person: str) -> None:
        """Raises `PermissionDenied` when tasks may not read it."""
        if kind in self.denied:
            raise PermissionDenied(
                f"You do not allow your {_said(kind)} data to be read; `auricle data consent {person} --allow {kind}` allows it again."
            )

    def check_live(self, kind: str, person: str) -> None:
        """Raises `PermissionDenied` unless the person allowed it to be fetched from outside."""
        if kind not in self.live:
            raise PermissionDenied(
                f"You have not allowed your {_said(kind)} data to be fetched; `auricle data consent {person} --fetch {kind}` allows it."
            )


def _known(kinds: Iterable[str]) -> frozenset[str]:
    found = frozenset(kinds)
    if unknown := sorted(found - set(KINDS)):
        raise UsageError(f"There is no kind of data {unknown[0]!r}; there are {', '.join(KINDS)}.")
    return found


def _said(kind: str) -> str:
    return kind.replace("_", " ")
