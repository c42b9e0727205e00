"""Small exports of Apple Health, built by the tests."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from pathlib import Path

DTD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout)*)>
<!ATTLIST Record
  type CDATA #REQUIRED
  HKTypo CDATA #IMPLIED #IMPLIED
]>
<HealthData locale="en_FI">
 <ExportDate value="2026-11-20 09:00:00 +0200"/>
"""
ME = ' <Me HKCharacteristicTypeIdentifierDateOfBirth="{}" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSex{}"/>\n'
WATCH = "Max’s Apple\u00a0Watch"
PHONE = "Max’s iPhone"
CDA = '<?xml version="1.0"?>\n<ClinicalDocument xmlns="urn:hl7-org:v3"><junk/></ClinicalDocument>\n<after/>'


def record(
    kind: str,
    value: str | None,
    start: str = "2026-11-19 08:00:00 +0200",
    end: str | None = None,
    *,
    unit: str = "count/min",
    source: str = WATCH,
    inside: str = "",
    indent: int = 1,
) -> str:
    full = kind if kind.startswith("HK") else f"HKQuantityTypeIdentifier{kind}"
    device = "&lt;&lt;HKDevice: 0x28&gt;, name:Apple Watch, model:Watch&gt;"
    text = f'{" " * indent}<Record type="{full}" sourceName="{source}" sourceVersion="10.3" device="{device}"'
    text += f' unit="{unit}"' if unit else ""
    text += f' creationDate="{end or start}" startDate="{start}" endDate="{end or start}"'
    text += f' value="{value}"' if value is not None else ""
    return f"{text}>\n{inside}{' ' * indent}</Record>\n" if inside else f"{text}/>\n"


def sleep(phase: str, start: str, end: str, source: str = WATCH) -> str:
    return record("HKCategoryTypeIdentifierSleepAnalysis", f"HKCategoryValueSleepAnalysis{phase}", start, end, unit="", source=source)


def export(*parts: str, me: str = "", end: str = "</HealthData>\n") -> str:
    return f"{DTD}{me}{''.join(parts)}{end}"


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def zipped(path: Path, files: Iterable[tuple[str, str | bytes]]) -> Path:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return write(path, held.getvalue())
