#pragma once

#include <cstdint>
#include <string_view>

namespace prestige {

// FNV-1a, 64 bits: a fingerprint of text that is the same on every machine.
constexpr uint64_t ContentHash(std::string_view text) {
  uint64_t hash = 0xCBF29CE484222325;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  return hash;
}

}  // namespace prestige
