"""Fair dice: outcomes nobody can choose or foresee, and everybody can check when the match is over.

Before the start the table publishes SHA-256(secret). The outcome at log entry n is drawn from HMAC-SHA-256(secret,
"n/k"), k = 0, 1, …: the first bits of the digest, as many as the sum of the weights has, are a number; one that is not
below the sum is thrown away and k grows, so that every outcome has exactly its share. When the match is over the
secret is published in the record, and `verify` repeats every draw. An undone roll is rolled anew, because the log
only ever grows.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from parcferme.core import registry
from parcferme.core.chance import pick
from parcferme.core.contract import CHANCE, Game, State
from parcferme.core.errors import BadRecord, Diverged
from parcferme.core.play import Entry, Play
from parcferme.core.record import MARK_EVERY, Record

SCHEME: Final = "hmac-sha256/1"
SECRET_BYTES: Final = 32


class FairDice:
    """The dice of one table, or of one drive in an event."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def commitment(self) -> str:
        """What is published before the first roll."""
        return hashlib.sha256(self.secret).hexdigest()

    def draw(self, index: int, outcomes: list[tuple[int, int]]) -> int:
        """The outcome at log entry `index`."""
        return pick(outcomes, self.number(index, sum(weight for _, weight in outcomes)))

    def number(self, index: int, limit: int) -> int:
        """A whole number below `limit`, exactly uniform over secrets."""
        bits = limit.bit_length()
        attempt = 0
        while True:
            digest = hmac.digest(self.secret, f"{index}/{attempt}".encode("ascii"), "sha256")
            number = int.from_bytes(digest, "big") >> (256 - bits)
            if number < limit:
                return number
            attempt += 1

    def objection(self, game: Game, state: State, index: int, entry: Entry) -> Diverged | None:
        """Why log entry `index`, made in this position, is a roll that these dice have not given; `None`: it is not."""
        if entry[0] != "chance" or state.kind() != CHANCE:
            return None
        due = game.format_outcome(self.draw(index, state.chance()))
        return None if due == entry[1] else Diverged(index, f"the dice gave {due}, the record says {entry[1]}")

    def seed(self, purpose: str) -> bytes:
        """Bytes for a bot's own choices: reproducible, and never those of a roll."""
        return hmac.digest(self.secret, f"seed/{purpose}".encode("ascii"), "sha256")

    def public_notes(self, over: bool) -> dict[str, object]:
        """For a record: the commitment, and the secret once it can do no harm."""
        notes: dict[str, object] = {"scheme": SCHEME, "commitment": self.commitment()}
        return {**notes, "secret": self.secret.hex()} if over else notes


def verify(record: Record) -> int:
    """Check every roll of a finished record; returns how many there were.

    Raises BadRecord when the record cannot be checked or was changed, Diverged at the first roll that is not the
    dice's.
    """
    dice = _published_dice(record)
    rolls = check_rolls(record.replay(registry.create_recorded(record)), dice)
    must_be_whole(record)
    return rolls


def check_rolls(play: Play, dice: FairDice) -> int:
    """Was every roll of a match drawn by these dice? Returns how many there were; raises Diverged at the first that was
    not. That the match follows the rules is known: it has been played again."""
    state, rolls = play.at(0), 0
    for index, entry in enumerate(play.log):
        fault = dice.objection(play.game, state, index, entry)
        if fault is not None:
            raise fault
        rolls += entry[0] == "chance"
        state = play.after(state, index)
    return rolls


def must_be_whole(record: Record) -> None:
    """A record has its marks, and is as it was sealed; the result is compared by replaying. A seal is no signature:
    the dice's secret is published, so whoever knows how can seal anew."""
    entries = len(record.log)
    due = [*range(MARK_EVERY, entries, MARK_EVERY), entries]
    made = {count for count, _ in record.marks}
    missing = [count for count in due if count not in made]
    if missing:
        raise BadRecord("marks", f"the one after {missing[0]} entries is missing: the record is not whole")
    if "seal" in record.notes and record.notes["seal"] != seal(record):
        raise BadRecord("notes.seal", "does not fit: names, bots, stand-ins or other notes were changed")


def seal(record: Record) -> str:
    """A hash over all of a finished record but this: everything in it is as the table wrote it."""
    fair = record.notes.get("fair_dice")
    secret = str(fair.get("secret", "")) if isinstance(fair, dict) else ""
    notes = {name: note for name, note in record.notes.items() if name != "seal"}
    bare = Record(
        record.game,
        record.rules,
        record.options,
        record.seats,
        record.log,
        record.marks,
        record.result,
        notes,
        record.start,
    )
    return hmac.digest(secret.encode("utf-8"), bare.to_text().encode("utf-8"), "sha256").hex()


def _published_dice(record: Record) -> FairDice:
    fair = record.notes.get("fair_dice")
    if not isinstance(fair, dict):
        raise BadRecord("notes.fair_dice", "is missing: this match was not played with a table's dice")
    if fair.get("scheme") != SCHEME:
        raise BadRecord("notes.fair_dice.scheme", f"is {fair.get('scheme')!r}; this program checks {SCHEME}")
    if "secret" not in fair and record.result is not None:
        raise BadRecord("notes.fair_dice.secret", "is missing, although the match is over: its dice cannot be checked")
    if "secret" not in fair:
        raise BadRecord("notes.fair_dice.secret", "is not published before the match is over")
    try:
        dice = FairDice(bytes.fromhex(str(fair["secret"])))
    except ValueError as error:
        raise BadRecord("notes.fair_dice.secret", "is not hexadecimal") from error
    if dice.commitment() != fair.get("commitment"):
        raise BadRecord("notes.fair_dice.commitment", "is not the hash of the secret: the dice were exchanged")
    return dice
