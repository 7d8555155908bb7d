"""Time sheets in the terminal: printed with their columns lined up, and read from files."""

from __future__ import annotations

from pathlib import Path

from parcferme.core.errors import BadContent, Fault
from parcferme.games.rally_round.par.sheets import HEAD, Sheet, parse_csv, parse_toml


def to_table(sheet: Sheet) -> str:
    """The sheet as plain text, columns lined up."""
    turns = max([8] + [len(row.cells) for row in sheet.rows])
    lines = [[*HEAD, *[str(turn + 1) for turn in range(turns)]], *[row.texts() for row in sheet.rows]]
    widths = [max([len(line[column]) for line in lines if column < len(line)]) for column in range(len(HEAD) + turns)]
    text = [f"{sheet.crew}   Kit: {' '.join(sheet.kit) if sheet.kit else 'standard car'}"]
    for line in lines:
        cells = [
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=False))
        ]
        text.append("  ".join(cells).rstrip())
    return "\n".join([*text, f"Other penalties {sheet.other or '-'}", f"Total penalties {sheet.total or '-'}"])


def read_sheet(path: Path) -> Sheet:
    """A sheet from a CSV or TOML file; raises BadContent naming the place."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadContent(str(path), [Fault("file", f"cannot be read: {error}")]) from error
    return parse_toml(text, str(path)) if path.suffix == ".toml" else parse_csv(text, str(path))
