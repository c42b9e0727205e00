"""A FHIR server that is really there, on loopback: what is asked, what is taken, and every way in which it can go wrong."""

from __future__ import annotations

import threading
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from assistant.errors import AuricleError, PermissionDenied, TaskError
from assistant.importers.importer import Options
from assistant.live.asking import Bounds
from assistant.live.configured import FhirServer
from assistant.live.fhir_server import searches
from assistant.live.pull import asked_of, pull, store
from assistant.testing import FakeIntake

TOKEN = "s3cret-token"
BERLIN = ZoneInfo("Europe/Berlin")
PATIENT: dict[str, Any] = {"resourceType": "Patient", "id": "p1", "birthDate": "1980-05-04", "gender": "female"}
ALL = frozenset({"heart_rate", "blood_pressure", "glucose", "health_record"})


def source(server: Any, **more: Any) -> FhirServer:
    return FhirServer.model_validate({"kind": "fhir", "base_url": f"{server.url}/r4/", "patient": "p1", "person": "ana", "token": TOKEN} | more)


def pulse(key: str, value: int, patient: str = "p1") -> dict[str, Any]:
    return {
        "resourceType": "Observation",
        "id": key,
        "status": "final",
        "subject": {"reference": f"Patient/{patient}"},
        "code": {"coding": [{"system": "http://loinc.org", "code": "8867-4"}]},
        "effectiveDateTime": f"2026-11-2{value % 10}T08:00:00+01:00",
        "valueQuantity": {"value": value, "unit": "/min"},
    }


def reply(body: Any = None, **more: Any) -> dict[str, Any]:
    return {"body": body, **more}


def page(*resources: dict[str, Any], further: str = "") -> dict[str, Any]:
    link = [{"relation": "self", "url": "x"}] + ([{"relation": "next", "url": further}] if further else [])
    return reply({"resourceType": "Bundle", "type": "searchset", "link": link, "entry": [{"resource": each} for each in resources]})


def plain(path: str, query: dict[str, list[str]]) -> dict[str, Any]:
    """A server with a patient and nothing else."""
    return reply(PATIENT) if path == "/r4/Patient/p1" else page()


async def no_waiting(seconds: float) -> None:
    raise AssertionError(f"it waits for {seconds} s")


async def pulled(found: FhirServer, kinds: frozenset[str] = frozenset({"heart_rate"}), since: date | None = None, **more: Any) -> FakeIntake:
    asked = asked_of("clinic", found, kinds, since)
    brought = await pull(found, asked, **({"sleep": no_waiting} | more))
    intake = FakeIntake()
    store(brought, asked, intake, Options(BERLIN))
    return intake


async def refused(found: FhirServer, kind: type[AuricleError] = TaskError, **more: Any) -> str:
    with pytest.raises(kind) as caught:
        await pulled(found, **more)
    assert TOKEN not in str(caught.value)
    return str(caught.value)


async def test_pages_are_followed_and_the_token_is_in_the_header_alone(server: Any) -> None:
    def answer(path: str, query: dict[str, list[str]]) -> dict[str, Any]:
        if path == "/r4/Patient/p1":
            return reply(PATIENT)
        number = int(query.get("page", ["1"])[0])
        following = {1: f"{server.url}/r4/Observation?page=2", 2: "Observation?page=3"}.get(number, "")
        return page(pulse(f"o{number}", 60 + number), further=following)

    server.answer = answer
    intake = await pulled(source(server))
    assert [row[3] for row in intake.rows("heart_rate")] == [61.0, 62.0, 63.0]
    assert intake.rows("heart_rate")[0][1] == "health record (127.0.0.1)"
    assert intake.owner == "born 1980-05-04, female"
    assert {headers["authorization"] for _, headers in server.asked} == {f"Bearer {TOKEN}"}
    assert not any(TOKEN in path for path in server.paths)
    assert TOKEN not in repr(source(server))


async def test_only_what_was_allowed_is_asked_for(server: Any) -> None:
    server.answer = plain
    await pulled(source(server), frozenset({"heart_rate", "sleep"}), date(2026, 11, 1))
    assert [path.partition("?")[0] for path in server.paths] == ["/r4/Patient/p1", "/r4/Observation"]
    assert "8867-4" in server.paths[1]
    assert "2339-0" not in server.paths[1]
    assert "_lastUpdated=ge2026-11-01" in server.paths[1]
    asked = dict.fromkeys(kind for kind, _ in searches(source(server), ["health_record"], None))
    assert list(asked) == ["Observation", "Condition", "AllergyIntolerance", "MedicationStatement", "MedicationRequest"]
    by_day = searches(source(server, since_by="date"), ["health_record"], date(2026, 11, 1))
    assert [url.partition("&_count")[0].rpartition("&")[2] for _, url in by_day] == [
        f"{name}=ge2026-11-01" for name in ("date", "recorded-date", "date", "effective", "authoredon")
    ]


async def test_what_was_not_allowed_is_not_taken_although_it_comes(server: Any) -> None:
    server.answer = lambda path, query: (
        reply(PATIENT)
        if path == "/r4/Patient/p1"
        else page(pulse("o1", 61), {"resourceType": "Condition", "id": "c", "subject": {"reference": "Patient/p1"}, "code": {"text": "HIV"}})
    )
    intake = await pulled(source(server))
    assert not intake.entries
    assert "Not taken, for you have not allowed it to be fetched: health record (1)." in intake.notes


async def test_nothing_is_asked_before_something_is_allowed(server: Any) -> None:
    said = await refused(source(server), PermissionDenied, kinds=frozenset())
    assert said.startswith("Nothing is fetched from 'clinic' before 'ana' allows it: `auricle data consent ana --fetch KIND` with any of heart_rate")
    assert not server.asked


async def test_entries_of_another_patient_are_refused(server: Any) -> None:
    server.answer = lambda path, query: (
        reply(PATIENT) if path == "/r4/Patient/p1" else page(pulse("mine", 61), pulse("his", 99, "p2"), PATIENT | {"id": "p2"})
    )
    intake = await pulled(source(server))
    assert [row[3] for row in intake.rows("heart_rate")] == [61.0]
    assert [(reject.place, reject.reason) for reject in intake.rejects] == [
        ("127.0.0.1: Observation/his", "it is about somebody else, although it was not asked for"),
        ("127.0.0.1: Patient/p2", "it is about somebody else, although it was not asked for"),
    ]


async def test_another_patient_than_the_one_of_the_settings_stops_it(server: Any) -> None:
    server.answer = lambda path, query: reply(PATIENT | {"id": "p2"})
    assert "gives something else where the patient p1 should be; nothing was stored" in await refused(source(server))


@pytest.mark.parametrize(
    ("further", "told"),
    [
        ("https://elsewhere.example.org/r4?page=2", "points to another server, which is not asked; nothing was stored."),
        ("//127.0.0.1:1/r4?page=2", "points to another server, which is not asked; nothing was stored."),
        ("http://user@127.0.0.1:PORT/r4?page=2", "points to another server, which is not asked; nothing was stored."),
        ("Observation?page=1", "leads from page to page in a circle; nothing was stored."),
        ("http://a:b", "names a next page that is no address."),
    ],
)
async def test_a_next_page_elsewhere_or_in_a_circle_is_refused(server: Any, further: str, told: str) -> None:
    server.answer = lambda path, query: (
        reply(PATIENT) if path == "/r4/Patient/p1" else page(pulse("o1", 61), further=further.replace("PORT", str(server.port)))
    )
    assert told in await refused(source(server), AuricleError)
    assert len(server.asked) <= 3


async def test_a_redirect_elsewhere_gets_no_token(server: Any) -> None:
    server.answer = lambda path, query: (
        reply(PATIENT) if path == "/r4/Patient/p1" else reply(status=302, headers={"Location": "http://localhost:9/steal"})
    )
    assert await refused(source(server), PermissionDenied) == "127.0.0.1 sends its readers elsewhere, where nothing is sent to."


async def test_a_busy_server_is_asked_again_as_late_as_it_says(server: Any) -> None:
    left = {"busy": 3}
    waited: list[float] = []

    def answer(path: str, query: dict[str, list[str]]) -> dict[str, Any]:
        if path == "/r4/Patient/p1":
            return reply(PATIENT)
        left["busy"] -= 1
        again = {2: {"Retry-After": "7"}, 1: {"Retry-After": "Thu, 01 Jan 2026 00:00:00 GMT"}}.get(left["busy"], {})
        return page(pulse("o1", 61)) if left["busy"] < 0 else reply(status=429 if left["busy"] else 503, headers=again)

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    server.answer = answer
    assert len((await pulled(source(server), sleep=wait)).rows("heart_rate")) == 1
    assert waited == [7.0, 0.0, 4.0]


async def test_a_server_that_stays_busy_is_left(server: Any) -> None:
    async def wait(seconds: float) -> None:
        assert seconds <= 60

    server.answer = lambda path, query: reply(status=503)
    assert await refused(source(server), sleep=wait) == "The source 'clinic' (127.0.0.1) is too busy at the moment; pull again later."
    assert len(server.asked) == 4
    server.answer = lambda path, query: reply(status=429, headers={"Retry-After": "86400"})
    assert "asks to wait 86,400 seconds; pull again then" in await refused(source(server))


@pytest.mark.parametrize(
    ("status", "kind", "told"),
    [
        (401, PermissionDenied, "did not accept the token; put a fresh one into sources.clinic.token."),
        (403, PermissionDenied, "does not let this token read such patient; ask for one that may"),
        (404, TaskError, "has no such patient that could be asked for (404); are base_url and the person's id in sources.clinic right?"),
        (500, TaskError, "has a fault of its own (500); pull again later."),
        (418, TaskError, "did not answer as it should (418); pull again later."),
    ],
)
async def test_refusals_are_one_sentence_without_the_servers_words(server: Any, status: int, kind: type[AuricleError], told: str) -> None:
    server.answer = lambda path, query: reply({"resourceType": "OperationOutcome", "issue": [{"diagnostics": "say PASSWORD"}]}, status=status)
    said = await refused(source(server), kind)
    assert told in said
    assert "PASSWORD" not in said


async def test_a_web_page_is_no_fhir(server: Any) -> None:
    server.answer = lambda path, query: reply(b"<html>Log in</html>", kind="text/html")
    assert "gives a web page where such patient should be; is sources.clinic.base_url right?" in await refused(source(server))
    server.answer = lambda path, query: reply(b"[" * 100_000)
    assert "gives something that is no JSON" in await refused(source(server))


async def test_a_type_that_a_server_does_not_know_is_said_and_the_rest_taken(server: Any) -> None:
    def answer(path: str, query: dict[str, list[str]]) -> dict[str, Any]:
        if path == "/r4/Patient/p1":
            return reply(PATIENT)
        if path == "/r4/MedicationStatement":
            return reply(status=404)
        return (
            page({"resourceType": "Condition", "id": "c", "subject": {"reference": "Patient/p1"}, "code": {"text": "Asthma"}})
            if "Condition" in path
            else page()
        )

    server.answer = answer
    intake = await pulled(source(server), frozenset({"health_record"}))
    assert [entry.name for entry in intake.entries] == ["Asthma"]
    assert "127.0.0.1 has no MedicationStatement that could be asked for." in intake.notes


async def test_medicines_that_come_along_are_named(server: Any) -> None:
    statement = {"resourceType": "MedicationRequest", "id": "m", "status": "active", "subject": {"reference": "Patient/p1"}}
    statement |= {"medicationReference": {"reference": "Medication/9"}}
    medicine = {"resourceType": "Medication", "id": "9", "code": {"text": "Ramipril 5 mg "}}
    server.answer = lambda path, query: (
        reply(PATIENT) if path == "/r4/Patient/p1" else page(statement, medicine) if path.endswith("MedicationRequest") else page()
    )
    intake = await pulled(source(server), frozenset({"health_record"}))
    assert [(entry.name, entry.source) for entry in intake.entries] == [("Ramipril 5 mg", "health record (127.0.0.1)")]


async def test_a_page_that_breaks_off_leaves_nothing(server: Any) -> None:
    def answer(path: str, query: dict[str, list[str]]) -> dict[str, Any]:
        if path == "/r4/Patient/p1":
            return reply(PATIENT)
        if "page" in query:
            return page(pulse("o2", 62)) | {"cut": 40}
        return page(pulse("o1", 61), further="Observation?page=2")

    server.answer = answer
    assert await refused(source(server)) == "127.0.0.1 broke off before the answer was there."


async def test_a_slow_server_is_not_waited_for(server: Any) -> None:
    late = threading.Event()
    server.answer = lambda path, query: reply(PATIENT, late=late)
    said = await refused(source(server, timeout=0.2))
    late.set()
    assert said == "127.0.0.1 took longer than 0.2 seconds."
    late.clear()
    said = await refused(source(server), bounds=Bounds(seconds=0.2))
    late.set()
    assert said == "clinic (127.0.0.1) takes longer than 0.2 seconds; ask for less with --since. Nothing was stored."


async def test_an_answer_without_end_is_cut_off(server: Any) -> None:
    server.answer = lambda path, query: reply(b" " * 65536, endless=True)
    assert await refused(source(server), bounds=Bounds(answer=1_000_000)) == "The answer of 127.0.0.1 is larger than 1 MB."


async def test_an_answer_that_is_packed_is_refused(server: Any) -> None:
    server.answer = lambda path, query: reply(b"x", headers={"Content-Encoding": "gzip"})
    assert await refused(source(server)) == "127.0.0.1 packs its answers although it was asked not to."


async def test_an_entry_of_somebody_else_does_not_take_the_place_of_ones_own(server: Any) -> None:
    server.answer = lambda path, query: reply(PATIENT) if path == "/r4/Patient/p1" else page(pulse("same", 61), pulse("same", 99, "p2"))
    intake = await pulled(source(server))
    assert [row[3] for row in intake.rows("heart_rate")] == [61.0]
    assert [reject.place for reject in intake.rejects] == ["127.0.0.1: Observation/same"]


async def test_what_is_too_much_is_refused(server: Any) -> None:
    server.answer = plain
    assert await refused(source(server), bounds=Bounds(answer=20)) == "The answer of 127.0.0.1 is larger than 2e-05 MB."
    assert "sends more than 0 MB; ask for less with --since" in await refused(source(server), bounds=Bounds(all=120))
    server.answer = lambda path, query: (
        reply(PATIENT) if path == "/r4/Patient/p1" else page(further=f"Observation?page={int(query.get('page', ['0'])[0]) + 1}")
    )
    assert "has more than 5 pages of Observation entries" in await refused(source(server), bounds=Bounds(pages=5))
