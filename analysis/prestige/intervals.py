"""The figures' intervals: the formulas of sim/stats, for tables that have been read back.

A test holds both to the same numbers. Shares are from 0 to 1; what is missing is NaN: the estimate
where there was no occasion, the bounds where less than two groups give no variance.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

Sums = npt.NDArray[np.int64]
Figures = npt.NDArray[np.float64]

CONFIDENCE = 0.95
FEW = 30


@dataclass(frozen=True)
class Interval:
    """A figure with its bounds; `few` if it rests on fewer than 30 wins or 30 losses."""

    estimate: float
    low: float
    high: float
    few: bool = False

    @property
    def has_bounds(self) -> bool:
        return self.low <= self.high


def simultaneous_confidence(confidence: float, comparisons: int) -> float:
    """The confidence of each of several intervals that hold together with `confidence`."""
    return 1 - (1 - confidence) / comparisons


@cache
def student_quantile(groups: int, confidence: float = CONFIDENCE) -> float:
    """t such that a Student variable with groups - 1 degrees of freedom lies within -t..t."""
    return -float(stdtrit(groups - 1, (1 - confidence) / 2))


def _wilson_bound(share: float, n: float, t: float) -> float:
    """The true share from which the observed one, of n games, is |t| standard errors away."""
    if (share == 0 and t < 0) or (share == 1 and t > 0):
        return share
    spread = t * t / n
    root = math.sqrt(share * (1 - share) / n + spread / (4 * n))
    return (share + spread / 2 + t * root) / (1 + spread)


def share_interval(
    share: float,
    variance: float,
    *,
    groups: int,
    blocks: int,
    wins: float,
    losses: float,
    confidence: float = CONFIDENCE,
) -> Interval:
    """Wilson's interval with n = p (1 - p) / variance games, or `blocks` where that is 0.

    `variance` is that of the share, taken from so many `groups` (blocks or batches). With few wins
    or losses n is at most the number of blocks, and the continuity correction is added: Wilson's
    interval alone would hold the truth less often than it says.
    """
    few = wins < FEW or losses < FEW
    if groups < 2 or math.isnan(share):
        return Interval(share, math.nan, math.nan, few)
    n = share * (1 - share) / variance if variance > 0 else float(blocks)
    if few:
        n = min(n, float(blocks))
    allowance = 0.5 / n if few else 0.0
    t = student_quantile(groups, confidence)
    low = _wilson_bound(max(0.0, share - allowance), n, -t)
    high = _wilson_bound(min(1.0, share + allowance), n, t)
    return Interval(share, low, high, few)


def mean_interval(
    estimate: float, variance: float, groups: int, confidence: float = CONFIDENCE
) -> Interval:
    """Means, and differences of means: the estimate plus or minus t times its error."""
    if groups < 2 or math.isnan(estimate):
        return Interval(estimate, math.nan, math.nan)
    half_width = student_quantile(groups, confidence) * math.sqrt(variance)
    return Interval(estimate, estimate - half_width, estimate + half_width)


def share_difference_interval(
    difference: float,
    variance: float,
    groups: int,
    first: Interval,
    second: Interval,
    confidence: float = CONFIDENCE,
) -> Interval:
    """The difference of two shares; where one is marked few, also all that their bounds allow."""
    plain = mean_interval(difference, variance, groups, confidence)
    few = first.few or second.few
    if not few or not plain.has_bounds:
        return Interval(difference, plain.low, plain.high, few)
    if not first.has_bounds or not second.has_bounds:
        return Interval(difference, math.nan, math.nan, True)
    below = first.estimate - first.low + (second.high - second.estimate)
    above = first.high - first.estimate + (second.estimate - second.low)
    low = max(-1.0, min(plain.low, difference - below))
    high = min(1.0, max(plain.high, difference + above))
    return Interval(difference, low, high, True)


def block_mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean of one value a block, and the variance of that mean."""
    blocks = len(values)
    if blocks == 0:
        return math.nan, math.nan
    mean = math.fsum(values) / blocks
    if blocks < 2:
        return mean, math.nan
    return mean, math.fsum((value - mean) ** 2 for value in values) / (blocks - 1) / blocks


def block_share_interval(
    win12: Sequence[int], seat_games: int, confidence: float = CONFIDENCE
) -> Interval:
    """A share from the twelfths won in each block, out of so many seat-games in every block."""
    blocks = len(win12)
    share, variance = block_mean([value / (12 * seat_games) for value in win12])
    if len(set(win12)) < 2:
        variance = 0.0  # exactly, whatever the rounding of the mean
    wins = sum(win12) / 12
    return share_interval(
        share,
        variance,
        groups=blocks,
        blocks=blocks,
        wins=wins,
        losses=blocks * seat_games - wins,
        confidence=confidence,
    )


@dataclass(frozen=True)
class RatioSums:
    """Twelfths of wins and seat-games, plays and cards taken, points and plays: two sums of each
    batch (and seat, where there is a second axis).
    """

    numerator: Sums
    denominator: Sums

    @classmethod
    def of(cls, pairs: Sequence[Sequence[int]]) -> "RatioSums":
        """From (numerator, denominator) of each batch."""
        table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return cls(table[:, 0], table[:, 1])

    def __sub__(self, other: "RatioSums") -> "RatioSums":
        return RatioSums(self.numerator - other.numerator, self.denominator - other.denominator)

    @property
    def total(self) -> "RatioSums":
        """Over all batches, as a single one."""
        return RatioSums(
            self.numerator.sum(0, keepdims=True), self.denominator.sum(0, keepdims=True)
        )

    @property
    def over_seats(self) -> "RatioSums":
        return RatioSums(self.numerator.sum(1), self.denominator.sum(1))

    @property
    def empty(self) -> npt.NDArray[np.bool_]:
        return np.equal(self.denominator, 0)

    @property
    def ratio(self) -> Figures:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(self.empty, np.nan, self.numerator / self.denominator)


@dataclass(frozen=True)
class DealSums:
    """Of each batch and seat: twelfths and seat-games with the card dealt, and without."""

    dealt: RatioSums
    other: RatioSums

    def __sub__(self, less: "DealSums") -> "DealSums":
        return DealSums(self.dealt - less.dealt, self.other - less.other)

    @property
    def total(self) -> "DealSums":
        return DealSums(self.dealt.total, self.other.total)

    @property
    def empty(self) -> npt.NDArray[np.bool_]:
        empty: npt.NDArray[np.bool_] = np.all(self.dealt.empty & self.other.empty, axis=1)
        return empty

    @property
    def effect(self) -> Figures:
        """Share when dealt minus share when not, within seats, weighted as least squares does."""
        dealt, other = self.dealt.denominator, self.other.denominator
        with np.errstate(invalid="ignore", divide="ignore"):
            weight = np.where((dealt == 0) | (other == 0), 0.0, dealt * other / (dealt + other))
            difference = np.where(weight > 0, self.dealt.ratio - self.other.ratio, 0.0) / 12
            effect: Figures = (weight * difference).sum(1) / weight.sum(1)
        return effect


@dataclass(frozen=True)
class JackknifeEstimate:
    estimate: float
    variance: float  # NaN where it cannot be taken
    groups: int  # batches with data; 0 where there is no variance


S = TypeVar("S", RatioSums, DealSums)


def jackknife(batches: S, figure: Callable[[S], Figures]) -> JackknifeEstimate:
    """Leaves out one batch at a time; batches without data are no groups."""
    total = batches.total
    estimate = float(figure(total)[0])
    without = figure(total - batches)[~batches.empty]
    if len(without) < 2 or np.isnan(without).any():
        return JackknifeEstimate(estimate, math.nan, 0)
    squares = float(((without - without.mean()) ** 2).sum())
    if (without == without[0]).all():
        squares = 0.0  # exactly, whatever the rounding of the mean
    return JackknifeEstimate(estimate, squares * (len(without) - 1) / len(without), len(without))


def ratio_interval(batches: RatioSums, confidence: float = CONFIDENCE) -> Interval:
    """A ratio of sums that is no share of wins: play rate, points a play, mean turn."""
    found = jackknife(batches, lambda sums: sums.ratio)
    return mean_interval(found.estimate, found.variance, found.groups, confidence)


def batch_share_interval(
    batches: RatioSums, seat_games: int, confidence: float = CONFIDENCE
) -> Interval:
    """A share of wins from twelfths and seat-games a batch; one block adds at most `seat_games`."""
    found = jackknife(batches, lambda sums: sums.ratio / 12)
    wins = int(batches.numerator.sum()) / 12
    occasions = int(batches.denominator.sum())
    return share_interval(
        found.estimate,
        found.variance,
        groups=found.groups,
        blocks=max(int((~batches.empty).sum()), -(-occasions // seat_games)),
        wins=wins,
        losses=occasions - wins,
        confidence=confidence,
    )


def deal_effect_interval(
    batches: DealSums, seat_games: int, confidence: float = CONFIDENCE
) -> Interval:
    """The deal effect of a card; one block has at most `seat_games` seat-games of the strategy."""
    found = jackknife(batches, lambda sums: sums.effect)
    return share_difference_interval(
        found.estimate,
        found.variance,
        found.groups,
        batch_share_interval(batches.dealt.over_seats, seat_games, confidence),
        batch_share_interval(batches.other.over_seats, seat_games, confidence),
        confidence,
    )
