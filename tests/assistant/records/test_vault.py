"""Keys: each way of keeping the master key opens again, and nothing else does."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assistant.errors import StoreError
from assistant.records.vault import Keyring, Vault
from assistant.types import Person

ANA = Person("ana", "Ana Quintero", "Europe/Madrid")


class Ring:
    """A keyring in memory."""

    def __init__(self, works: bool = True) -> None:
        self.secrets: dict[tuple[str, str], str] = {}
        self.works = works

    def get_password(self, service: str, username: str) -> str | None:
        return self.secrets.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if not self.works:
            raise RuntimeError("locked")
        self.secrets[service, username] = password


def nothing() -> Keyring | None:
    return None


def test_passphrase_opens_again_and_a_wrong_one_does_not(tmp_path: Path) -> None:
    vault = Vault.open(tmp_path, "one", nothing)
    key = vault.add(ANA)
    assert (vault.kept, vault.warning) == ("passphrase", None)
    again = Vault.open(tmp_path, "one", nothing).key("ana")
    assert again == key
    assert again.open("x", key.seal("x", b"words")) == b"words"
    with pytest.raises(StoreError, match="The passphrase does not open the records"):
        Vault.open(tmp_path, "two", nothing)
    with pytest.raises(StoreError, match="set AURICLE_PASSPHRASE"):
        Vault.open(tmp_path, None, nothing)


def test_keyring_keeps_the_key_where_there_is_one(tmp_path: Path) -> None:
    ring = Ring()
    vault = Vault.open(tmp_path, None, lambda: ring)
    key = vault.add(ANA)
    assert (vault.kept, vault.warning) == ("keyring", None)
    assert not (tmp_path / "master.key").exists()
    assert Vault.open(tmp_path, None, lambda: ring).key("ana") == key
    ring.secrets.clear()
    with pytest.raises(StoreError, match="not in this user's keyring"):
        Vault.open(tmp_path, None, lambda: ring)


@pytest.mark.parametrize("ring", [None, Ring(works=False)])
def test_a_file_is_the_last_resort_and_says_so(tmp_path: Path, ring: Ring | None) -> None:
    vault = Vault.open(tmp_path, None, lambda: ring)
    key = vault.add(ANA)
    assert vault.kept == "file"
    assert vault.warning is not None
    assert "whoever copies the folder can read them" in vault.warning
    assert stat.S_IMODE(os.stat(tmp_path / "master.key").st_mode) == 0o600
    assert Vault.open(tmp_path, None, lambda: ring).key("ana") == key
    (tmp_path / "master.key").unlink()
    with pytest.raises(StoreError, match=r"master\.key is gone"):
        Vault.open(tmp_path, None, lambda: ring)


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"kept": "passphrase", "check": "AAAA", "salt": "zz"}', b"\xff\xfe"])
def test_a_damaged_header_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    Vault.open(tmp_path, "one", nothing)
    (tmp_path / "vault.json").write_bytes(content)
    with pytest.raises(StoreError, match=r"vault\.json is damaged; restore it from a backup\.$"):
        Vault.open(tmp_path, "one", nothing)


def test_a_damaged_envelope_is_one_sentence(tmp_path: Path) -> None:
    vault = Vault.open(tmp_path, "one", nothing)
    vault.add(ANA)
    (envelope,) = (tmp_path / "keys").iterdir()
    envelope.write_bytes(envelope.read_bytes()[:-3])
    with pytest.raises(StoreError, match="is damaged; restore it from a backup"):
        vault.people()


def test_an_envelope_copied_over_another_does_not_open(tmp_path: Path) -> None:
    """Otherwise Ana's key would answer to Ben's name."""
    vault = Vault.open(tmp_path, "one", nothing)
    ana = vault.add(ANA)
    ben = vault.add(Person("ben", "Ben", "Europe/Berlin"))
    keys = tmp_path / "keys"
    (keys / f"{ben.handle}.key").write_bytes((keys / f"{ana.handle}.key").read_bytes())
    with pytest.raises(StoreError, match="damaged"):
        vault.key("ben")


def test_a_blob_is_bound_to_its_name_and_person(tmp_path: Path) -> None:
    vault = Vault.open(tmp_path, "one", nothing)
    ana, ben = vault.add(ANA), vault.add(Person("ben", "Ben", "Europe/Berlin"))
    sealed = ana.seal("days/steps", b"words")
    for key, name in ((ana, "days/weight"), (ben, "days/steps")):
        with pytest.raises(StoreError, match="damaged"):
            key.open(name, sealed)
    assert ana.label("days/steps") != ben.label("days/steps")


def test_processes_that_start_together_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        vaults = list(pool.map(lambda _: Vault.open(tmp_path, None, nothing), range(8)))
        keys = list(pool.map(lambda vault: vault.add(ANA), vaults))
    assert len({key.key for key in keys}) == 1


def test_a_folder_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match=r"cannot be used .*choose another with AURICLE_DATA\.$"):
        Vault.open(tmp_path / "file", "one", nothing)
