"""Keys: one master key wraps one AES-GCM key per person; erasing a person destroys theirs.

The master key is kept where the machine is best at it: behind a passphrase (scrypt), in the operating system's keyring, or, failing both,
in a file that only its owner may read; `Vault.warning` then says so. `vault.json` holds how it is kept and a sealed check word, nothing
secret. A person's envelope in `keys/` holds their sealed name, time zone and key; its file name is a keyed hash, so that a stolen disk
names nobody.
"""

from __future__ import annotations

import base64
import contextlib
import hmac
import json
import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from assistant.atomic import written
from assistant.errors import StoreError, UsageError
from assistant.types import Person

__all__ = ["Keyring", "PersonKey", "Vault", "os_keyring"]

Kept = Literal["passphrase", "keyring", "file"]

SERVICE = "auricle"
CHECK = b"auricle vault 1"
NONCE = 12  # bytes, what AES-GCM is made for
# Twice the N=2^14, r=8, p=1 that scrypt's paper proposes for interactive use: 0.1 s and 32 MB.
SCRYPT_N, SCRYPT_R, SCRYPT_P = 2**15, 8, 1


class Keyring(Protocol):
    """The part of the `keyring` package that is used."""

    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...


def os_keyring() -> Keyring | None:
    """The operating system's keyring, or None where there is none that works."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return None
    try:
        backend = keyring.get_keyring()
        # keyring's own fail and null backends have a priority of 0 and below; those that keep a secret have 1 and above.
        return backend if backend.priority >= 1 else None
    except (KeyringError, RuntimeError, OSError):
        return None


def _seal(key: bytes, plain: bytes, bound: bytes) -> bytes:
    nonce = secrets.token_bytes(NONCE)
    return nonce + AESGCM(key).encrypt(nonce, plain, bound)


def _unseal(key: bytes, sealed: bytes, bound: bytes) -> bytes:
    """Raises `InvalidTag` for a wrong key, changed bytes or another binding."""
    if len(sealed) < NONCE:
        raise InvalidTag
    return AESGCM(key).decrypt(sealed[:NONCE], sealed[NONCE:], bound)


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Raises `StoreError` where the disk is full, or nobody may write there."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"The key file {path} cannot be written ({error.strerror}); make room on the disk, or let yourself write there.") from error


def _write_once(path: Path, content: bytes) -> bool:
    """Write a whole file that must not exist yet, for its owner only. False when another process was first."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        return False
    finally:
        draft.unlink(missing_ok=True)
    return True


@dataclass(frozen=True, slots=True)
class PersonKey:
    """Seals and opens one person's blobs. `handle` stands for the person on disk."""

    person: Person
    handle: str
    key: bytes

    def label(self, name: str) -> bytes:
        """What stands for `name` on disk: a keyed hash, 16 bytes."""
        return hmac.digest(self.key, name.encode(), "sha256")[:16]

    def seal(self, name: str, plain: bytes) -> bytes:
        return _seal(self.key, plain, self._bound(name))

    def open(self, name: str, sealed: bytes) -> bytes:
        """Raises `StoreError` when the blob is damaged, or another person's, or stood under another name."""
        try:
            return _unseal(self.key, sealed, self._bound(name))
        except InvalidTag as error:
            raise StoreError(f"The stored records of {self.person.id!r} are damaged; restore the data folder from a backup.") from error

    def _bound(self, name: str) -> bytes:
        return json.dumps([self.person.id, name]).encode()


class Vault:
    """The people and their keys, in one folder. Safe to use from several threads and processes."""

    def __init__(self, folder: Path, master: bytes, kept: Kept) -> None:
        self._keys = folder / "keys"
        self._folder = folder
        self._wrap = hmac.digest(master, b"wrap", "sha256")
        self._name = hmac.digest(master, b"name", "sha256")
        self.kept: Kept = kept

    @classmethod
    def open(cls, folder: Path, passphrase: str | None = None, keyring: Callable[[], Keyring | None] = os_keyring) -> Vault:
        """Open the vault of `folder`, or make one: behind the passphrase if given, else in the keyring, else in a file.

        Raises `StoreError` when the passphrase is wrong or missing, the key is gone, a file is damaged or the folder cannot be used.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            (folder / "keys").mkdir(exist_ok=True, mode=0o700)
            if not (folder / "vault.json").exists():
                _make(folder, passphrase, keyring)
            return _open(folder, passphrase, keyring)
        except OSError as error:
            raise StoreError(f"The data folder {folder} cannot be used ({error.strerror}); choose another with AURICLE_DATA.") from error

    @property
    def warning(self) -> str | None:
        """One sentence for `auricle doctor` when the key lies beside what it protects."""
        if self.kept != "file":
            return None
        path = self._folder / "master.key"
        return f"The key to the records is the file {path}: whoever copies the folder can read them; AURICLE_PASSPHRASE avoids that."

    def add(self, person: Person) -> PersonKey:
        """Give a person a key, or keep theirs and note a changed name, zone or clock."""
        path = self._envelope(person.id)
        if not path.exists():
            with _writing(path):
                _write_once(path, self._wrapped(person, secrets.token_bytes(32)))
        current = self.key(person.id)
        if current is None:
            raise StoreError(f"The key of {person.id!r} vanished while it was being made; try again.")
        if current.person != person:
            with _writing(path), written(path, 0o600) as file:
                file.write(self._wrapped(person, current.key))
        return PersonKey(person, path.stem, current.key)

    def key(self, person: str) -> PersonKey | None:
        """A person's key, or None when there is no such person (any more)."""
        path = self._envelope(person)
        return self._unwrapped(path) if path.exists() else None

    def known(self, person: str) -> PersonKey:
        """A person's key. Raises `UsageError` when there is no such person."""
        if key := self.key(person):
            return key
        names = ", ".join(known.id for known in self.people())
        raise UsageError(
            f"There is no person {person!r}; {f'there are: {names}' if names else 'nobody is known yet'}. `auricle data demo` makes the demo person."
        )

    def handle(self, person: str) -> str:
        """What stands for a person on disk, known or not: a keyed hash."""
        return self._envelope(person).stem

    def people(self) -> tuple[Person, ...]:
        found = (self._unwrapped(path) for path in self._keys.glob("*.key"))
        return tuple(sorted((key.person for key in found if key), key=lambda person: person.id))

    def erase(self, person: str) -> None:
        """Destroy a person's key: overwritten, then removed. What it sealed can never be read again, in no copy of the database."""
        path = self._envelope(person)
        with _writing(path), contextlib.suppress(FileNotFoundError):
            with path.open("r+b") as file:
                file.write(secrets.token_bytes(path.stat().st_size))
                file.flush()
                os.fsync(file.fileno())
            path.unlink()

    def _envelope(self, person: str) -> Path:
        return self._keys / f"{hmac.digest(self._name, person.encode(errors='surrogatepass'), 'sha256')[:16].hex()}.key"

    def _wrapped(self, person: Person, key: bytes) -> bytes:
        content = {
            "id": person.id,
            "name": person.name,
            "timezone": person.timezone,
            "clock": person.clock.isoformat() if person.clock else None,
            "key": key.hex(),
        }
        return _seal(self._wrap, json.dumps(content).encode(), self._envelope(person.id).stem.encode())

    def _unwrapped(self, path: Path) -> PersonKey | None:
        try:
            content = json.loads(_unseal(self._wrap, path.read_bytes(), path.stem.encode()))
        except FileNotFoundError:  # erased a moment ago
            return None
        except (InvalidTag, ValueError) as error:
            raise StoreError(f"The key file {path} is damaged; restore it from a backup, or remove it to give that person's records up.") from error
        clock = datetime.fromisoformat(content["clock"]) if content["clock"] else None
        return PersonKey(Person(content["id"], content["name"], content["timezone"], clock), path.stem, bytes.fromhex(content["key"]))


def _make(folder: Path, passphrase: str | None, keyring: Callable[[], Keyring | None]) -> None:
    """Choose a place for a new master key and write `vault.json`. When another process is first, its choice stands."""
    header: dict[str, Any] = {"version": 1, "id": secrets.token_hex(8), "salt": secrets.token_hex(16)}
    if passphrase:
        header["kept"], master = "passphrase", _derived(passphrase, header)
    else:
        header["kept"], master = "file", b""
        if ring := keyring():
            fresh = secrets.token_bytes(32)
            # A locked or half-configured keyring raises errors of its backend's own kinds; a file is the fallback for all of them.
            with contextlib.suppress(Exception):
                ring.set_password(SERVICE, header["id"], base64.b64encode(fresh).decode())
                if ring.get_password(SERVICE, header["id"]):
                    header["kept"], master = "keyring", fresh
        if header["kept"] == "file":
            _write_once(folder / "master.key", secrets.token_bytes(32))
            master = (folder / "master.key").read_bytes()
    header["check"] = base64.b64encode(_seal(master, CHECK, b"check")).decode()
    _write_once(folder / "vault.json", json.dumps(header).encode())


def _open(folder: Path, passphrase: str | None, keyring: Callable[[], Keyring | None]) -> Vault:
    path = folder / "vault.json"
    try:
        header = json.loads(path.read_bytes())
        kept: Kept = header["kept"]
        check = base64.b64decode(header["check"], validate=True)
        master = _master(folder, header, passphrase, keyring)
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path} is damaged; restore it from a backup.") from error
    try:
        _unseal(master, check, b"check")
    except (InvalidTag, ValueError) as error:
        if kept == "passphrase":
            raise StoreError(
                f"The passphrase does not open the records in {folder}; set AURICLE_PASSPHRASE to the one they were made with."
            ) from error
        raise StoreError(f"The key that was found does not open the records in {folder}; restore the folder and its key from a backup.") from error
    return Vault(folder, master, kept)


def _master(folder: Path, header: dict[str, Any], passphrase: str | None, keyring: Callable[[], Keyring | None]) -> bytes:
    if header["kept"] == "passphrase":
        if not passphrase:
            raise StoreError(f"The records in {folder} are protected by a passphrase; set AURICLE_PASSPHRASE.")
        return _derived(passphrase, header)
    if header["kept"] == "keyring":
        ring = keyring()
        secret = ring.get_password(SERVICE, header["id"]) if ring else None
        if not secret:
            raise StoreError(f"The key to the records in {folder} is not in this user's keyring; unlock the keyring, or restore its entry.")
        return base64.b64decode(secret)
    try:
        return (folder / "master.key").read_bytes()
    except FileNotFoundError as error:
        raise StoreError(f"The key file {folder / 'master.key'} is gone; restore it from a backup.") from error


def _derived(passphrase: str, header: dict[str, Any]) -> bytes:
    return Scrypt(salt=bytes.fromhex(header["salt"]), length=32, n=SCRYPT_N, r=SCRYPT_R, p=SCRYPT_P).derive(
        passphrase.encode(errors="surrogateescape")
    )
