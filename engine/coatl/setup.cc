#include "engine/coatl/chance.h"
#include "engine/coatl/game.h"

namespace prestige::coatl {
namespace {

void FillBags(const RulesConfig& config, State& state) {
  const std::array<const std::array<uint8_t, kColors>*, kParts> counts{&config.body, &config.heads,
                                                                       &config.tails};
  for (size_t part = 0; part < kParts; ++part) {
    for (size_t color = 0; color < kColors; ++color) {
      const uint8_t count = (*counts[part])[color];
      state.bag[part * kColors + color] = count;
      state.bag_left[part] = static_cast<uint8_t>(state.bag_left[part] + count);
    }
  }
}

void DealTemples(const Rules& rules, State& state) {
  uint64_t rest =
      rules.temples().size() == 64 ? ~uint64_t{0} : (uint64_t{1} << rules.temples().size()) - 1;
  SourceStream stream(state, Source::kTemples);
  for (size_t seat = 0; seat < state.player_count; ++seat) {
    for (size_t i = 0; i < rules.config().deal_temples; ++i) {
      state.players[seat].temples.InsertSorted(DrawTemple(stream, rest));
    }
  }
  const size_t odd = rules.config().odd_temple_pile;
  const size_t half = static_cast<size_t>(std::popcount(rest)) / 2;
  for (size_t i = 0; i < half; ++i) {
    state.piles[1 - odd] |= uint64_t{1} << DrawTemple(stream, rest);
  }
  state.piles[odd] = rest;
  for (size_t pile = 0; pile < kPiles; ++pile) UncoverTemple(state, pile);
}

}  // namespace

State CoatlGame::Setup(const Rules& rules, int players, uint64_t key) {
  const RulesConfig& config = rules.config();
  State state;
  state.key = key;
  state.player_count = static_cast<uint8_t>(players);

  FillBags(config, state);
  for (auto& space : state.supply) space.fill(kNoPiece);
  FillSupply(rules, state, [](size_t) {});
  DealTemples(rules, state);

  for (size_t card = 0; card < rules.cards(); ++card)
    state.deck.push_back(static_cast<uint8_t>(card));
  SourceStream deck(state, Source::kDeck);
  for (size_t i = 0; i < config.row; ++i) state.row.push_back(DrawCard(state, deck));
  uint8_t tokens = 0;
  for (size_t token = 0; token < kSacrifices; ++token) {
    tokens = static_cast<uint8_t>(tokens | (config.tokens[token] ? 1U << token : 0U));
  }
  for (size_t seat = 0; seat < state.player_count; ++seat) {
    for (size_t i = 0; i < config.deal[seat]; ++i) {
      state.players[seat].hand.InsertSorted(DrawCard(state, deck));
    }
    state.tokens[seat] = tokens;
  }
  // M.A.R.C.O.'s come last, so that the levels leave row and hand of a deal alone.
  for (size_t i = 0; rules.solo() && i < config.solo->marco_cards; ++i) {
    MarcoCard open;
    open.card = DrawCard(state, deck);
    state.marco.cards.push_back(open);
  }
  return state;
}

}  // namespace prestige::coatl
