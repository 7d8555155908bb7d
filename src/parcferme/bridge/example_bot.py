"""A bot for the line protocol, as short as it gets: it prefers what it has chosen least often.

    python -m parcferme.bridge.example_bot

It needs nothing but the standard library, so it can be copied and changed; `docs/bot-protocol.md` tells the rest.
"""

from __future__ import annotations

import json
import sys
from collections import Counter


def main() -> None:
    chosen: Counter[str] = Counter()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "ready", "name": f"least often, seat {message['seat']}"})
        elif message["type"] == "choose":
            notations = [action["notation"] for action in message["actions"]]
            best = min(notations, key=lambda notation: chosen[notation])
            chosen[best] += 1
            say({"type": "action", "turn": message["turn"], "action": best})
        elif message["type"] == "bye":
            return


def say(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)  # one line, sent at once


if __name__ == "__main__":
    main()
