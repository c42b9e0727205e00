"""Files of a model hub, by plain GET on {endpoint}/{repository}/resolve/{revision}/{file}; resumable, checked, https or loopback only."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import quote, urlsplit

from assistant.errors import ModelCorrupt, ModelError, UsageError
from assistant.loopback import is_loopback
from assistant.models.disk import BLOCK, digest
from assistant.models.progress import Progress

if TYPE_CHECKING:
    import httpx

__all__ = ["Fetched", "HubClient", "NotAtHub"]


class NotAtHub(ModelError):
    """The hub has no such file."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What arrived: bytes and SHA-256."""

    size: int
    sha256: str


def _check(url: str) -> None:
    if urlsplit(url).scheme != "https" and not (urlsplit(url).scheme == "http" and is_loopback(url)):
        raise UsageError(f"Models are fetched over https only, and {urlsplit(url).scheme}://{urlsplit(url).netloc} is not; correct HF_ENDPOINT.")


class HubClient:
    """A hub. `endpoint` defaults to what `HF_ENDPOINT` names, else the public hub."""

    def __init__(self, endpoint: str | None = None) -> None:
        import httpx

        self.endpoint = (endpoint or os.environ.get("HF_ENDPOINT") or "https://huggingface.co").rstrip("/")
        _check(self.endpoint)

        def every_hop(request: httpx.Request) -> None:  # a hub redirects to its storage: the same rule holds there
            _check(str(request.url))

        self._http = httpx.Client(
            follow_redirects=True,
            timeout=httpx.Timeout(30, read=120),
            event_hooks={"request": [every_hop]},
            trust_env=not is_loopback(self.endpoint),  # a proxy cannot reach our loopback
            headers={"Accept-Encoding": "identity"},  # sizes and ranges are those of the file
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._http.close()

    def fetch(self, repository: str, revision: str, file: str, partial: Path, sha256: str | None, progress: Progress, *, counted: bool) -> Fetched:
        """Download into `partial`, going on where an earlier attempt stopped; leaves it there, complete and checked, for the caller to rename.

        sha256: what must arrive; None takes what the hub announces, if it does. counted: whether `progress` expects these bytes already.
        Raises `NotAtHub`, `ModelCorrupt` (and removes the file) for other bytes, `ModelError` when the hub cannot be reached or breaks off.
        """
        import httpx

        url = f"{self.endpoint}/{repository}/resolve/{quote(revision, safe='')}/{quote(file)}"
        mark = partial.with_name(partial.name + ".etag")
        known = mark.read_text() if mark.is_file() else ""
        start = partial.stat().st_size if partial.is_file() and (sha256 or known) else 0
        headers = {"Range": f"bytes={start}-"} if start else {}
        if start and known:
            headers["If-Range"] = known
        try:
            with self._http.stream("GET", url, headers=headers) as response:
                if response.status_code == 416:  # nothing is left to send: what we have is complete, or not this file at all
                    announced = None
                else:
                    self._refuse(response, repository, revision, file)
                    announced = _announced(response)
                    if sha256 and announced and announced != sha256:
                        raise ModelCorrupt(
                            f"The hub's {file} in {repository} has another SHA-256 ({announced}) than the one asked for; nothing was kept."
                        )
                    if not counted:
                        progress.expect(int(response.headers.get("content-length", 0)) + (start if response.status_code == 206 else 0))
                    self._receive(response, partial, mark, start, progress)
        except httpx.HTTPError as error:
            raise ModelError(
                f"The hub at {self.endpoint} did not deliver {file} ({_brief(error)}); run the same command again, it goes on there."
            ) from error
        found = Fetched(partial.stat().st_size, digest(partial))
        mark.unlink(missing_ok=True)
        if (sha256 or announced) not in (None, found.sha256):
            partial.unlink()
            raise ModelCorrupt(f"The hub's {file} in {repository} does not have the SHA-256 {sha256 or announced}; nothing was kept.")
        return found

    def _refuse(self, response: httpx.Response, repository: str, revision: str, file: str) -> None:
        if response.status_code == 404:
            raise NotAtHub(f"The hub at {self.endpoint} has no {file} in {repository} at {revision}; check the names.")
        if response.status_code in (401, 403):
            raise ModelError(f"The hub at {self.endpoint} does not give {repository} to everybody; download it yourself and add it with --from.")
        response.raise_for_status()

    @staticmethod
    def _receive(response: httpx.Response, partial: Path, mark: Path, start: int, progress: Progress) -> None:
        resumed = response.status_code == 206
        if resumed and not response.headers.get("content-range", "").startswith(f"bytes {start}-"):
            partial.unlink(missing_ok=True)
            raise ModelError("The hub sent another piece of the file than the one asked for; run the same command again.")
        etag = response.headers.get("etag", "")
        if etag.startswith('"'):  # a weak one does not promise the same bytes
            mark.write_text(etag)
        else:
            mark.unlink(missing_ok=True)
        if resumed:
            progress.advance(start)
        with partial.open("ab" if resumed else "wb") as out:
            for block in response.iter_bytes(BLOCK):
                out.write(block)
                progress.advance(len(block))
            out.flush()
            os.fsync(out.fileno())


def _announced(response: httpx.Response) -> str | None:
    """The SHA-256 that a hub names for large files, on the first hop."""
    for hop in (*response.history, response):
        tag = hop.headers.get("x-linked-etag", "").strip('"')
        if re.fullmatch(r"[0-9a-f]{64}", tag):
            return str(tag)
    return None


def _brief(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0] or type(error).__name__
