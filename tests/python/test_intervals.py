"""The intervals of the Python package are those of the program, on thousands of random inputs."""

import json
import math
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from prestige import intervals
from prestige.intervals import DealSums, Interval, RatioSums


def computed(sample: dict[str, Any]) -> Interval | float:
    inputs = {key: value for key, value in sample.items() if key not in ("formula", "result")}
    if sample["formula"] in ("ratio_interval", "batch_share_interval"):
        inputs["batches"] = RatioSums.of(inputs["batches"])
    elif sample["formula"] == "deal_effect_interval":
        sums = np.array(inputs["batches"], dtype=np.int64)
        inputs["batches"] = DealSums(
            RatioSums(sums[:, :, 1], sums[:, :, 0]), RatioSums(sums[:, :, 3], sums[:, :, 2])
        )
    result: Interval | float = getattr(intervals, sample["formula"])(**inputs)
    return result


def same(ours: float, theirs: float | None) -> bool:
    if theirs is None:
        return math.isnan(ours)
    return math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-12)


def test_python_agrees_with_the_program(build_dir: Path) -> None:
    output = subprocess.run(
        [build_dir / "tests" / "stats_sample"], check=True, capture_output=True, timeout=60
    ).stdout
    samples = [json.loads(line) for line in output.splitlines()]
    bounded: Counter[tuple[str, bool]] = Counter()
    for sample in samples:
        found = computed(sample)
        expected = sample["result"]
        if isinstance(found, float):
            assert same(found, expected), sample
            continue
        estimate, low, high, few = expected
        assert same(found.estimate, estimate), sample
        assert same(found.low, low) and same(found.high, high), (sample, found)
        assert found.few is few, sample
        bounded[sample["formula"], few] += found.has_bounds
    # Every formula was met with bounds, with few outcomes and with many.
    for formula in ("share_interval", "batch_share_interval", "deal_effect_interval"):
        assert min(bounded[formula, True], bounded[formula, False]) > 100, formula


def test_simultaneous_confidence() -> None:
    assert intervals.simultaneous_confidence(0.95, 50) == pytest.approx(0.999)
