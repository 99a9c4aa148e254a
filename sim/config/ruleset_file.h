#pragma once

#include <toml++/toml.h>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/diagnostic.h"

namespace prestige {

// The fields of a ruleset file (TOML) after overlays: a file may name another one as its `base` (a
// path relative to it) and then holds only the fields that differ; `--set key=value` changes single
// fields on top. What is wrong is collected in `diagnostics()`, never just the first.
class RulesetFields {
 public:
  // `keys` are the fields that the game knows, dotted where they stand in a section
  // ("marco.space_order"); `base` and `description` (one line for people) are known in every file.
  // A missing key is an error. `sets` are the values of the --set flags, applied in order.
  RulesetFields(const std::filesystem::path& path, std::span<const std::string> sets,
                std::span<const std::string_view> keys);

  const Diagnostics& diagnostics() const { return diagnostics_; }
  Diagnostics& diagnostics() { return diagnostics_; }

  // Whether the key was given a value: every other function may be asked for a key that was not,
  // and answers with nothing, for that has been reported.
  bool Has(std::string_view key) const { return Find(key) != nullptr; }

  // The values, if they are as asked for; else one more diagnostic that names the key, its value
  // and what is allowed.
  std::optional<uint8_t> Integer(std::string_view key, size_t least, size_t most);
  std::optional<bool> Boolean(std::string_view key);
  std::optional<std::string> String(std::string_view key);
  // A file's path: relative to the file that names it, or to the current folder for --set.
  std::optional<std::filesystem::path> Path(std::string_view key);
  // A list of names, each one of `allowed`, as indices into it. `otherwise` is told before the list
  // as what the key may be besides one.
  std::optional<std::vector<size_t>> Names(std::string_view key,
                                           std::span<const std::string_view> allowed,
                                           std::string_view otherwise = "");
  // A list of exactly `size` whole numbers, or one number for all of them.
  std::optional<std::vector<uint8_t>> Integers(std::string_view key, size_t size, size_t least,
                                               size_t most);
  // A table with one whole number for each of `names`, or one number for all of them, in the order
  // of `names`.
  std::optional<std::vector<uint8_t>> Table(std::string_view key,
                                            std::span<const std::string_view> names, size_t least,
                                            size_t most);
  bool IsBoolean(std::string_view key) const;

  // Reports something about fields that do not go together, at the one that was set last: by --set,
  // or in the file that is furthest from the base.
  void Report(const std::vector<std::string_view>& keys, std::string message);

 private:
  struct Field {
    const toml::node* node;
    Diagnostic place;              // without a message
    std::filesystem::path folder;  // relative paths start here
    size_t layer;                  // 0 for the last base, and so on up to the last --set
  };

  void ReadChain(const std::filesystem::path& path);
  void Collect(const toml::table& table, const std::string& prefix, const std::string& file,
               const std::filesystem::path& folder, size_t layer);
  void ApplySet(const std::string& set);
  const Field* Find(std::string_view key) const;
  // One more diagnostic: "KEY is VALUE; allowed: ALLOWED", at the node if it is in a file.
  void Reject(std::string_view key, const Field& field, const toml::node& node,
              std::string_view allowed);
  std::optional<uint8_t> IntegerOf(std::string_view key, const Field& field, const toml::node& node,
                                   size_t least, size_t most);

  std::vector<std::string_view> keys_;
  std::vector<std::unique_ptr<toml::table>> documents_;  // the nodes of the fields live here
  std::map<std::string, Field, std::less<>> fields_;
  Diagnostics diagnostics_;
};

}  // namespace prestige
