from parcferme.core.contract import View


def board(view: View) -> str:
    roads = view["roads"]
    assert isinstance(roads, list)
    own = {0: "soft", 1: "hard"}.get(int(str(view["own"])), "unknown")
    return "\n".join([f"[green]{'=' * int(road)}>[/]" for road in roads] + [f"your tyres: [bold]{own}[/]"])
