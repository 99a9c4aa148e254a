#include "sim/app/python_package.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace prestige {
namespace {

namespace fs = std::filesystem;

struct Python {
  std::string program;                   // a path, or a name to look up in PATH
  std::vector<std::string> environment;  // NAME=VALUE
};

fs::path OwnPath() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

// The root of the source tree that the program was built in, if it still stands there.
std::optional<fs::path> FindTree() {
  std::error_code error;
  fs::path folder = OwnPath().parent_path();
  while (!folder.empty() && folder != folder.parent_path()) {
    if (fs::exists(folder / "analysis" / "prestige" / "__main__.py", error)) return folder;
    folder = folder.parent_path();
  }
  return std::nullopt;
}

// Our own environment, with what the package must know.
std::vector<std::string> Environment(const std::optional<fs::path>& tree) {
  std::vector<std::string> variables;
  std::string path;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    constexpr std::string_view kPythonPath = "PYTHONPATH=";
    if (text.substr(0, kPythonPath.size()) == kPythonPath) {
      path = text.substr(kPythonPath.size());
    } else if (!absl::StartsWith(*variable, "PRESTIGE_PROGRAM=")) {
      variables.emplace_back(text);
    }
  }
  if (tree) path = absl::StrCat((*tree / "analysis").string(), path.empty() ? "" : ":", path);
  if (!path.empty()) variables.push_back(absl::StrCat("PYTHONPATH=", path));
  variables.push_back(absl::StrCat("PRESTIGE_PROGRAM=", OwnPath().string()));
  return variables;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

// Starts Python with these arguments. Its standard input is `input` (-1: nothing), its output goes
// to `output` (-1: nowhere); `quiet` drops its standard error too. The process, or -1.
pid_t Start(Python python, std::vector<std::string> arguments, int input, int output, bool quiet) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const auto redirect = [&actions](int from, int to, int mode) {
    if (from >= 0) {
      posix_spawn_file_actions_adddup2(&actions, from, to);
    } else {
      posix_spawn_file_actions_addopen(&actions, to, "/dev/null", mode, 0);
    }
  };
  redirect(input, STDIN_FILENO, O_RDONLY);
  redirect(output, STDOUT_FILENO, O_WRONLY);
  if (quiet) redirect(-1, STDERR_FILENO, O_WRONLY);
  arguments.insert(arguments.begin(), python.program);
  pid_t child = -1;
  const int error = posix_spawnp(&child, python.program.c_str(), &actions, nullptr,
                                 Pointers(arguments).data(), Pointers(python.environment).data());
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? child : -1;
}

// The exit code, or 1 for a process that was killed.
int Wait(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// Whether it runs, and has the package with all that the package needs.
bool HasPackage(const Python& python) {
  const pid_t child = Start(python, {"-c", "import prestige.__main__"}, -1, -1, true);
  return child >= 0 && Wait(child) == 0;
}

absl::Status Failed(const char* what) {
  return absl::InternalError(absl::StrCat("prestige: ", what, ": ", std::strerror(errno)));
}

}  // namespace

absl::Status RunPythonPackage(const std::vector<std::string>& arguments, const std::string& input,
                              std::ostream& out) {
  const std::optional<fs::path> tree = FindTree();
  std::vector<Python> candidates;
  if (tree) {
    candidates.push_back({(*tree / ".venv" / "bin" / "python").string(), Environment(tree)});
  }
  candidates.push_back({"python3", Environment(tree)});
  const Python* python = nullptr;
  for (const Python& candidate : candidates) {
    if (python == nullptr && HasPackage(candidate)) python = &candidate;
  }
  if (python == nullptr) {
    return absl::FailedPreconditionError(
        tree ? absl::StrCat("this needs the Python package `prestige`, which cannot be used here; "
                            "run ",
                            (*tree / "scripts" / "setup").string(),
                            ", which makes its environment in .venv")
             : "this needs the Python package `prestige`; in the source tree scripts/setup makes "
               "its environment, elsewhere `pip install` the tree");
  }

  // A file, not a pipe: the package may print before it has read everything.
  const File given(std::tmpfile());
  if (given == nullptr) return Failed("cannot make a temporary file");
  if (std::fwrite(input.data(), 1, input.size(), given.get()) != input.size() ||
      std::fflush(given.get()) != 0) {
    return Failed("cannot write a temporary file");
  }
  std::rewind(given.get());
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return Failed("cannot make a pipe");
  std::vector<std::string> module{"-m", "prestige"};
  module.insert(module.end(), arguments.begin(), arguments.end());
  const pid_t child = Start(*python, module, fileno(given.get()), ends[1], false);
  close(ends[1]);
  const File printed(fdopen(ends[0], "rb"));
  if (child < 0) return Failed("cannot start Python");
  std::array<char, 1 << 16> buffer{};
  while (const size_t got = std::fread(buffer.data(), 1, buffer.size(), printed.get())) {
    out.write(buffer.data(), static_cast<std::streamsize>(got));
  }
  switch (Wait(child)) {
    case 0:
      return absl::OkStatus();
    case 2:
      return absl::InvalidArgumentError("");
    case 130:
      return absl::CancelledError("");
    default:
      return absl::InternalError("");
  }
}

}  // namespace prestige
