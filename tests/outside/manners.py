"""An outside strategy with the manners that its first argument names, for tests.

With a second argument, a file: the good manners of the first game that is played with the file
missing, which it makes; after that it is well behaved.
"""

import json
import os
import sys
import time
from pathlib import Path


def answer(manners: str, message: dict[str, object]) -> str:
    request = int(str(message["request"]))
    choices = list(message["choices"])  # type: ignore[call-overload]
    good = json.dumps({"request": request, "choice": len(choices) - 1})
    match manners:
        case "bad-json":
            return '{"request":'
        case "garbage":
            return "\x00\x1b[31mHello!\xff"
        case "no-object":
            return "[1, 2]"
        case "wrong-request":
            return json.dumps({"request": request + 1, "choice": 0})
        case "no-request":
            return json.dumps({"choice": 0})
        case "no-choice":
            return json.dumps({"request": request})
        case "text-choice":
            return json.dumps({"request": request, "choice": "0"})
        case "fraction":
            return json.dumps({"request": request, "choice": 0.5})
        case "too-high":
            return json.dumps({"request": request, "choice": len(choices)})
        case "negative":
            return json.dumps({"request": request, "choice": -1})
        case "huge-choice":
            return f'{{"request":{request},"choice":99999999999999999999}}'
        case "huge-line":
            return "x" * 1_000_000
        case "hangs":
            time.sleep(600)
        case "dies":
            sys.exit(3)
        case "killed":
            os.kill(os.getpid(), 9)
        case "closes-output":
            os.close(1)
            time.sleep(600)
        case "talks-too-much":
            return good + "\nand by the way"
    return good


def main() -> None:
    manners = sys.argv[1]
    memory = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if memory is not None and memory.exists():
        manners = "good"
    if manners == "dies-at-once":
        sys.exit(4)
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("new_game"):
            if manners == "thanks":
                print(json.dumps({"request": message["request"]}), flush=True)
            continue
        if memory is not None and not memory.exists():
            memory.touch()
        print(answer(manners, message), flush=True)


if __name__ == "__main__":
    main()
