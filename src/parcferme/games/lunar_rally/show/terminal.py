"""The position as Rich markup: flat-topped hexes in staggered columns, then the Control Boards."""

from __future__ import annotations

from parcferme.core.contract import View

PAINT = {"B": "bright_blue", "G": "green", "R": "bright_red", "Y": "yellow"}
SYMBOLS = {"B": "●", "G": "▲", "R": "■", "Y": "◆"}  # LR-12
ARROWS = {"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"}
PLAIN = "[dim] · [/]"
GROUND = {  # terrain → (what an empty hex shows, background under a Rover)
    "craters": ("[white on grey23]▟█▙[/]", "grey23"),
    "dust": ("[grey70]∴∴∴[/]", "grey42"),
    "start": ("[green]═══[/]", "dark_green"),
    "finish": ("[white]▚▚▚[/]", "grey50"),
    "repair": ("[cyan]{+}[/]", "dark_cyan"),
    "caches": ("[red]<!>[/]", "dark_red"),
}
NODE_WORDS = {
    "throw_map": "The Start Tokens are thrown for the map",
    "throw_first": "The Start Tokens are thrown for the first player",
    "place": "Rovers are placed on the Start Line",
    "program_1": "Rover 1s are programmed",
    "program_2": "Rover 2s are programmed",
    "replace": "A replacement Rover may be entered",
    "flip": "The Moon Token is flipped",
    "over": "The race is over",
}


def board(view: View) -> str:
    """The whole table: headline, map, Control Boards, legend; at most 100 columns wide."""
    lines = [_headline(view), ""]
    ground = view["map"]
    if isinstance(ground, dict):
        lines += [*_hexes(ground, _rovers(view)), ""]
    lines += [_control_board(rover) for rover in _rovers(view)]
    lines += ["", _legend()]
    return "\n".join(lines)


def _rovers(view: View) -> list[dict[str, object]]:
    rovers = view["rovers"]
    return [rover for rover in rovers if isinstance(rover, dict)] if isinstance(rovers, list) else []


def _headline(view: View) -> str:
    ground = view["map"]
    title = f"[bold]{ground['title']}[/]  " if isinstance(ground, dict) else ""
    moon = "☾ Rover 1" if view["moon"] == 1 else "☽ Rover 2"
    return f"{title}round {view['round']}/{view['round_cap']}  {moon}  {NODE_WORDS[str(view['node'])]}"


def _hexes(ground: dict[str, object], rovers: list[dict[str, object]]) -> list[str]:
    """Two lines of text to a row: odd columns stand half a hex lower."""
    cells = _cells(ground, rovers)
    columns = int(str(ground["columns"]))
    letters = "   " + "".join(f" {chr(65 + column)}  " for column in range(columns))
    lines = [f"[dim]{letters.rstrip()}[/]"]
    for half in range(24):
        row, odd = divmod(half, 2)
        line = f"[dim]{row + 1:>2}[/] " if not odd else "   "
        for column in range(columns):
            label = f"{chr(65 + column)}{row + 1}"
            shown = column % 2 == odd and not (odd and row == 11)
            line += (cells.get(label, PLAIN) if shown else "   ") + " "
        lines.append(line.rstrip())
    return lines[:-1]


def _cells(ground: dict[str, object], rovers: list[dict[str, object]]) -> dict[str, str]:
    """The markup of every hex that is not plain."""
    cells: dict[str, str] = {}
    under: dict[str, str] = {}
    for terrain, (empty, background) in GROUND.items():
        labels = ground[terrain]
        for label in labels if isinstance(labels, list) else []:
            cells[label] = empty
            under[label] = background
    for rover in rovers:
        if rover["hex"] is not None:
            label, name = str(rover["hex"]), str(rover["id"])
            paint = PAINT[name[0]] + (f" on {under[label]}" if label in under else "")
            cells[label] = f"[bold {paint}]{name}{ARROWS[str(rover['facing'])]}[/]"
    return cells


def _control_board(rover: dict[str, object]) -> str:
    """`● B1  K6  ↗ NE   armed    shields ◈◇   missiles ➤   F1 · AT · ▒▒`"""
    name = str(rover["id"])
    head = f"[bold {PAINT[name[0]]}]{SYMBOLS[name[0]]} {name}[/]"
    if rover["hex"] is None:
        return f"{head}  [dim]not on the board[/]"
    full, shields, missiles = int(name[1]), int(str(rover["shields"])), int(str(rover["missiles"]))
    facing = str(rover["facing"])
    armed = "armed  " if rover["armed"] else "unarmed"
    slots = rover["program"]
    cards = " · ".join(_slot(str(slot)) for slot in slots) if isinstance(slots, list) else ""
    return (
        f"{head}  {rover['hex']!s:<4}{ARROWS[facing]} {facing:<3} {armed}  shields {'◈' * shields:<2}"
        f"{'◇' * (full - shields):<2} missiles {'➤' * missiles:<2}{'▷' * (full - missiles):<2} {cards}"
    )


def _slot(slot: str) -> str:
    if slot == "hidden":
        return "[reverse]??[/]"
    if slot == "lost":
        return "[red]✕✕[/]"
    return "[dim]__[/]" if slot == "empty" else f"[bold]{slot}[/]"


def _legend() -> str:
    named = {"craters": "crater", "dust": "fine dust", "start": "start", "finish": "finish", "repair": "repair station"}
    words = [f"{GROUND[terrain][0]} {name}" for terrain, name in named.items()]
    return "  ".join([*words, f"{GROUND['caches'][0]} cache"])
