"""Figures over blocks (one deal in every seating), from sums alone: a run of many million games
need not be held in memory. The formulas are those of the program's `sim/stats/block_sums.h`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scipy.special import fdtrc

from prestige.intervals import (
    CONFIDENCE,
    Interval,
    mean_interval,
    share_difference_interval,
    share_interval,
)


@dataclass(frozen=True)
class BlockSums:
    """Sums over blocks of whole quantities, and of their products two by two."""

    blocks: int
    sums: Sequence[int]
    products: Sequence[Sequence[int]]

    def mean(self, weights: Sequence[int], divisor: float) -> tuple[float, float]:
        """The mean over blocks of (weights . quantities) / divisor, and its variance."""
        if self.blocks == 0:
            return math.nan, math.nan
        total = sum(w * s for w, s in zip(weights, self.sums, strict=True))
        used = [(i, weight) for i, weight in enumerate(weights) if weight]
        square = sum(v * w * self.products[i][j] for i, v in used for j, w in used)
        mean = total / self.blocks / divisor
        if self.blocks < 2:
            return mean, math.nan
        scaled = self.blocks * square - total * total
        return mean, scaled / (self.blocks**2 * (self.blocks - 1)) / divisor**2

    def first(self, quantities: int) -> "BlockSums":
        """The same of the first quantities alone."""
        products = [row[:quantities] for row in self.products[:quantities]]
        return BlockSums(self.blocks, self.sums[:quantities], products)

    def covariance(self, i: int, j: int) -> float:
        """Between two quantities of one block."""
        scaled = self.blocks * self.products[i][j] - self.sums[i] * self.sums[j]
        return scaled / (self.blocks * (self.blocks - 1))


def block_share_interval(
    win12: BlockSums, weights: Sequence[int], seat_games: int, confidence: float = CONFIDENCE
) -> Interval:
    """The share of the quantities (twelfths of wins) that are weighted 1, out of so many seat-games
    in every block.
    """
    share, variance = win12.mean(weights, 12 * seat_games)
    games = win12.blocks * seat_games
    wins = share * games if games else 0.0
    return share_interval(
        share,
        variance,
        groups=win12.blocks,
        blocks=win12.blocks,
        wins=wins,
        losses=games - wins,
        confidence=confidence,
    )


def block_share_difference_interval(
    win12: BlockSums,
    first: Sequence[int],
    second: Sequence[int],
    seat_games: int,
    confidence: float = CONFIDENCE,
) -> Interval:
    """The difference between two such shares, from within blocks."""
    weights = [a - b for a, b in zip(first, second, strict=True)]
    difference, variance = win12.mean(weights, 12 * seat_games)
    return share_difference_interval(
        difference,
        variance,
        win12.blocks,
        block_share_interval(win12, first, seat_games, confidence),
        block_share_interval(win12, second, seat_games, confidence),
        confidence,
    )


def block_mean_interval(
    sums: BlockSums, weights: Sequence[int], divisor: int, confidence: float = CONFIDENCE
) -> Interval:
    """The mean over blocks of (weights . quantities) / divisor."""
    mean, variance = sums.mean(weights, divisor)
    return mean_interval(mean, variance, sums.blocks, confidence)


class SeatTest(NamedTuple):
    """Hotelling's test that all seats win equally often."""

    f: float
    numerator_degrees: int
    denominator_degrees: int
    p_value: float


def _solve(matrix: list[list[float]], right: list[float]) -> list[float] | None:
    """x with matrix * x = right; none if the matrix is singular to rounding."""
    size = len(right)
    largest = max(abs(matrix[i][i]) for i in range(size))
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(matrix[row][column]))
        if abs(matrix[pivot][column]) <= largest * 1e-12:
            return None
        matrix[pivot], matrix[column] = matrix[column], matrix[pivot]
        right[pivot], right[column] = right[column], right[pivot]
        for row in range(column + 1, size):
            factor = matrix[row][column] / matrix[column][column]
            for k in range(column, size):
                matrix[row][k] -= factor * matrix[column][k]
            right[row] -= factor * right[column]
    for row in reversed(range(size)):
        for k in range(row + 1, size):
            right[row] -= matrix[row][k] * right[k]
        right[row] /= matrix[row][row]
    return right


def seats_equal(win12: BlockSums) -> SeatTest | None:
    """Do the seats of a mirror match win equally often? One quantity a seat. None where there are
    too few blocks, or the differences do not vary.
    """
    last = len(win12.sums) - 1
    if last < 1 or win12.blocks <= last + 1:
        return None
    mean = [(win12.sums[i] - win12.sums[last]) / win12.blocks for i in range(last)]
    covariance = [
        [
            (
                win12.covariance(i, j)
                - win12.covariance(i, last)
                - win12.covariance(last, j)
                + win12.covariance(last, last)
            )
            / win12.blocks
            for j in range(last)
        ]
        for i in range(last)
    ]
    solution = _solve(covariance, list(mean))
    if solution is None:
        return None
    t_squared = sum(m * s for m, s in zip(mean, solution, strict=True))
    free = win12.blocks - last
    f = t_squared * free / (last * (win12.blocks - 1))
    return SeatTest(f, last, free, float(fdtrc(last, free, f)))
