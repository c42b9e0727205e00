"""What the tests of Apple's export share."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def files() -> Any:
    """The builders of exports in files.py beside this one."""
    spec = importlib.util.spec_from_file_location("apple_files", Path(__file__).with_name("files.py"))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
