"""Columns in memory: nothing of the disk, nothing of the net, and many threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import numpy as np
import pytest

from assistant.errors import StoreError
from assistant.records.parquet import Parquet


def columns(n: int, value: float = 1.0) -> dict[str, np.ndarray[tuple[int], np.dtype[np.generic]]]:
    return {"local_date": np.arange(n, dtype=np.int32) // 10, "value": np.full(n, value)}


def test_what_is_packed_comes_back() -> None:
    parquet = Parquet()
    one, two = parquet.packed(columns(100)), parquet.packed(columns(50, 3.0))
    assert one[:4] == b"PAR1"
    found = parquet.query(
        "SELECT local_date, sum(value) AS total FROM {parts} WHERE local_date >= ? GROUP BY ALL ORDER BY 1", {"a": one, "b": two}, 4
    )
    assert found["local_date"].tolist() == [4, 5, 6, 7, 8, 9]
    assert found["total"].tolist() == [40.0, 10.0, 10.0, 10.0, 10.0, 10.0]
    assert parquet._held == {}


def test_neither_the_disk_nor_the_net_is_within_reach(tmp_path: Path) -> None:
    """A question reads what it was given and nothing else, and no extension can be fetched."""
    (tmp_path / "secret.csv").write_text("a\n1\n")
    parquet = Parquet()
    file = {"a": parquet.packed(columns(1))}
    for sql in (
        f"SELECT * FROM read_csv('{tmp_path}/secret.csv'), {{parts}}",
        f"COPY (SELECT * FROM {{parts}}) TO '{tmp_path}/out.parquet'",
        "SELECT * FROM read_parquet('https://127.0.0.1:9/x.parquet'), {parts}",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET disabled_filesystems = ''",
    ):
        with pytest.raises(duckdb.Error):
            parquet.query(sql, file)
    assert [path.name for path in tmp_path.iterdir()] == ["secret.csv"]


def test_two_stores_do_not_see_each_others_files() -> None:
    one, two = Parquet(), Parquet()
    one._held["0"] = one.packed(columns(3))
    with pytest.raises(duckdb.Error):
        two.query("SELECT * FROM read_parquet('opened://0')", {})


def test_many_threads_at_once() -> None:
    parquet = Parquet()

    def work(n: int) -> tuple[int, float]:
        packed = parquet.packed(columns(1000 + n, float(n)))
        found = parquet.query("SELECT count(*) AS rows, max(value) AS highest FROM {parts}", {"only": packed})
        return int(found["rows"][0]), float(found["highest"][0])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(40))) == [(1000 + n, float(n)) for n in range(40)]


def test_a_question_that_does_not_fit_is_one_sentence() -> None:
    parquet = Parquet()
    packed = parquet.packed(columns(200_000))
    with pytest.raises(StoreError, match=r"more readings than fit into memory at once; ask for a shorter time\.$"):
        parquet.query("SELECT list(a.value ORDER BY a.value), list(b.value) FROM {parts} AS a, {parts} AS b", {"a": packed})
