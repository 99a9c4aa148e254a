#pragma once

#include <string>
#include <vector>

#include "engine/coatl/matcher_program.h"
#include "engine/coatl/serpent.h"

namespace prestige::coatl {

// The printed deck of data/coatl/prophecies.csv, one card for each kind.
std::vector<DeckCard> ReadPrintedDeck();

// The coameh that one benchmark scores again and again: enough of them that no branch predictor
// learns them by heart.
struct Corpus {
  std::string input;  // its name: "game", or the length of all its coameh
  std::vector<Serpent> serpents;
  std::vector<std::string>
      texts;  // the same as letters, "YGGB", for the regular expression engines
};

// Coameh as they occur in games (bench/corpus/coameh.txt), then random ones of 8, 16, 32 and 60
// pieces.
std::vector<Corpus> MakeCorpora();

}  // namespace prestige::coatl
