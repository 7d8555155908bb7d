"""Targets, flying finishes and marks: the arithmetic of the time sheet, in whole seconds (1 mark = 60)."""

from __future__ import annotations

from typing import Final

ROAD: Final = 0
SELECTIVE: Final = 1
REGULARITY: Final = 2
STAGE: Final = 3
KINDS: Final = ("road", "selective", "regularity", "stage")
LABELS: Final = ("TC", "STC", "RTC", "SSF")  # RR-30, RR-31, RR-32

MARK: Final = 60
FAULT: Final = 30 * MARK  # RR-65, RR-74, RR-76, RR-84
NO_FAULT: Final = -1
F_MISSED_PC: Final = 0
F_OVERSHOT: Final = 1
F_WRONG_SIDE: Final = 2
F_GIVE_WAY: Final = 3
F_QUIET: Final = 4
FAULT_NAMES: Final = ("missed_pc", "overshot", "wrong_side", "give_way", "quiet_zone")
SLOWEST: Final = 20  # RR-31: mph of a Regularity
FASTEST: Final = 30

# RR-R01: ten cells of the book's Regularity table are one second low, by (mph, squares)
MISPRINTS: Final = {
    (22, 21), (22, 24), (23, 18), (23, 21), (26, 21), (26, 24), (27, 12), (27, 21), (28, 18), (29, 24)
}  # fmt: skip


def target(kind: int, squares: int, mph: int = 0, printed: bool = False) -> int:
    """The target time of a section in seconds (RR-40 … RR-43)."""
    if kind == ROAD:
        return (squares + 2) // 3 * 60  # RR-40: whole minutes, rounded up
    if kind == SELECTIVE:
        return squares * 20  # RR-41
    if kind == STAGE:
        return squares * 10  # RR-43
    exact = (1200 * squares + mph) // (2 * mph)  # RR-42: 600 n / v to the nearest second
    return exact - 1 if printed and (mph, squares) in MISPRINTS else exact


def flying(needed: int, move: int) -> int:
    """Seconds of the last minute when `needed` of the move's squares reach the control (RR-71, RR-R02)."""
    return (120 * needed + move) // (2 * move)


def penalty(kind: int, due: int, taken: int) -> int:
    """Seconds of penalty at a Time Control (RR-69, RR-72, RR-73)."""
    late = taken - due
    if late >= 0:
        return late
    if kind == ROAD:
        return -2 * late
    return -late if kind == REGULARITY else 0


def clock(seconds: int) -> str:
    """93 → '1:33' (RR-99)."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02d}"


def read_clock(text: str) -> int | None:
    """'1:33' → 93, '5' → five minutes, '-' or '' → 0; `None` if it is no time."""
    text = text.strip()
    if text in ("", "-"):
        return 0
    minutes, colon, rest = text.partition(":")
    first, second = whole(minutes), whole(rest) if colon else 0
    if first is None or second is None or second >= 60 or (colon and len(rest) != 2):
        return None
    return first * 60 + second


def whole(text: str) -> int | None:
    """A number as people write it on a sheet, at most six digits; `None` if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 6 else None
