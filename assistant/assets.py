"""Find the project's data files, installed in a wheel or beside the code."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

__all__ = ["asset"]


def asset(*parts: str) -> Path:
    """Path of a file or folder in `assets/`; raises `FileNotFoundError` when this installation lacks it."""
    installed = Path(str(files("assistant"))) / "assets"
    root = installed if installed.is_dir() else Path(__file__).parents[1] / "assets"
    path = root.joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(f"This installation lacks assets/{'/'.join(parts)}; install Auricle again.")
    return path
