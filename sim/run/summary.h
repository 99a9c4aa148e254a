#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "sim/play/schedule.h"
#include "sim/record/chunk.h"
#include "sim/run/run_config.h"
#include "sim/run/tally.h"

namespace prestige {

// How the games went, beside what they were.
struct RunTiming {
  double seconds = 0;  // of this call
  uint64_t games = 0;  // played in this call
};

// The summary of a run, as --format=json prints it; numbers that the data do not give are null.
// `levels` says what each level of a solo game asks.
nlohmann::ordered_json SummaryJson(const RunConfig& config, const Schedule& schedule,
                                   const RecordLayout& layout, const Tally& tally,
                                   const RunTiming& timing,
                                   std::span<const std::string_view> levels = {});

// The same for people: who wins how often first, then the cards, then how it was obtained.
std::string SummaryText(const nlohmann::ordered_json& summary);

// 12,345,678.
std::string Grouped(uint64_t number);

}  // namespace prestige
