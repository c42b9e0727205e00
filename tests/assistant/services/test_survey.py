"""What `auricle doctor` and `auricle tasks` say of MCP servers and hosted services."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from assistant.cli.main import app
from assistant.doctor import Check, leaves, services
from assistant.errors import UsageError
from assistant.settings import Settings

WEATHER = f"""
[mcp.weather]
command = ["{sys.executable}", "{Path(__file__).parent / "weather_server.py"}"]
tools = ["forecast"]
"""
FOODS = """
[services.foods]
spec = "foods.json"
operations = ["searchFoods"]

[services.foods.provider]
name = "Foods"
key_from = "none needed"
privacy = "https://foods.example.org/privacy"
leaves = "the name of the food"
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AURICLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("AURICLE_PASSPHRASE", "test")
    operation = {"operationId": "searchFoods", "parameters": [{"name": "q", "in": "query", "required": True, "schema": {"type": "string"}}]}
    document = {"openapi": "3.1.0", "servers": [{"url": "https://foods.example.org"}], "paths": {"/foods": {"get": operation}}}
    (tmp_path / "foods.json").write_text(json.dumps(document))
    return tmp_path


def auricle(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments])


def checks(home: Path, toml: str) -> tuple[dict[str, Check], Check]:
    (home / "auricle.toml").write_text(toml)
    settings = Settings.read()
    found, going = services(settings)
    return {check.name: check for check in found}, leaves(settings, going)


def test_the_doctor_says_what_each_is_where_it_goes_and_what_leaves(home: Path) -> None:
    found, leaving = checks(home, WEATHER + FOODS)
    assert list(found) == ["mcp weather", "service foods"]
    assert found["mcp weather"].status == "ok"
    assert "which runs as you" in found["mcp weather"].sentence
    assert "tasks: weather_forecast (allowed after a yes)." in found["mcp weather"].sentence
    assert found["service foods"].sentence == (
        "Foods at foods.example.org; gets the name of the food; key: none needed; privacy: https://foods.example.org/privacy; "
        "tasks: foods_search_foods (off until the setting allow names it)."
    )
    said = "The program of mcp.weather gets the arguments of its calls and may send them on. "
    said += "The service foods at the address in foods.json may get the name of the food, where its tasks are allowed."
    assert leaving == Check("leaves", "warn", said)


def test_what_is_allowed_leaves(home: Path) -> None:
    found, leaving = checks(home, 'allow = ["foods_search_foods"]\n' + FOODS)
    assert "foods_search_foods (allowed)." in found["service foods"].sentence
    said = "Services that are allowed get the name of the food to foods.example.org (foods_search_foods)."
    assert leaving.status == "warn"
    assert leaving.sentence.startswith(f"{said} The service foods at ")
    _, leaving = checks(home, 'allow = ["foods_search_foods"]\nllm_base_url = "https://models.example.org/v1"\n' + FOODS)
    assert leaving.sentence.startswith(f"{said} Questions, and the results they are answered from, go to models.example.org")


def test_a_server_that_is_not_there_is_a_warning(home: Path) -> None:
    found, _ = checks(home, '[mcp.gone]\nurl = "http://127.0.0.1:9/mcp"\ntools = ["x"]\n')
    assert found["mcp gone"].status == "warn"
    assert "gone at 127.0.0.1, on this machine" in found["mcp gone"].sentence
    assert "cannot be reached; is http://127.0.0.1:9/mcp right, and on? Its tools are left out." in found["mcp gone"].sentence


def test_the_doctor_keeps_nothing(home: Path) -> None:
    checks(home, WEATHER)
    assert not (home / "data" / "mcp").exists()


def test_tasks_lists_and_shows_them(home: Path) -> None:
    (home / "auricle.toml").write_text(WEATHER + FOODS)
    rows = {row.split()[0]: row for row in auricle("tasks", "list").stdout.splitlines()}
    assert rows["weather_forecast"].split()[-3:] == ["effect", "weather", "seconds"]
    assert rows["foods_search_foods"].split()[-3:] == ["network", "foods", "network"]
    assert "activity" in rows
    shown = json.loads(auricle("tasks", "show", "foods_search_foods", "--json").stdout)
    assert shown["provider"]["privacy"] == "https://foods.example.org/privacy"


def test_tasks_run_calls_a_tool(home: Path) -> None:
    (home / "auricle.toml").write_text(WEATHER)
    refused = auricle("tasks", "run", "weather_forecast", "city=Rome")
    assert isinstance(refused.exception, UsageError)
    assert "add --yes" in str(refused.exception)
    done = json.loads(auricle("tasks", "run", "weather_forecast", "city=Rome", "--yes", "--json").stdout)
    assert done["value"] == {"text": "It rains in Rome for 1 days. It is 7 °C there."}


def test_a_setting_that_is_wrong_is_one_sentence(home: Path) -> None:
    wrong: dict[str, Any] = {
        'mcp_token = ""': "mcp_token: Value should have at least 16 items",
        '[mcp.Weather]\ncommand = ["x"]': "mcp.Weather",
        "[mcp.weather]\ntools = []": "name either command or url",
        '[mcp.weather]\ncommand = ["x"]\nurl = "https://example.org"': "name either command or url",
        '[mcp.weather]\nurl = "http://example.org/mcp"': "begins with https://",
        '[mcp.weather]\nurl = "https://example.org/mcp"\npermission = "none"': "tools on this machine",
        '[mcp.weather]\ncommand = ["x"]\ntoken = "t"': "takes its secrets from env",
        '[mcp.weather]\ncommand = ["x"]\ntimeout = 0': "mcp.weather.timeout",
        '[services.foods]\nspec = "foods.json"\noperations = []': "services.foods.provider: Field required",
    }
    for toml, said in wrong.items():
        (home / "auricle.toml").write_text(toml)
        with pytest.raises(UsageError, match=said) as caught:
            Settings.read()
        assert "\n" not in str(caught.value)
