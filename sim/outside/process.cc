#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "sim/config/suggest.h"
#include "sim/outside/outside_player.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace prestige {
namespace {

constexpr size_t kLongestAnswer = 65'536;  // bytes

// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { Close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      Close();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  int get() const { return number_; }
  void Close() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

 private:
  int number_ = -1;
};

class ProcessPlayer final : public OutsidePlayer {
 public:
  ProcessPlayer(std::vector<std::string> words, absl::Duration move_time)
      : words_(std::move(words)), move_time_(move_time) {}
  ~ProcessPlayer() override { Stop(); }
  ProcessPlayer(const ProcessPlayer&) = delete;
  ProcessPlayer& operator=(const ProcessPlayer&) = delete;

  absl::Status NewGame(int64_t request, const std::string& line) override {
    const absl::Status status = Tell(line);
    if (!status.ok()) Stop();
    new_game_ = request;
    return status;
  }

  absl::StatusOr<size_t> Choose(int64_t request, const std::string& line, size_t choices) override {
    absl::StatusOr<size_t> choice = Ask(request, line, choices);
    if (!choice.ok()) Stop();
    return choice;
  }

 private:
  absl::Status Tell(const std::string& line) {
    deadline_ = absl::Now() + move_time_;
    if (pid_ == 0) {
      if (const absl::Status status = Start(); !status.ok()) return status;
    }
    return Write(line + "\n");
  }

  absl::StatusOr<size_t> Ask(int64_t request, const std::string& line, size_t choices) {
    if (const absl::Status status = Tell(line); !status.ok()) return status;
    while (true) {
      const absl::StatusOr<std::string> answer = ReadLine();
      if (!answer.ok()) return answer.status();
      const auto json = nlohmann::json::parse(*answer, nullptr, /*allow_exceptions=*/false);
      if (!json.is_object()) {
        return absl::InvalidArgumentError(
            absl::StrCat("answered ", Quoted(*answer), ", which is no JSON object"));
      }
      const auto number = json.find("request");
      if (number == json.end() || !number->is_number_integer()) {
        return absl::InvalidArgumentError(
            absl::StrCat("answered ", Quoted(*answer), " without a whole number \"request\""));
      }
      // A word of thanks for the new game is not asked for, but no offence.
      if (*number == new_game_ && !json.contains("choice")) continue;
      if (*number != request) {
        return absl::InvalidArgumentError(absl::StrCat("answered request ", number->dump(),
                                                       " when request ", request, " was asked"));
      }
      const auto choice = json.find("choice");
      if (choice == json.end() || !choice->is_number_integer()) {
        return absl::InvalidArgumentError(
            absl::StrCat("answered ", Quoted(*answer), " without a whole number \"choice\""));
      }
      if (*choice < 0 || *choice >= choices) {
        return absl::OutOfRangeError(
            absl::StrCat("chose ", choice->dump(), "; allowed: 0 to ", choices - 1));
      }
      return choice->get<size_t>();
    }
  }

  absl::Status Start() {
    // What the process reads comes through a socket, since writing to a pipe whose reader is gone
    // would kill this program; what it writes goes through a pipe.
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0) return Failed("socket");
    Descriptor to_process(in[0]);
    const Descriptor its_input(in[1]);
    if (pipe2(out.data(), O_CLOEXEC) != 0) return Failed("pipe");
    Descriptor from_process(out[0]);
    const Descriptor its_output(out[1]);
    fcntl(to_process.get(), F_SETFL, O_NONBLOCK);
    fcntl(from_process.get(), F_SETFL, O_NONBLOCK);

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, its_input.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, its_output.get(), STDOUT_FILENO);
    // A group of its own, so that all it starts can be ended with it, and signals as they are by
    // default.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t all;
    sigset_t none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    std::vector<char*> arguments;
    for (std::string& word : words_) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error =
        posix_spawnp(&pid_, words_[0].c_str(), &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) {
      pid_ = 0;
      return absl::UnavailableError(absl::StrCat("could not be started: ", std::strerror(error)));
    }
    to_process_ = std::move(to_process);
    from_process_ = std::move(from_process);
    buffer_.clear();
    return absl::OkStatus();
  }

  static absl::Status Failed(const char* what) {
    return absl::UnavailableError(
        absl::StrCat("could not be started: ", what, ": ", std::strerror(errno)));
  }

  // Ends the process and all that it started.
  void Stop() {
    if (pid_ == 0) return;
    kill(-pid_, SIGKILL);
    Reap(0);
    to_process_.Close();
    from_process_.Close();
  }

  // Waits for the process and forgets it; with WNOHANG only if it has ended. Says how it did.
  std::string Reap(int options) {
    int status = 0;
    pid_t ended = 0;
    do {
      ended = waitpid(pid_, &status, options);
    } while (ended < 0 && errno == EINTR);
    if (ended == 0) return "";
    pid_ = 0;
    if (WIFSIGNALED(status)) return absl::StrCat("was ended by signal ", WTERMSIG(status));
    return absl::StrCat("ended with exit status ", WEXITSTATUS(status));
  }

  // It has closed its output or its input: mostly because it has ended, which may take a moment to
  // be seen.
  absl::Status Gone() {
    std::string how;
    for (int tries = 0; tries < 200 && how.empty(); ++tries) {
      if (tries > 0) absl::SleepFor(absl::Milliseconds(1));
      how = Reap(WNOHANG);
    }
    return absl::UnavailableError(how.empty() ? "closed its input or output" : how);
  }

  // Waits until the descriptor is ready; an error when the time for the move is over.
  absl::Status Wait(const Descriptor& descriptor, short events) {
    while (true) {
      const absl::Duration left = deadline_ - absl::Now();
      if (left <= absl::ZeroDuration()) {
        return absl::DeadlineExceededError(
            absl::StrCat("took longer than --move-time=", absl::ToDoubleSeconds(move_time_)));
      }
      pollfd poll_for{descriptor.get(), events, 0};
      const int64_t milliseconds =
          std::clamp<int64_t>(absl::ToInt64Milliseconds(left) + 1, 1, 1'000'000);
      const int ready = poll(&poll_for, 1, static_cast<int>(milliseconds));
      if (ready > 0) return absl::OkStatus();
    }
  }

  absl::Status Write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = send(to_process_.get(), text.data(), text.size(), MSG_NOSIGNAL);
      if (written > 0) {
        text.remove_prefix(static_cast<size_t>(written));
      } else if (errno == EAGAIN) {
        if (const absl::Status status = Wait(to_process_, POLLOUT); !status.ok()) return status;
      } else if (errno != EINTR) {
        return Gone();
      }
    }
    return absl::OkStatus();
  }

  absl::StatusOr<std::string> ReadLine() {
    while (true) {
      if (const size_t end = buffer_.find('\n'); end != std::string::npos) {
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return line;
      }
      if (buffer_.size() > kLongestAnswer) {
        return absl::InvalidArgumentError(
            absl::StrCat("answered more than ", kLongestAnswer, " bytes without an end of line"));
      }
      if (const absl::Status status = Wait(from_process_, POLLIN); !status.ok()) return status;
      std::array<char, 4096> bytes;
      const ssize_t count = read(from_process_.get(), bytes.data(), bytes.size());
      if (count > 0) {
        buffer_.append(bytes.data(), static_cast<size_t>(count));
      } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        return Gone();
      }
    }
  }

  std::vector<std::string> words_;
  absl::Duration move_time_;
  pid_t pid_ = 0;         // 0 when there is no process
  int64_t new_game_ = 0;  // the request that told of it
  Descriptor to_process_;
  Descriptor from_process_;
  std::string buffer_;  // read, but not yet a line
  absl::Time deadline_;
};

// Where a shell would find the program; an error says what is wrong with it.
absl::Status CheckProgram(const std::string& program) {
  std::vector<std::string> places;
  if (program.find('/') != std::string::npos) {
    places.push_back(program);
  } else {
    const char* path = std::getenv("PATH");
    for (const auto folder : absl::StrSplit(path != nullptr ? path : "", ':')) {
      places.push_back(absl::StrCat(folder.empty() ? "." : folder, "/", program));
    }
  }
  bool there = false;
  for (const std::string& place : places) {
    std::error_code error;
    if (access(place.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(place, error)) {
      return absl::OkStatus();
    }
    there = there || access(place.c_str(), F_OK) == 0;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "exec: ", Quoted(program), there ? " may not be executed" : ": there is no such program"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<OutsidePlayer>> OpenProcess(std::string_view command,
                                                           absl::Duration move_time) {
  std::vector<std::string> words;
  for (const auto word : absl::StrSplit(std::string(command), ' ', absl::SkipEmpty())) {
    words.emplace_back(word);
  }
  if (words.empty()) return absl::InvalidArgumentError("exec: there is no command");
  if (const absl::Status status = CheckProgram(words[0]); !status.ok()) return status;
  return std::make_unique<ProcessPlayer>(std::move(words), move_time);
}

}  // namespace prestige
