#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/check.h"
#include "engine/core/event.h"
#include "sim/play/game_host.h"
#include "sim/play/make_agent.h"
#include "sim/play/match.h"
#include "sim/record/card_facts.h"

namespace prestige {

// A game with all that happened in it.
template <Game G>
struct GameRecord {
  uint64_t seed = 0;
  uint64_t index = 0;                   // the game's id in the schedule
  std::vector<std::string> strategies;  // by seat
  int levels = 0;                       // of a solo game: bit n-1 for level n
  typename G::State start;
  std::vector<Event> events;
  typename G::State end;
  std::optional<Forfeit> forfeit;  // how it ended, if a seat gave up
};

// How a game came out, also one that a seat gave up.
template <Game G>
Outcome OutcomeWith(const typename G::Rules& rules, const typename G::State& end,
                    const std::optional<Forfeit>& forfeit) {
  Outcome outcome = G::OutcomeOf(rules, end);
  if (forfeit) outcome.Forfeit(static_cast<int>(forfeit->seat));
  return outcome;
}

// The table of a game. `T` is what its folder in sim/ gives:
//   Game      the engine's game
//   Strategies()  its strategies (strategies/GAME/catalog.h)
//   CardUse, ViewJson, NewGameJson  as MakeAgent asks for (make_agent.h)
//   Recorder  makes the tables' rows from the events; one object serves game after game:
//     Recorder(const Rules&, const RecordLayout&)
//     void Begin(const State& start, std::span<CardFacts> facts)  facts by seat, already begun
//     void AfterMove(const State& state, std::span<const Event> events)
//         after every move, with the events of that move
//     void End(const State& end, const Outcome& outcome, GameRow*, std::span<SeatRow> seats,
//              Chunk*)
//         the game's turns, end and ender; the seats' turns, last_actions and counts; pairs; and
//         coameh if the chunk is full. Ids, hash, decisions, points, ranks, win shares and
//         lines are filled in already. Facts are ended afterwards.
//   WriteReplayLines(rules, record, out), WriteReplayText(rules, record, color, out)
template <class T>
class TypedTable final : public GameTable {
 public:
  using G = typename T::Game;
  using Rules = typename G::Rules;
  using State = typename G::State;

  // `rules` by set of levels: one for a game without levels. They and the layout outlive the table.
  TypedTable(const MatchPlan& plan, std::vector<const Rules*> rules, const RecordLayout& layout)
      : plan_(plan), layout_(layout), rules_(std::move(rules)), sides_(rules_.size()) {}

  void Play(const ScheduledGame& game, Chunk* chunk) override {
    const Schedule& schedule = plan_.schedule;
    Side& side = SideAt(game.arrangement);
    const size_t columns = CardColumns(layout_.levels);
    const size_t stride = layout_.cards.size() * columns;
    std::array<CardFacts, kMaxSeats> facts;
    for (size_t seat = 0; seat < schedule.players(); ++seat) {
      facts[seat].Begin(&chunk->cards[schedule.LineAt(game.arrangement, seat) * stride], columns);
    }
    const uint64_t key = DealKey(plan_.seed, game.block_id);
    State state = G::Setup(*side.rules, static_cast<int>(schedule.players()), key);
    GameRecord<G> record;
    if (chunk->full) record.start = state;
    typename T::Recorder& recorder = side.recorder;
    recorder.Begin(state, std::span(facts.data(), schedule.players()));
    log_.events.clear();
    EventHash hash;
    size_t told = 0;
    Seats seats = Sit(game, side);
    const MatchResult result = PlayMatch<G>(
        *side.rules, std::span(seats.data(), schedule.players()), key, &state, &log_, [&] {
          const std::span<const Event> fresh = std::span(log_.events).subspan(told);
          for (const Event& event : fresh) hash.Take(event);
          recorder.AfterMove(state, fresh);
          if (chunk->full) {
            told = log_.events.size();
          } else {
            log_.events.clear();
          }
        });

    const Outcome outcome = OutcomeWith<G>(*side.rules, state, result.forfeit);
    GameRow& row = chunk->games.emplace_back();
    row.game_id = game.game_id;
    row.hash = hash.hash;
    row.decisions = static_cast<uint32_t>(result.decisions);
    const size_t first_seat = chunk->seats.size();
    for (size_t seat = 0; seat < schedule.seats(); ++seat) {
      SeatRow& seat_row = chunk->seats.emplace_back();
      seat_row.line = static_cast<uint16_t>(schedule.LineAt(game.arrangement, seat));
      seat_row.points = outcome.points[seat];
      seat_row.rank = static_cast<uint8_t>(outcome.rank[seat]);
      seat_row.win12 = static_cast<uint8_t>(outcome.win12[seat]);
    }
    recorder.End(state, outcome, &row, std::span(chunk->seats).subspan(first_seat), chunk);
    if (result.forfeit) {
      const auto& ends = layout_.ends;
      row.end =
          static_cast<uint8_t>(std::find(ends.begin(), ends.end(), kForfeitEnd) - ends.begin());
      row.ender = static_cast<int8_t>(result.forfeit->seat);
      chunk->forfeits.push_back({game.game_id, static_cast<uint8_t>(result.forfeit->seat),
                                 chunk->seats[first_seat + result.forfeit->seat].line,
                                 result.forfeit->reason});
    }
    for (size_t seat = 0; seat < schedule.players(); ++seat) {
      facts[seat].End(static_cast<uint32_t>(outcome.win12[seat]));
    }
    if (chunk->full) {
      FillIn(game, state, result, &record);
      std::ostringstream text;
      T::WriteReplayLines(*side.rules, record, text);
      std::istringstream lines(std::move(text).str());
      std::string line;
      for (uint32_t seq = 0; std::getline(lines, line); ++seq) {
        chunk->events.push_back({game.game_id, seq, line});
      }
    }
  }

  GameRow PlayBare(const ScheduledGame& game) override {
    Side& side = SideAt(game.arrangement);
    const uint64_t key = DealKey(plan_.seed, game.block_id);
    const size_t players = plan_.schedule.players();
    State state = G::Setup(*side.rules, static_cast<int>(players), key);
    EventHash hash;
    Seats seats = Sit(game, side);
    const MatchResult result = PlayMatch<G>(*side.rules, std::span(seats.data(), players), key,
                                            &state, &hash, Unwatched());
    GameRow row;
    row.game_id = game.game_id;
    row.hash = hash.hash;
    row.decisions = static_cast<uint32_t>(result.decisions);
    return row;
  }

  void Replay(const ScheduledGame& game, ReplayFormat format, bool color,
              std::ostream& out) override {
    Side& side = SideAt(game.arrangement);
    const uint64_t key = DealKey(plan_.seed, game.block_id);
    const size_t players = plan_.schedule.players();
    GameRecord<G> record;
    record.start = G::Setup(*side.rules, static_cast<int>(players), key);
    State state = record.start;
    log_.events.clear();
    Seats seats = Sit(game, side);
    const MatchResult result = PlayMatch<G>(*side.rules, std::span(seats.data(), players), key,
                                            &state, &log_, Unwatched());
    FillIn(game, state, result, &record);
    if (format == ReplayFormat::kLines) {
      T::WriteReplayLines(*side.rules, record, out);
    } else {
      T::WriteReplayText(*side.rules, record, color, out);
    }
  }

 private:
  using Seats = std::array<Seat<G>, kMaxSeats>;

  // What belongs to one set of levels: its rules, and the agents that know them.
  struct Side {
    const Rules* rules;
    typename T::Recorder recorder;
    // By seat and by place in the schedule's list; random play needs none.
    std::vector<std::vector<std::unique_ptr<Agent<G>>>> agents;
  };

  Side& SideAt(size_t arrangement) {
    const auto levels = static_cast<size_t>(plan_.schedule.LevelsAt(arrangement));
    std::unique_ptr<Side>& side = sides_[levels];
    if (side == nullptr) {
      const Rules& rules = *rules_[levels];
      side = std::make_unique<Side>(Side{&rules, typename T::Recorder(rules, layout_), {}});
      for (size_t seat = 0; seat < plan_.schedule.players(); ++seat) {
        side->agents.emplace_back();
        for (const StrategySpec& spec : plan_.strategies) {
          const bool random = spec.kind == StrategySpec::Kind::kOwn && spec.name == "random";
          // What can go wrong has been asked before (GameHost::CheckStrategy).
          side->agents.back().push_back(
              random ? nullptr : MakeAgent<T>(rules, spec, plan_.move_time).value());
        }
      }
    }
    return *side;
  }

  Seats Sit(const ScheduledGame& game, Side& side) const {
    Seats seats;
    for (size_t seat = 0; seat < plan_.schedule.players(); ++seat) {
      const size_t place = plan_.schedule.PlaceAt(game.arrangement, seat);
      seats[seat].agent = side.agents[seat][place].get();
    }
    return seats;
  }

  void FillIn(const ScheduledGame& game, const State& end, const MatchResult& result,
              GameRecord<G>* record) {
    record->forfeit = result.forfeit;
    record->seed = plan_.seed;
    record->index = game.game_id;
    record->levels = plan_.schedule.LevelsAt(game.arrangement);
    for (size_t seat = 0; seat < plan_.schedule.players(); ++seat) {
      record->strategies.push_back(plan_.schedule.StrategyAt(game.arrangement, seat));
    }
    record->events = log_.events;
    record->end = end;
  }

  const MatchPlan& plan_;
  const RecordLayout& layout_;
  std::vector<const Rules*> rules_;
  std::vector<std::unique_ptr<Side>> sides_;
  EventLog log_;
};

}  // namespace prestige
