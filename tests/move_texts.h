#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rng.h"

// Texts to read as moves that nobody would write.
namespace prestige::testing {

// Texts that are no notation of any game, or nearly are.
inline std::vector<std::string> GarbageTexts() {
  std::vector<std::string> texts{"",
                                 " ",
                                 "\n",
                                 "done ",
                                 " done",
                                 "take  1",
                                 "take -1",
                                 "take +1",
                                 "take 01",
                                 "take 99999999999999999999",
                                 "play",
                                 "play 0",
                                 "play 99",
                                 "draw 1",
                                 "draw deck deck",
                                 "\xC3\xB3",
                                 std::string("done\0", 5),
                                 std::string(100000, 'x'),
                                 std::string(100000, ' '),
                                 "extend 0 head",
                                 "extend 0 head bG bG"};
  Stream stream(SplitKey(99, 1));
  for (int i = 0; i < 2000; ++i) {
    std::string text(stream.Below(24), '\0');
    for (char& c : text) c = static_cast<char>(stream.Below(256));
    texts.push_back(text);
  }
  return texts;
}

// A text with one to three characters changed, removed, added or doubled.
inline std::string Mutated(std::string text, Stream& stream) {
  static constexpr std::string_view kCommon = " 0123456789abcdefhlnoprtYRKGBPT-";
  for (uint32_t edits = 1 + stream.Below(3); edits > 0; --edits) {
    const size_t place = stream.Below(static_cast<uint32_t>(text.size() + 1));
    const char c = kCommon[stream.Below(static_cast<uint32_t>(kCommon.size()))];
    switch (stream.Below(4)) {
      case 0:
        text.insert(place, 1, c);
        break;
      case 1:
        if (place < text.size()) text[place] = c;
        break;
      case 2:
        if (place < text.size()) text.erase(place, 1 + stream.Below(3));
        break;
      default:
        text.insert(place, text.substr(0, 1 + stream.Below(4)));
        break;
    }
  }
  return text;
}

}  // namespace prestige::testing
