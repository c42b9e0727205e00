"""The configurations of docs/tasks.md are settings, and the program that they name is there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.main import app
from assistant.settings import Settings

PAGE = Path(__file__).parents[3] / "docs/tasks.md"


def block(heading: str, kind: str) -> str:
    """The first code of a section."""
    section = PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.search(rf"```{kind}\n(.*?)```", section, re.DOTALL)
    assert found is not None, f"docs/tasks.md has no {kind} in {heading!r}"
    return found[1]


@pytest.fixture
def settings(tmp_path: Path, request: pytest.FixtureRequest) -> Settings:
    (tmp_path / "auricle.toml").write_text(block(request.param, "toml"), encoding="utf-8")
    return Settings.read()


@pytest.mark.parametrize("settings", ["Tools of an MCP server"], indirect=True)
def test_the_servers_of_the_page(settings: Settings) -> None:
    weather, maps = settings.mcp["weather"], settings.mcp["maps"]
    assert (weather.command, weather.tools, weather.permission) == (("weather-server", "--metric"), ("forecast",), "none")
    assert weather.exemplars["forecast"]["de"] == ("wird es morgen regnen",)
    assert maps.leaves_machine
    assert maps.provider is not None
    assert settings.allow == ("maps_geocode",)


@pytest.mark.parametrize("settings", ["A hosted service"], indirect=True)
def test_the_service_of_the_page(settings: Settings) -> None:
    foods = settings.services["foods"]
    assert foods.operations == ("searchFoods", "GET /units")
    assert foods.provider.leaves == "the name of the food"


def test_the_command_of_the_page() -> None:
    server = json.loads(block("Auricle as an MCP server", "json"))["mcpServers"]["auricle"]
    assert server["command"] == "auricle"
    shown = CliRunner().invoke(app, [*server["args"], "--help"])
    assert shown.exit_code == 0
    assert "--effects" in shown.stdout
