"""Fetching under guard, against real servers on loopback."""

from __future__ import annotations

import datetime
import gzip
import ssl
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from assistant.errors import PermissionDenied, TaskError
from assistant.web.guarded import GuardedWeb, Limits

from .conftest import STAND_IN, Open, Site, serve

ARTICLE = "<html lang='en'><head><title>Sleep</title></head><body><article><p>Keep the same bedtime every day.</p></article></body></html>"


async def test_a_page_of_an_allowed_host_is_read(site: Site, web: Open) -> None:
    site.page("/sleep", ARTICLE)
    page = await web().read(site.url("/sleep#tips"))
    assert (page.url, page.title, page.text, page.language) == (site.url("/sleep"), "Sleep", "Keep the same bedtime every day.", "en")


async def test_the_server_sees_its_own_name_and_nothing_of_the_person(site: Site, web: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    site.redirect("/one", "/two", Set_Cookie="who=ana; Path=/")
    site.page("/two", ARTICLE, Set_Cookie="who=ana; Path=/")
    await web().read(site.url("/one"))
    await web().read(site.url("/two"))
    assert [path for path, _ in site.asked] == ["/one", "/two", "/two"]
    for _, headers in site.asked:
        assert headers["Host"] == f"example.org:{site.port}"
        assert not {name.lower() for name in headers} & {"cookie", "authorization", "referer", "from", "accept-language"}


@pytest.mark.parametrize(
    "to",
    [
        *(
            "http://127.0.0.1:{port}/",
            "http://localhost:{port}/",
            "http://169.254.169.254:{port}/",
            "http://[::1]:{port}/",
            "http://[::ffff:127.0.0.1]:{port}/",
        ),
        *(
            "http://0x7f000001:{port}/",
            "http://2130706433:{port}/",
            "http://0177.0.0.1:{port}/",
            "http://127.1:{port}/",
            "http://inside.example.org:{port}/",
        ),
        *(
            "//127.0.0.1:{port}/",
            "http://example.org@127.0.0.1:{port}/",
            "http://mixed.example.org:{port}/",
            "http://other.net/",
            "file:///etc/passwd",
        ),
        *(
            "http://1２7.0.0.1:{port}/",
            "http://127。0。0。1:{port}/",
            "gopher://example.org:{port}/",
            "javascript:alert(1)",
            "http://example.org:99999/",
        ),
    ],
)
async def test_a_redirect_passes_the_same_gate(to: str, site: Site, home: Site, web: Open) -> None:
    """Even where a careless list allows the name: the address decides."""
    site.redirect("/", to.format(port=site.port))
    guarded = web(
        *(f"{name}:{site.port}" for name in ("example.org", "localhost", "*.example.org")),
        localhost=("127.0.0.1",),
        inside_example_org=("10.0.0.5",),
        mixed_example_org=(STAND_IN, "127.0.0.1"),
    )
    with pytest.raises(PermissionDenied) as refused:
        await guarded.read(site.url("/"))
    assert str(refused.value).endswith(".")
    assert home.asked == []


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/", "ftp://example.org/", "example.org", "", "http://user:secret@example.org/", "http://exa\nmple.org/", "https://\udc80/"],
)
async def test_what_is_no_allowed_page_is_refused_at_once(url: str, site: Site, web: Open) -> None:
    with pytest.raises(PermissionDenied):
        await web("example.org").read(url)
    assert site.asked == []


async def test_an_exempt_address_is_no_way_in(site: Site, web: Open) -> None:
    with pytest.raises(PermissionDenied, match="bare address"):
        await web().read(f"http://{STAND_IN}:{site.port}/")
    assert site.asked == []


async def test_a_name_is_looked_up_once_and_the_answer_kept(site: Site, home: Site) -> None:
    """A second look-up could be answered with another address (DNS rebinding)."""
    answers = [(STAND_IN,), ("127.0.0.1",)]

    async def resolve(host: str, port: int) -> Sequence[str]:
        return answers.pop(0)

    site.page("/", ARTICLE)
    page = await GuardedWeb((f"example.org:{site.port}",), resolve=resolve, exempt=frozenset({STAND_IN})).read(site.url("/"))
    assert page.text
    assert (len(answers), len(site.asked), home.asked) == (1, 1, [])


async def test_the_next_address_is_tried(site: Site, web: Open) -> None:
    site.page("/", ARTICLE)
    closed = "127.0.0.3"
    both = GuardedWeb((f"example.org:{site.port}",), resolve=_fixed(closed, STAND_IN), exempt=frozenset({STAND_IN, closed}))
    assert (await both.read(site.url("/"))).text
    with pytest.raises(TaskError, match="cannot be reached"):
        await GuardedWeb((f"example.org:{site.port}",), resolve=_fixed(closed), exempt=frozenset({closed})).read(site.url("/"))


def _fixed(*addresses: str) -> Callable[[str, int], object]:
    async def resolve(host: str, port: int) -> Sequence[str]:
        return addresses

    return resolve


async def test_an_unknown_name_is_said(site: Site, web: Open) -> None:
    with pytest.raises(TaskError, match=r"other\.net cannot be found"):
        await web("other.net").read("http://other.net/")


async def test_the_system_resolver_never_leads_home(site: Site) -> None:
    with pytest.raises(PermissionDenied, match="network at home"):
        await GuardedWeb((f"localhost:{site.port}",)).read(site.url("/", "localhost"))
    assert site.asked == []


@pytest.mark.parametrize(
    ("status", "said"), [(429, "try again later"), (500, "fault of its own"), (503, "fault"), (404, "no such page"), (401, "log in"), (418, "418")]
)
async def test_a_refusal_is_one_sentence(status: int, said: str, site: Site, web: Open) -> None:
    site.page("/", ARTICLE, status=status)
    with pytest.raises(TaskError, match=said):
        await web().read(site.url("/"))
    assert len(site.asked) == 1


async def test_a_slow_page_is_given_up(site: Site, web: Open) -> None:
    with pytest.raises(TaskError, match=r"took longer than 0\.2 seconds"):
        await web(limits=Limits(seconds=0.2)).read(site.url("/slow"))


async def test_redirects_are_followed_three_times(site: Site, web: Open) -> None:
    for n in range(4):
        site.redirect(f"/{n}", f"/{n + 1}")
    site.page("/4", ARTICLE)
    assert (await web().read(site.url("/1"))).url == site.url("/4")
    with pytest.raises(TaskError, match="more than 3 times"):
        await web().read(site.url("/0"))


async def test_a_page_without_end_is_cut_off(site: Site, web: Open) -> None:
    site.page("/full", ARTICLE + " " * (2**21 - len(ARTICLE)))
    site.page("/over", ARTICLE + " " * (2**21 - len(ARTICLE) + 1))
    assert (await web().read(site.url("/full"))).text
    with pytest.raises(TaskError, match="larger than 2 MB"):
        await web().read(site.url("/over"))


async def test_packed_pages_are_unpacked_and_bombs_are_not(site: Site, web: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    import zlib

    import assistant.web.guarded as guarded

    unpacked: list[int] = []

    class Watched:
        def __init__(self, *args: int) -> None:
            self._inner = zlib.decompressobj(*args)

        def decompress(self, data: bytes, room: int) -> bytes:
            found = self._inner.decompress(data, room)
            unpacked.append(len(found))
            return found

    class Zlib:
        MAX_WBITS, error = zlib.MAX_WBITS, zlib.error
        decompressobj = Watched

    monkeypatch.setattr(guarded, "zlib", Zlib)
    site.page("/", gzip.compress(ARTICLE.encode()), Content_Encoding="gzip")
    site.page("/bomb", gzip.compress(bytes(200 * 2**20), 9), Content_Encoding="gzip")
    assert (await web().read(site.url("/"))).text
    with pytest.raises(TaskError, match="larger than 2 MB"):
        await web().read(site.url("/bomb"))
    assert sum(unpacked) <= 2**21 + 1 + len(ARTICLE)


@pytest.mark.parametrize(
    ("kind", "headers", "said"),
    [
        ("application/pdf", {}, "PDF"),
        ("application/json", {}, "application/json"),
        ("", {}, "no stated kind"),
        ("text/html", {"Content_Encoding": "br"}, "not asked for"),
        ("text/html", {"Content_Encoding": "gzip"}, "cannot be unpacked"),
    ],
)
async def test_other_kinds_are_refused(kind: str, headers: dict[str, str], said: str, site: Site, web: Open) -> None:
    site.page("/", ARTICLE, kind, **headers)
    with pytest.raises(TaskError, match=said):
        await web().read(site.url("/"))


async def test_a_broken_connection_is_one_sentence(site: Site, web: Open) -> None:
    site.page("/", ARTICLE, Transfer_Encoding="chunked")  # it promises chunks and sends none
    with pytest.raises(TaskError, match="broke off"):
        await web().read(site.url("/"))


async def test_encryption_proves_the_name_not_the_address(tmp_path: Path) -> None:
    served = Site()
    served.page("/", ARTICLE)
    server = serve(STAND_IN, served)
    try:
        certificate, key = _certificate(tmp_path, "example.org")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        names: list[str | None] = []
        context.sni_callback = lambda _socket, name, _context: names.append(name)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        trust = ssl.create_default_context(cafile=str(certificate))

        def guarded(host: str, trusted: ssl.SSLContext | None) -> GuardedWeb:
            return GuardedWeb((f"{host}:{served.port}",), resolve=_fixed(STAND_IN), exempt=frozenset({STAND_IN}), trust=trusted)

        page = await guarded("example.org", trust).read(f"https://example.org:{served.port}/")
        assert page.text
        assert names == ["example.org"]
        for host, trusted in (("example.net", trust), ("example.org", None)):
            with pytest.raises(TaskError, match="does not prove who it is"):
                await guarded(host, trusted).read(f"https://{host}:{served.port}/")
        served.redirect("/down", "http://example.org/")
        with pytest.raises(PermissionDenied, match="without encryption"):
            await guarded("example.org", trust).read(f"https://example.org:{served.port}/down")
        assert [path for path, _ in served.asked] == ["/", "/down"]
    finally:
        threading.Thread(target=server.shutdown).start()
        server.server_close()


def _certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate that its own maker signed."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    start = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(start)
        .not_valid_after(start + datetime.timedelta(days=3))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return certificate, private
