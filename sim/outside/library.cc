#include <dlfcn.h>

#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "sim/config/suggest.h"
#include "sim/outside/outside_player.h"
#include "sim/outside/prestige_strategy.h"

namespace prestige {
namespace {

struct CloseLibrary {
  void operator()(void* library) const { dlclose(library); }
};
using LibraryHandle = std::unique_ptr<void, CloseLibrary>;

struct Functions {
  decltype(&prestige_strategy_abi) abi = nullptr;
  decltype(&prestige_strategy_open) open = nullptr;
  decltype(&prestige_strategy_new_game) new_game = nullptr;
  decltype(&prestige_strategy_choose) choose = nullptr;
  decltype(&prestige_strategy_close) close = nullptr;
};

class LibraryPlayer final : public OutsidePlayer {
 public:
  LibraryPlayer(LibraryHandle library, const Functions& functions, void* player,
                absl::Duration move_time)
      : library_(std::move(library)),
        functions_(functions),
        player_(player),
        move_time_(move_time) {}
  ~LibraryPlayer() override { functions_.close(player_); }
  LibraryPlayer(const LibraryPlayer&) = delete;
  LibraryPlayer& operator=(const LibraryPlayer&) = delete;

  absl::Status NewGame(int64_t, const std::string& line) override {
    functions_.new_game(player_, line.c_str());
    return absl::OkStatus();
  }

  absl::StatusOr<size_t> Choose(int64_t, const std::string& line, size_t choices) override {
    const absl::Time begin = absl::Now();
    const int choice = functions_.choose(player_, line.c_str(), static_cast<int>(choices));
    if (absl::Now() - begin > move_time_) {
      return absl::DeadlineExceededError(
          absl::StrCat("took longer than --move-time=", absl::ToDoubleSeconds(move_time_)));
    }
    if (choice < 0 || static_cast<size_t>(choice) >= choices) {
      return absl::OutOfRangeError(absl::StrCat("chose ", choice, "; allowed: 0 to ", choices - 1));
    }
    return static_cast<size_t>(choice);
  }

 private:
  LibraryHandle library_;
  Functions functions_;
  void* player_;
  absl::Duration move_time_;
};

// dlerror's text, without the path where it begins with it: the caller has said it.
std::string LastError(const std::string& path) {
  const char* error = dlerror();
  std::string text = error != nullptr ? error : "cannot be loaded";
  if (text.rfind(path + ": ", 0) == 0) text.erase(0, path.size() + 2);
  return text;
}

}  // namespace

absl::StatusOr<std::unique_ptr<OutsidePlayer>> OpenLibrary(const std::string& path,
                                                           std::string_view game,
                                                           absl::Duration move_time) {
  const std::string place = absl::StrCat("lib:", Printable(path), ": ");
  // A name without a slash would be looked for among the system's libraries.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  LibraryHandle library(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL));
  if (library == nullptr) return absl::InvalidArgumentError(place + LastError(file));

  Functions functions;
  std::string missing;
  const auto find = [&]<class F>(const char* name, F* function) {
    *function = reinterpret_cast<F>(dlsym(library.get(), name));
    if (*function == nullptr && missing.empty()) missing = name;
  };
  find("prestige_strategy_abi", &functions.abi);
  if (functions.abi != nullptr && functions.abi() != PRESTIGE_STRATEGY_ABI) {
    return absl::InvalidArgumentError(
        absl::StrCat(place, "was compiled for version ", functions.abi(),
                     " of prestige_strategy.h; this program has version ", PRESTIGE_STRATEGY_ABI));
  }
  find("prestige_strategy_open", &functions.open);
  find("prestige_strategy_new_game", &functions.new_game);
  find("prestige_strategy_choose", &functions.choose);
  find("prestige_strategy_close", &functions.close);
  if (!missing.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(place, "has no function ", missing, " (sim/outside/prestige_strategy.h)"));
  }
  void* player = functions.open(std::string(game).c_str());
  if (player == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(place, "does not play ", std::string(game)));
  }
  return std::make_unique<LibraryPlayer>(std::move(library), functions, player, move_time);
}

}  // namespace prestige
