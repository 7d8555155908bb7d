from parcferme.core.contract import State


def odds(state: State, seat: int, action: int) -> list[tuple[str, dict[str, object]]]:
    own = state.view(seat)["own"]
    return [("odds.stuck", {"chance": "1/6" if own == 0 else "0"})] if action == 2 else []
