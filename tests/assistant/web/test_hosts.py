"""Which names and addresses are let through."""

from __future__ import annotations

import httpx
import pytest

from assistant.errors import UsageError
from assistant.web.hosts import Hosts, numeric, public


@pytest.mark.parametrize("address", ["93.184.216.34", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:2800:220:1::1", "64:ff9b::5db8:d822"])
def test_public_addresses(address: str) -> None:
    assert public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
        *("100.127.255.255", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.9", "224.0.0.1", "255.255.255.255", "240.0.0.1"),
        *("168.63.129.16", "192.88.99.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1", "100::1"),
        *("::ffff:127.0.0.1", "::ffff:93.184.216.34", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::"),
        *(
            "2002:5db8:d822::1",
            "2001::1",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "2001:db8::1",
            "3fff::1",
            "5f00::1",
            "",
            "example.org",
            "0x7f000001",
        ),
    ],
)
def test_every_other_address_is_not(address: str) -> None:
    assert not public(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.0.0.1", "::1", "::ffff:7f00:1", "1.2.3.4."])
def test_bare_addresses_are_seen_in_any_spelling(host: str) -> None:
    assert numeric(host)


@pytest.mark.parametrize("host", ["example.org", "1.example.org", "localhost", "x0x7f", "4chan.org"])
def test_names_are_names(host: str) -> None:
    assert not numeric(host)


@pytest.mark.parametrize(
    ("entry", "url", "allowed"),
    [
        ("example.org", "https://example.org/a", True),
        ("example.org", "http://EXAMPLE.org./", True),
        ("Example.ORG", "https://example.org:443/", True),
        ("example.org", "https://example.org:8443/", False),
        ("example.org:8443", "https://example.org:8443/", True),
        ("example.org:8443", "https://example.org/", False),
        ("example.org", "https://www.example.org/", False),
        ("example.org", "https://example.org.evil.net/", False),
        ("example.org", "https://evil-example.org/", False),
        ("*.example.org", "https://a.b.example.org/", True),
        ("*.example.org", "https://example.org/", False),
        ("*.example.org", "https://evilexample.org/", False),
        ("bücher.example", "https://xn--bcher-kva.example/", True),
    ],
)
def test_a_host_is_allowed_exactly(entry: str, url: str, allowed: bool) -> None:
    assert Hosts.of((entry,)).allow(httpx.URL(url)) is allowed


def test_nothing_is_allowed_unless_somebody_does() -> None:
    assert not Hosts.of(()).allow(httpx.URL("https://example.org/"))


@pytest.mark.parametrize(
    "entry", ["*", "*.org", "", "127.0.0.1", "0x7f000001", "[::1]", "https://example.org", "example.org/a", "a*.example.org", "me@example.org"]
)
def test_what_is_no_host_is_refused_by_name(entry: str) -> None:
    with pytest.raises(UsageError, match=r"no host that can be allowed"):
        Hosts.of((entry,))
