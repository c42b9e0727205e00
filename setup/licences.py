"""Write docs/licences.md: setup/licences.md, every weight of assets/models.toml, and every locked dependency by its own metadata."""

from __future__ import annotations

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/licences.md"

# What authors write in the free field, and the classifiers, in SPDX's words.
SPDX = {
    "3-clause bsd license": "BSD-3-Clause",
    "apache 2.0": "Apache-2.0",
    "apache 2.0 license": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "apl 2": "Apache-2.0",
    "bsd": "BSD",
    "bsd 3-clause license": "BSD-3-Clause",
    "bsd license": "BSD",
    "gnu affero general public license v3": "AGPL-3.0",
    "gnu library or lesser general public license (lgpl)": "LGPL",
    "isc license": "ISC",
    "isc license (iscl)": "ISC",
    "lgpl": "LGPL",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
}

INTRODUCTION = ROOT / "setup/licences.md"


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> dict[str, list[str]]:
    """Versions by distribution: a newer Python may get a newer one."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines():
        if "==" in line:
            pin, _, version = line.split(";")[0].strip().partition("==")
            found[plain(pin)].append(version)
    return found


def licence(name: str, recorded: dict[str, Any]) -> str:
    """What the distribution says of itself: SPDX expression, else the short field, else the classifiers, else what we read elsewhere."""
    if name in recorded:
        return str(recorded[name]["licence"])
    try:
        metadata = distribution(name).metadata
    except PackageNotFoundError:
        raise SystemExit(f"{name} is not installed here: run `make test`, or note its licence in requirements/licences.toml.") from None
    if "License-Expression" in metadata:
        return metadata["License-Expression"]
    field = metadata["License"].strip() if "License" in metadata else ""
    if field and len(field) < 40 and field != "UNKNOWN":
        return SPDX.get(field.lower(), field)
    said = [text.split(" :: ")[-1] for text in metadata.get_all("Classifier") or [] if text.startswith("License :: ") and text.count("::") > 1]
    if not said:
        raise SystemExit(f"{name} names no licence: read it, and note it in requirements/licences.toml.")
    return " OR ".join(SPDX.get(text.lower(), text) for text in said)


def askers(names: Iterable[str]) -> dict[str, set[str]]:
    """Who needs each distribution: our own extras first ("auricle", "auricle[web]"), else the distributions that require it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = {"auricle": project["dependencies"]} | {f"auricle[{extra}]": needs for extra, needs in project["optional-dependencies"].items()}
    found: dict[str, set[str]] = {name: set() for name in names}
    for group, needs in groups.items():
        for need in needs:
            found.setdefault(plain(Requirement(need).name), set()).add(group)
    direct = {name for name, who in found.items() if who}
    for name in list(found):
        try:
            needs = distribution(name).requires or []
        except PackageNotFoundError:
            continue
        for need in needs:
            other = plain(Requirement(need).name)
            optional = "extra ==" in need.replace("'", '"')
            if other in found and other not in direct and not optional:
                found[other].add(name)
    return found


def table(names: Iterable[str], versions: dict[str, list[str]], recorded: dict[str, Any], who: dict[str, set[str]]) -> list[str]:
    lines = ["| Distribution | Version | Licence | Needed by |", "|---|---|---|---|"]
    for name in sorted(names):
        needed = sorted(who[name]) or ["an option of another"]
        shown = needed if len(needed) <= 4 else [*needed[:3], f"{len(needed) - 3} more"]
        lines += [f"| {name} | {version} | {licence(name, recorded)} | {', '.join(shown)} |" for version in versions[name]]
    return lines


def weights() -> list[str]:
    lines = ["| Weights | For | Licence | Size | Carried by |", "|---|---|---|---|---|"]
    for entry in tomllib.loads((ROOT / "assets/models.toml").read_text(encoding="utf-8"))["model"]:
        carriers = []
        for source in entry["sources"]:
            if source["kind"] == "packages":
                parts = [f"{part['distribution']} {part['version']}" for part in source["parts"]]
                carriers.append(parts[0] if len(parts) == 1 else f"{parts[0]} and {len(parts) - 1} more parts")
            elif source["kind"] == "library":
                carriers.append(f"{source['distribution']} {source['version']}")
            elif source["kind"] == "hub":
                carriers.append(source["repository"])
        size = sum(file["size"] for file in entry["files"]) / 1e6
        lines.append(f"| {entry['name']}: {entry['what']} | {entry['role']} | {entry['licence']} | {size:.0f} MB | {' or '.join(carriers)} |")
    return lines


def page() -> str:
    recorded = tomllib.loads((ROOT / "requirements/licences.toml").read_text(encoding="utf-8"))
    default, everything = locked("lock.txt"), locked("lock-all.txt")
    who = askers(everything)
    return "\n".join(
        [
            INTRODUCTION.read_text(encoding="utf-8"),
            *weights(),
            "",
            "## Installed by `make demo`",
            "",
            *table(default, everything, recorded, who),
            "",
            "## Added by the other extras and by the tests",
            "",
            *table(everything.keys() - default.keys(), everything, recorded, who),
            "",
        ]
    )


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    print(f"Wrote {PAGE.relative_to(ROOT)}.", file=sys.stderr)
