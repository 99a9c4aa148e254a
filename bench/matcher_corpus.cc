#include "bench/matcher_corpus.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

#include "engine/coatl/pattern.h"
#include "engine/core/rng.h"

namespace prestige::coatl {
namespace {

constexpr size_t kCoameh = 4096;

[[noreturn]] void Fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

std::vector<std::string> ReadLines(const std::string& path) {
  std::ifstream file(std::string(PRESTIGE_SOURCE_DIR) + "/" + path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  if (lines.empty()) Fail("cannot read " + path);
  return lines;
}

// "^YGGB$": ^ a head first, $ a tail last.
Serpent ParseSerpent(std::string_view text) {
  const bool head = text.starts_with('^');
  const bool tail = text.ends_with('$');
  if (head) text.remove_prefix(1);
  if (tail) text.remove_suffix(1);
  Serpent serpent;
  for (const char letter : text) {
    const auto color = static_cast<Color>(kColorLetters.find(letter));
    serpent.AddAtTail(MakePiece(Part::kBody, color));
  }
  serpent.has_head = head;
  serpent.has_tail = tail;
  return serpent;
}

std::string Letters(const Serpent& serpent) {
  std::string letters;
  for (size_t i = 0; i < serpent.length; ++i) letters += Letter(serpent.ColorAt(i));
  return letters;
}

Corpus MakeCorpus(std::string input, std::vector<Serpent> serpents) {
  Corpus corpus{std::move(input), std::move(serpents), {}};
  for (const Serpent& serpent : corpus.serpents) corpus.texts.push_back(Letters(serpent));
  return corpus;
}

Corpus GameCorpus() {
  std::vector<Serpent> serpents;
  for (const std::string& line : ReadLines("bench/corpus/coameh.txt")) {
    serpents.push_back(ParseSerpent(line));
  }
  return MakeCorpus("game", serpents);
}

// Uniformly random colours, in runs now and then as players build them.
Corpus RandomCorpus(size_t length) {
  Stream stream(DealKey(5, length));
  std::vector<Serpent> serpents;
  while (serpents.size() < kCoameh) {
    auto color = static_cast<Color>(stream.Below(kColors));
    Serpent serpent = Serpent::Start(MakePiece(Part::kHead, color));
    while (serpent.length < length) {
      if (stream.Below(3) != 0) color = static_cast<Color>(stream.Below(kColors));
      const bool last = serpent.length + 1U == length;
      serpent.AddAtTail(MakePiece(last ? Part::kTail : Part::kBody, color));
    }
    serpents.push_back(serpent);
  }
  return MakeCorpus(std::to_string(length), serpents);
}

}  // namespace

std::vector<DeckCard> ReadPrintedDeck() {
  std::vector<DeckCard> deck;
  const std::vector<std::string> lines = ReadLines("data/coatl/prophecies.csv");
  for (size_t i = 1; i < lines.size(); ++i) {
    std::istringstream fields(lines[i]);
    std::string id, frame, copies, pattern, levels;
    std::getline(fields, id, ',');
    std::getline(fields, frame, ',');
    std::getline(fields, copies, ',');
    std::getline(fields, pattern, ',');
    std::getline(fields, levels, ',');
    auto parsed = ParsePattern(pattern);
    if (!std::holds_alternative<Pattern>(parsed)) Fail("bad pattern: " + lines[i]);
    DeckCard card{std::get<Pattern>(parsed), {}};
    std::istringstream steps(levels);
    unsigned times = 0;
    unsigned points = 0;
    for (char colon = 0; steps >> times >> colon >> points;) {
      card.levels.push_back({static_cast<uint8_t>(times), static_cast<uint8_t>(points)});
    }
    deck.push_back(card);
  }
  return deck;
}

std::vector<Corpus> MakeCorpora() {
  std::vector<Corpus> corpora;
  corpora.push_back(GameCorpus());
  for (const size_t length : {8U, 16U, 32U, 60U}) corpora.push_back(RandomCorpus(length));
  return corpora;
}

}  // namespace prestige::coatl
