"""Ends a run by saying what was skipped and why, grouped by reason; loaded by `make test`. Any skip but a missing `../shared` file fails the run."""

from __future__ import annotations

from collections import Counter

import pytest

PERMITTED = "needs ../shared/"


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """A skip's report ends with (path, line, "Skipped: reason")."""
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ")


def reasons(reporter: pytest.TerminalReporter) -> Counter[str]:
    return Counter(reason_of(report) for report in reporter.stats.get("skipped", []))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and session.exitstatus == pytest.ExitCode.OK and any(not r.startswith(PERMITTED) for r in reasons(reporter)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    counted = reasons(terminalreporter)
    terminalreporter.write_sep("-", "skips by reason")
    if not counted:
        terminalreporter.write_line("none")
    for reason, number in counted.most_common():
        terminalreporter.write_line(f"{number:4d}  {reason}{'' if reason.startswith(PERMITTED) else '   NOT PERMITTED'}")
