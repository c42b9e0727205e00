"""`auricle doctor`: is everything well, and what can leave the machine?"""

from __future__ import annotations

import json as json_format
from dataclasses import asdict

import typer

from assistant.cli.options import Json
from assistant.doctor import diagnose
from assistant.settings import Settings

__all__ = ["doctor"]

MARKS = {"ok": "✓", "warn": "!", "fail": "✗"}


def doctor(json: Json = False) -> None:
    """Look the installation over: what works, what falls back, what can leave this machine. Exit status 1 when something fails.

    Example: auricle doctor --json
    """
    checks = diagnose(Settings.read())
    healthy = all(check.status != "fail" for check in checks)
    if json:
        typer.echo(json_format.dumps({"healthy": healthy, "checks": [asdict(check) for check in checks]}, ensure_ascii=False))
    else:
        width = max(len(check.name) for check in checks)
        for check in checks:
            typer.echo(f"{MARKS[check.status]} {check.name:{width}}  {check.sentence}")
    if not healthy:
        raise typer.Exit(1)
