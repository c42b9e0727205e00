"""`auricle eval verifier`: its figures, its form of cases and its baseline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.evaluate import app
from assistant.errors import UsageError
from assistant.evals.verifier import evaluate, read_cases, report

FACT = {"kind": "quantity", "value": 8412, "unit": "steps"}


def lines(path: Path, *cases: dict[str, object]) -> Path:
    path.write_text("".join(f"{json.dumps(case)}\n" for case in cases), encoding="utf-8")
    return path


def test_figures(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "cases.jsonl",
        {"facts": [FACT], "reply": "You walked 8,412 steps.", "ok": True},
        {"facts": [FACT], "reply": "You walked 8,421 steps.", "ok": False, "mutation": "number"},
        {"facts": [FACT], "reply": "You walked 8,412 steps. This is safe.", "ok": False, "mutation": "polarity"},
    )
    made = report(evaluate(read_cases(path)))
    values = {figure.name: (figure.value, figure.baseline) for figure in made.figures}
    assert values["false accepts"] == (0.0, 0.5)  # numbers alone do not see the verdict
    assert values["false accepts, polarity"] == (0.0, 1.0)
    assert values["false refusals"] == (0.0, 0.0)
    assert all("reply" not in line for line in made.cases)


def test_the_command_writes_its_figures(tmp_path: Path) -> None:
    path = lines(tmp_path / "cases.jsonl", {"facts": [FACT], "reply": "8,412 steps.", "ok": True})
    result = CliRunner().invoke(app, ["verifier", "--cases", str(path), "--out", str(tmp_path), "--json"])
    assert result.exit_code == 0
    assert json.loads(result.output)["suite"] == "verifier"
    assert (tmp_path / "verifier" / "figures.json").is_file()


@pytest.mark.parametrize("case", [{"reply": "x", "ok": True}, {"facts": [], "reply": "x", "ok": "perhaps"}])
def test_a_wrong_line_is_named(case: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="line 1"):
        read_cases(lines(tmp_path / "cases.jsonl", case))


def test_wrong_facts_are_named(tmp_path: Path) -> None:
    path = lines(tmp_path / "cases.jsonl", {"facts": [{"kind": "mood"}], "reply": "x", "ok": True})
    with pytest.raises(UsageError, match="The facts are wrong"):
        evaluate(read_cases(path))
