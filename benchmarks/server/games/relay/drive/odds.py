from __future__ import annotations

from parcferme.core.contract import State


def odds(state: State, seat: int, action: int) -> list[tuple[str, dict[str, object]]]:
    return [("odds.after", {"count": action + 1})]
