from __future__ import annotations

from parcferme.core.contract import State


def odds(state: State, seat: int, action: int) -> list[tuple[str, dict[str, object]]]:
    return [("odds.roll", {"mean": "5/3"})] if action == 2 else []
