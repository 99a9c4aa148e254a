// Prints random inputs of the interval formulas with their results, one JSON object a line, for
// tests/python/test_intervals.py to compare the Python package with.

#include <cstdint>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/core/rng.h"
#include "sim/stats/block_sums.h"
#include "sim/stats/interval.h"
#include "sim/stats/jackknife.h"

namespace prestige {
namespace {

using Json = nlohmann::json;

Json ToJson(const Interval& interval) {
  return {interval.estimate, interval.low, interval.high, interval.few};  // NaN is written as null
}

// Any number of wins out of up to `most` games, often none or all of them.
RatioSums RandomWins(Stream& stream, uint32_t most) {
  const int64_t games = stream.Below(most + 1);
  const uint32_t kind = stream.Below(4);
  if (kind == 0 || games == 0) return {0, games};
  if (kind == 1) return {12 * games, games};
  return {static_cast<int64_t>(stream.Below(static_cast<uint32_t>(12 * games + 1))), games};
}

void PrintSamples() {
  Stream stream(SplitKey(6, 1));
  for (int sample = 0; sample < 2000; ++sample) {
    const double confidence = sample % 2 == 0 ? kConfidence : 0.5 + stream.Unit() / 2;
    const int64_t groups = 1 + stream.Below(sample % 3 == 0 ? 12 : 100'000);
    const int64_t seat_games = 1 + stream.Below(24);
    if (groups > 1) {
      std::cout << Json{{"formula", "student_quantile"},
                        {"groups", groups},
                        {"confidence", confidence},
                        {"result", StudentQuantile(groups, confidence)}}
                << '\n';
    }
    const double share = sample % 7 == 0 ? 0 : stream.Unit();
    const ShareEvidence evidence{
        .share = share,
        .variance = sample % 5 == 0 || share == 0 ? 0 : stream.Unit() / 100,
        .groups = groups,
        .blocks = groups + stream.Below(100),
        .wins = share * 100,
        .losses = (1 - share) * 100};
    std::cout << Json{{"formula", "share_interval"},
                      {"share", evidence.share},
                      {"variance", evidence.variance},
                      {"groups", evidence.groups},
                      {"blocks", evidence.blocks},
                      {"wins", evidence.wins},
                      {"losses", evidence.losses},
                      {"confidence", confidence},
                      {"result", ToJson(ShareInterval(evidence, confidence))}}
              << '\n';
    BlockSums sums(1);
    Json win12 = Json::array();
    for (uint32_t block = stream.Below(60); block-- > 0;) {
      const auto value = static_cast<int32_t>(
          sample % 4 == 0 ? 0 : stream.Below(static_cast<uint32_t>(12 * seat_games + 1)));
      sums.Add(std::vector<int32_t>{value});
      win12.push_back(value);
    }
    std::cout << Json{{"formula", "block_share_interval"},
                      {"win12", win12},
                      {"seat_games", seat_games},
                      {"confidence", confidence},
                      {"result", ToJson(BlockShareInterval(sums, std::vector<int32_t>{1},
                                                           seat_games, confidence))}}
              << '\n';

    std::vector<RatioSums> ratios;
    std::vector<DealSums> deals;
    Json ratio_numbers = Json::array();
    Json deal_numbers = Json::array();
    const uint32_t most = sample % 2 == 0 ? 3 : 200;
    for (uint32_t batch = 1 + stream.Below(20); batch-- > 0;) {
      ratios.push_back(RandomWins(stream, most));
      ratio_numbers.push_back({ratios.back().numerator, ratios.back().denominator});
      DealSums deal;
      Json seats = Json::array();
      for (DealSums::Seat& seat : deal.seats) {
        const RatioSums dealt = RandomWins(stream, most / 3);
        const RatioSums other = RandomWins(stream, most);
        seat = {dealt.denominator, dealt.numerator, other.denominator, other.numerator};
        seats.push_back({seat.dealt, seat.dealt_win12, seat.other, seat.other_win12});
      }
      deals.push_back(deal);
      deal_numbers.push_back(seats);
    }
    std::cout << Json{{"formula", "ratio_interval"},
                      {"batches", ratio_numbers},
                      {"confidence", confidence},
                      {"result", ToJson(RatioInterval(ratios, confidence))}}
              << '\n'
              << Json{{"formula", "batch_share_interval"},
                      {"batches", ratio_numbers},
                      {"seat_games", seat_games},
                      {"confidence", confidence},
                      {"result", ToJson(BatchShareInterval(ratios, {seat_games}, confidence))}}
              << '\n'
              << Json{{"formula", "deal_effect_interval"},
                      {"batches", deal_numbers},
                      {"seat_games", seat_games},
                      {"confidence", confidence},
                      {"result", ToJson(DealEffectInterval(deals, {seat_games}, confidence))}}
              << '\n';
  }
}

}  // namespace
}  // namespace prestige

int main() {
  prestige::PrintSamples();
  return 0;
}
