"""An event's dice: outcomes nobody can choose or foresee, and everybody can check when the event has closed.

SHA-256 of the event's secret is published at the opening, the secret at the closing. Every drive has a key of its own,
so that whoever drives never holds the secret:

    HMAC-SHA-256(secret, "drive/ENTRY/ATTEMPT")    own dice, everybody's own in each attempt
    HMAC-SHA-256(secret, "drive")                  the same dice for all

The n-th roll of a drive (n = 0, 1, …) is drawn as a table's is (table/fairness.py) from HMAC-SHA-256(key, "n/k") with
k = 0, 1, … until the number is below the sum of the weights. A roll is never taken back.
"""

from __future__ import annotations

import hmac

from parcferme.core.contract import CHANCE, Game
from parcferme.core.errors import BadRecord, Diverged
from parcferme.core.play import Entry, Play, live_entries
from parcferme.organise.regulations import SAME_DICE
from parcferme.table.fairness import FairDice


def dice_of(secret: bytes, dice: str, entry: str, attempt: int) -> FairDice:
    """The dice of one drive."""
    drive = "drive" if dice == SAME_DICE else f"drive/{entry}/{attempt}"
    return FairDice(hmac.digest(secret, drive.encode("ascii"), "sha256"))


def next_roll(play: Play, dice: FairDice) -> int:
    """The outcome that a drive gets where chance acts now."""
    rolls = sum(1 for entry in play.log if entry[0] == "chance")
    return dice.draw(rolls, play.state.chance())


def check_rolls(game: Game, log: list[Entry], dice: FairDice) -> int:
    """Every roll of a drive must be the event's; returns how many there were. Raises Diverged at the first that is not.

    A choice may be taken back before it is rolled for, a roll never.
    """
    play = Play(game)
    rolls = 0
    for index, entry in enumerate(log):
        if entry[0] == "undo":
            play.enter(entry)
            if sum(1 for live in play.live if play.log[live][0] == "chance") < rolls:
                raise Diverged(index, "takes back a roll of the event's dice")
            continue
        if play.state.kind() == CHANCE:
            due = game.format_outcome(dice.draw(rolls, play.state.chance()))
            if entry[1] != due:
                raise Diverged(index, f"the event's dice gave {due}, the record says {entry[1]}")
            rolls += 1
        play.enter(entry)
    return rolls


def live_log(log: list[Entry]) -> list[Entry]:
    """The entries that still count."""
    return [log[index] for index in live_entries(log)]


def seed_of_round(secret: bytes, round: int) -> str:
    """The seed of a round's draw, published with the draw: from it anybody can draw again."""
    return hmac.digest(secret, f"draw/{round}".encode("ascii"), "sha256").hex()


def read_secret(place: str, text: object) -> bytes:
    """Raises BadRecord where a text is no secret."""
    try:
        secret = bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        secret = b""
    if len(secret) != 32:
        raise BadRecord(place, "is not 64 hexadecimal digits")
    return secret
