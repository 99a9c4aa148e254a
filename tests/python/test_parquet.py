"""The C++ writer's Parquet files as the readers that people use see them."""

import subprocess
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

ITEMS = [[], ["P00"], ["P00", "P01"]]
EXPECTED = {
    "tiny": [255, 254, 253] * 2,
    "small": [-(2**15), -(2**15) + 1, -(2**15) + 2] * 2,
    "medium": [-(2**31), -(2**31) + 1, -(2**31) + 2] * 2,
    "large": [2**63 - 1, 2**63 - 2, 2**63 - 3] * 2,
    "real": [0.0, 0.25, 0.5] * 2,
    "text": ["Cóatl"] * 3 + [""] * 3,
    "texts": ITEMS * 2,
    "numbers": [[], [0], [0, 1], [], [100], [100, 101]],
}


@pytest.fixture(scope="module")
def sample(build_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("parquet") / "sample.parquet"
    subprocess.run([build_dir / "tests" / "parquet_sample", path], check=True)
    return path


def test_pyarrow_reads_every_type(sample: Path) -> None:
    table = pq.read_table(sample)
    assert table.to_pydict() == EXPECTED
    assert [field.type for field in table.schema][:6] == [
        pa.uint8(),
        pa.int16(),
        pa.int32(),
        pa.int64(),
        pa.float64(),
        pa.string(),
    ]
    assert table.schema.field("texts").type.value_type == pa.string()
    assert table.schema.field("numbers").type.value_type == pa.int64()
    assert not any(field.nullable for field in table.schema)


def test_file_has_a_row_group_a_call_and_the_metadata(sample: Path) -> None:
    metadata = pq.read_metadata(sample)
    assert metadata.num_row_groups == 2
    assert metadata.metadata == {b"schema_version": b"1", b"seed": b"42"}


def test_duckdb_reads_every_type(sample: Path) -> None:
    rows = duckdb.read_parquet(str(sample)).fetchall()
    assert rows == list(zip(*EXPECTED.values(), strict=True))
