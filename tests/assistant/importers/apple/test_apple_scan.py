"""Reading by pattern gives what the XML parser gives, or leaves the file to it; broken files lose as little as can be."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import UsageError
from assistant.evals.apple_export import write_export
from assistant.importers.apple import apple
from assistant.importers.apple_elements import Element, Irregular, decoded, elements
from assistant.importers.apple_rows import Broken, Rows
from assistant.importers.apple_scan import Scan
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.testing import FakeIntake

Row = tuple[str, str, str, bytes, bytes | None, bool, int, str]


class Trickle(io.BytesIO):
    """Gives as little at a time as it likes, as a stream may; so elements are cut anywhere."""

    def __init__(self, content: bytes, seed: int) -> None:
        super().__init__(content)
        self._random = random.Random(seed)

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self._random.randrange(1, 400))


def read(text: str | bytes, *, strict: bool = False, seed: int | None = None) -> tuple[list[Row], list[Element], Scan]:
    content = text.encode() if isinstance(text, str) else text
    scan = Scan(io.BytesIO(content) if seed is None else Trickle(content, seed), "export.xml", strict=strict)
    rows: list[Row] = []
    others: list[Element] = []
    for part in scan:
        if isinstance(part, Rows):
            zones = (part.zone.get(row, "") for row in range(len(part)))
            columns = zip(part.heads, part.span, part.value, part.line, zones, strict=True)
            rows += [
                (scan.heads[head].kind, scan.heads[head].source, scan.heads[head].unit, span, value, part.nested, line, zone)
                for head, span, value, line, zone in columns
            ]
        elif not isinstance(part, Broken):
            others.append(part)
    return sorted(rows, key=repr), others, scan


def bare(element: Element) -> tuple[str, dict[str, str], list[Any]]:
    """Without its place, and without the records in it, which were taken on their own."""
    return element.tag, dict(element.attributes), [bare(child) for child in element.children if child.tag != "Record"]


def same(text: str | bytes, seed: int | None = None) -> tuple[list[Row], list[Element], Scan]:
    """Read both ways, which must agree. Of a tag over several lines the parser names the last line, so lines are compared elsewhere."""
    rows, others, scan = read(text, seed=seed)
    strict_rows, strict_others, strict_scan = read(text, strict=True, seed=seed)
    assert [(*row[:6], row[7]) for row in rows] == [(*row[:6], row[7]) for row in strict_rows]
    assert [bare(each) for each in others] == [bare(each) for each in strict_others]
    assert (scan.text.junk, scan.text.whole, scan.text.control) == (strict_scan.text.junk, strict_scan.text.whole, strict_scan.text.control)
    return rows, others, scan


def test_a_realistic_export_reads_the_same_both_ways(tmp_path: Path) -> None:
    path = tmp_path / "export.xml"
    write_export(path, 1)
    rows, others, scan = same(path.read_bytes())
    assert not scan.parsed_from, "the pattern was enough"
    assert scan.text.whole
    assert len(rows) > 1900
    assert {element.tag for element in others} == {"ExportDate", "Me", "Correlation", "Workout", "ActivitySummary"}
    assert read(path.read_bytes(), strict=True)[0] == rows, "lines included"
    assert read(path.read_bytes(), seed=3)[0] == rows, "however the stream comes"


def test_what_cannot_be_xml_is_left_out_and_counted(files: Any) -> None:
    """healthkit-to-sqlite#24: iOS 16 exports a broken document type and control bytes."""
    text = files.export(files.record("HeartRate", "6\x0b2"), files.record("HeartRate", "63", source="Wa\x00tch"))
    rows, _, scan = same(text)
    assert [(row[1], row[4]) for row in rows] == [("Max’s Apple\u00a0Watch", b"62"), ("Watch", b"63")]
    assert scan.text.control == 2
    assert not scan.parsed_from


def test_what_follows_the_end_is_left_out_and_counted(files: Any) -> None:
    """apple-health-to-fitbit#4"""
    extra = files.record("HeartRate", "99")
    rows, _, scan = same(files.export(files.record("HeartRate", "62"), end=f"</HealthData>\n junk <b> {extra}"))
    assert len(rows) == 1
    assert scan.text.junk == len(f"junk <b> {extra}".encode().strip())


@pytest.mark.parametrize("missing", [1, 13, 14, 30, 200, 320])
def test_a_file_that_ends_in_the_middle_keeps_what_is_whole(tmp_path: Path, files: Any, missing: int) -> None:
    text = files.export(*(files.record("HeartRate", str(number)) for number in (61, 62, 63)))[:-1]
    path = files.write(tmp_path / "export.xml", text.encode()[:-missing])
    intake = FakeIntake()
    apple.read(Parcel(path), intake, Options(zone=None))  # type: ignore[arg-type]  # times have offsets
    values = [row[3] for row in intake.rows("heart_rate")]
    assert values == [61, 62, 63][: len(values)]
    assert len(values) >= 2
    assert "export.xml ends in the middle; export it again if something is missing." in intake.notes


def test_metadata_lists_and_unknown_things_inside_records(files: Any) -> None:
    beats = "".join(f'    <InstantaneousBeatsPerMinute bpm="{bpm}" time="8:00:0{bpm % 10},52\u202fPM"/>\n' for bpm in range(60, 66))
    inside = [
        '  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>\n',
        f"  <HeartRateVariabilityMetadataList>\n{beats}   </HeartRateVariabilityMetadataList>\n",
        '  <MetadataEntry key="a" value="b &amp; c"/>\n  <HeartRateVariabilityMetadataList></HeartRateVariabilityMetadataList>\n',
        "  <NewThing><Inner/></NewThing>\n",
        '  <MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/>\n',
        '  <NewThing/>\n  <MetadataEntry key="HKTimeZone" value="A&amp;B"/>\n',
    ]
    rows, _, scan = same(files.export(*(files.record("HeartRate", str(n), inside=each) for n, each in enumerate(inside * 2, 60))))
    assert len(rows) == 12
    assert not scan.parsed_from
    assert sorted(row[7] for row in rows if row[7]) == ["A&B", "A&B", "Asia/Tokyo", "Asia/Tokyo"]


@pytest.mark.parametrize(
    "spoilt",
    [
        pytest.param("<!--{0}-->\n{0}", id="a comment around a record"),
        pytest.param("{0} <!-- \n{0} --> {0}", id="a comment from one line to another"),
        pytest.param("{0} <![CDATA[\n{0}]]>\n{0}", id="a CDATA section"),
        pytest.param("{0} <?pi \n{0}?>\n{0}", id="a processing instruction"),
        pytest.param("  <Wrap>\n{0}  </Wrap>\n{0}", id="records inside something unknown, indented like those at the top"),
        pytest.param('{0} <Record  sourceName="b" type="HKx" startDate="1" endDate="2" value="3"/>\n{0}', id="attributes in another order"),
        pytest.param(" <Record type='a' sourceName='b' startDate='1' endDate='2'/>\n{0}", id="single quotation marks"),
        pytest.param('{0}<Record type="a" sourceName="b" startDate="1" endDate="2" value="&#53;&lt;"/>\n{0}', id="without indentation"),
        pytest.param('{0}\t<Record type="a" sourceName="b" startDate="1"\n endDate="2" value="5"></Record>\n{0}', id="over several lines"),
        pytest.param("{0} some text\n{0}", id="text between"),
        pytest.param(' <Correlation type="c">\n  <Correlation>\n {0}  </Correlation>\n {0} </Correlation>\n{0}', id="correlations in correlations"),
        pytest.param(' <Workout name="a"/><Workout name="b">\n {0} <WorkoutStatistics sum="1"/></Workout>\n{0}', id="elements on one line"),
    ],
)
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_what_apple_does_not_write_reads_as_the_parser_reads_it(files: Any, spoilt: str, seed: int | None) -> None:
    record = files.record("HeartRate", "62") + files.record("StepCount", "7", unit="count", inside='  <MetadataEntry key="k" value="v"/>\n')
    rows, _, _ = same(files.export(record, spoilt.format(record), record), seed)
    assert len(rows) >= 6


def test_lines_that_end_as_on_windows(files: Any) -> None:
    text = files.export(*(files.record("HeartRate", str(n), inside='  <MetadataEntry key="a" value="b"/>\n' * (n % 2)) for n in range(60, 80)))
    rows, _, scan = same(text.replace("\n", "\r\n"))
    assert len(rows) == 20
    assert not scan.parsed_from


def test_all_on_one_line(files: Any) -> None:
    text = files.export(*(files.record("HeartRate", str(n)) for n in range(60, 80)))
    rows, _, _ = same(text[: text.index("<HealthData")] + text[text.index("<HealthData") :].replace("\n", "").replace("> <", "><"))
    assert len(rows) == 20
    assert all(row[6] == 9 for row in rows)


def test_a_tag_that_is_never_closed_loses_nothing_after_it(files: Any) -> None:
    after = [files.record("HeartRate", str(number)) for number in range(60, 80)]
    rows, _, scan = read(files.export(files.record("HeartRate", "50"), ' <Workout workoutActivityType="x">\n', *after))
    assert [row[4] for row in rows] == [b"50", *(str(number).encode() for number in range(60, 80))]
    assert not any(row[5] for row in rows), "none of them is taken for a part of the workout"
    assert scan.mended == 1


@pytest.mark.parametrize("wrong", [b"<", b">", b'"', b"&", b"<!--", b"-->", b"/>", b"</Record>", b"\0", b"<![CDATA[", b"\xff", b"'", b"=", b" "])
def test_a_few_wrong_bytes_cost_no_more_than_the_records_they_are_in(tmp_path: Path, files: Any, wrong: bytes) -> None:
    """Wherever they fall; and what they cost is told, with its line."""
    inside = '  <MetadataEntry key="a" value="b"/>\n'
    text = files.export(*(files.record("HeartRate", str(60 + n % 90), inside=inside * (n % 2)) for n in range(60))).encode()
    drawn, path = random.Random(1), tmp_path / "export.xml"
    for _ in range(40):
        place = drawn.randrange(text.index(b"<Record"), text.rindex(b"</HealthData>"))
        path.write_bytes(text[:place] + wrong + text[place:])
        intake = FakeIntake()
        apple.read(Parcel(path), intake, Options(zone=None))  # type: ignore[arg-type]  # times have offsets
        taken, counted = len(intake.rows("heart_rate")), sum(intake.counts.values())
        assert taken >= 58, text[place - 40 : place + 40]
        line = text.count(b"\n", 0, place) + 1
        if counted < 60:
            assert intake.rejects or intake.notes
        assert all(abs(int(reject.place.rpartition(":")[2]) - line) <= 3 for reject in intake.rejects), (line, intake.rejects)


def test_what_a_gap_takes_with_it_is_told(tmp_path: Path, files: Any) -> None:
    good = files.record("HeartRate", "62")
    path = files.write(tmp_path / "export.xml", files.export(good, good[:120] + "\n", good, ' <Record type="HK <Record type=\n', good))
    intake = FakeIntake()
    apple.read(Parcel(path), intake, Options(zone=None))  # type: ignore[arg-type]  # times have offsets
    assert len(intake.rows("heart_rate")) == 3
    reasons = {(reject.place, reject.reason) for reject in intake.rejects}
    assert {place for place, _ in reasons} == {"export.xml:12", "export.xml:14"}
    assert ("export.xml:14", "it is broken and cannot be made out: '<Record type=\"HK <Record type='") in reasons
    assert intake.notes == ["export.xml is broken in 1 place; what stands around was read."]


def test_broken_text_without_lines_is_read_as_far_as_the_parser_can(files: Any) -> None:
    text = files.export(*(files.record("HeartRate", str(60 + n % 90)) for n in range(40_000))).replace("\n", "")
    place = len(text) // 2
    rows, _, scan = read(text[:place] + "&" + text[place:])
    assert scan.parsed_from == 1
    assert len(rows) >= 39_999


def test_a_file_without_health_data_is_said(files: Any) -> None:
    with pytest.raises(UsageError, match="holds no health data"):
        read("<?xml version='1.0'?><other/>")


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=8), st.integers(0, 3))
def test_any_name_and_value_survives(source: str, kind: str, value: str, seed: int) -> None:
    from xml.sax.saxutils import quoteattr

    clean = str.maketrans("", "", "".join(map(chr, [*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF])))
    source, kind, value = (text.translate(clean).encode(errors="ignore").decode() for text in (source, kind, value))
    said = {"type": kind, "sourceName": source, "unit": "x", "startDate": "1", "endDate": "2", "value": value}
    entities = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;", '"': "&quot;"}
    line = " ".join(f"{name}={quoteattr(text, entities)}" for name, text in said.items())
    (row,), _, scan = same(f"<HealthData>\n <Record {line}/>\n</HealthData>", seed)
    assert row[:3] == (kind.strip(), source.strip(), "x")
    assert row[4] == value.encode()
    assert not scan.parsed_from


@pytest.mark.parametrize("begun", ["<Workout>", "<Correlation x='1'>", "<a>"])
@pytest.mark.parametrize("ended", [True, False])
def test_elements_inside_each_other_without_end_are_left_out(files: Any, begun: str, ended: bool) -> None:
    tag = begun[1:].split(" ")[0].rstrip(">")
    deep = begun * 20_000 + (f"</{tag}>" * 20_000 if ended else "")
    for strict in (False, True):
        rows, others, _ = read(files.export(files.record("StepCount", "5"), deep), strict=strict)
        assert len(rows) == 1
        assert len(others) <= 2, "the date of the export, and the outermost"


def test_references_that_xml_does_not_know_are_left_to_the_parser() -> None:
    assert decoded("a&amp;b &#252; &#xFC; ’".encode()) == "a&b ü ü ’"
    for text in (b"&nbsp;", b"a & b", b"&#0;", b"&#xD800;", b"&amp", b"\xff"):
        with pytest.raises(Irregular):
            decoded(text)
    for text in (b"<a>", b"</a>", b"<a></b>", b"<a b=c/>", b"<a b='c'/>", b"x", b"<a/>x", b"<!---->", b"<a></a b='c'>"):
        with pytest.raises(Irregular):
            elements(text, 1)


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """Simple-Apple-Health-XML-to-CSV#5: a memory error at 1.1 GB."""
    grown = []
    for megabytes in (12, 30):
        path = tmp_path / f"{megabytes}.xml"
        write_export(path, megabytes)
        script = f"""
from pathlib import Path
from assistant.evals.import_speed import peak_memory
from assistant.importers.apple_scan import Scan
with Path({str(path)!r}).open("rb") as stream:
    scan = Scan(stream, "export.xml")
    before = peak_memory()
    count = sum(1 for part in scan)
print(round(peak_memory() - before))
"""
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
        grown.append(int(done.stdout))
    assert grown[1] - grown[0] < 4, grown
    assert max(grown) < 40, grown


def test_a_hole_in_a_file_is_neither_kept_nor_hides_what_follows(tmp_path: Path, files: Any) -> None:
    text = files.export(files.record("HeartRate", "62"), files.record("HeartRate", "63")).encode()
    middle = text.rindex(b"\n <Record")
    path = tmp_path / "export.xml"
    with path.open("wb") as file:
        file.write(text[:middle])
        file.seek(1 << 26, io.SEEK_CUR)
        file.write(text[middle:])
    intake = FakeIntake()
    apple.read(Parcel(path), intake, Options(zone=None))  # type: ignore[arg-type]  # times have offsets
    assert [row[3] for row in intake.rows("heart_rate")] == [62, 63]
    assert f"{1 << 26:,} control bytes, which no XML may hold, were left out of export.xml." in intake.notes
