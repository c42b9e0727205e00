"""Which machines an address names: what the doctor says can leave."""

from __future__ import annotations

import pytest

from assistant.datapipe.address import elsewhere


@pytest.mark.parametrize(
    "url",
    [
        "sqlite",
        "memory",
        "postgresql://",
        "postgresql:///auricle",
        "postgresql://me:p%40ss@localhost:5433/auricle",
        "postgresql://me:secret@127.0.0.1/auricle",
        "postgresql://[::1]:5432/auricle",
        "postgresql://me@/auricle?host=/var/run/postgresql",
        "postgresql://%2Fvar%2Frun%2Fpostgresql/auricle",
        "postgresql://[broken",
    ],
)
def test_this_machine_is_not_elsewhere(url: str) -> None:
    assert elsewhere(url) is None


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        ("postgresql://me:secret@db.example.org:5433/auricle", "db.example.org"),
        ("postgres://me:se@cret@10.0.0.7/auricle", "10.0.0.7"),
        ("postgresql://[2001:db8::1]:5432/auricle", "2001:db8::1"),
        ("postgresql://localhost,db.example.org:1,other.example.org/auricle", "db.example.org, other.example.org"),
        ("postgresql://localhost/auricle?host=db.example.org", "db.example.org"),
        ("postgresql:///auricle?hostaddr=10.0.0.7&host=/run", "10.0.0.7"),
        ("postgresql://localhost.example.org/auricle", "localhost.example.org"),
    ],
)
def test_other_machines_are_named_without_the_password(url: str, hosts: str) -> None:
    assert elsewhere(url) == hosts
