"""An event's dice: everybody's own or the same for all, checked roll by roll."""

from __future__ import annotations

import hashlib
import hmac
import re

import pytest

from parcferme.core.contract import CHANCE
from parcferme.core.errors import BadRecord
from parcferme.core.play import Play
from parcferme.core.record import Record, read_record, record_of
from parcferme.core.trial import HOME, VOID
from parcferme.organise import commands
from parcferme.organise.dice import dice_of, next_roll, read_secret
from parcferme.organise.event import RECORD, Event
from parcferme.organise.marking import mark_all
from tests.organise.helpers import RALLYMAN, SECRET, Desk, drive_alone
from tests.support import ROOT


def first_bits(drive: str, message: str, bits: int) -> int:
    key = hmac.new(SECRET, drive.encode(), hashlib.sha256).digest()
    return int.from_bytes(hmac.new(key, message.encode(), hashlib.sha256).digest(), "big") >> (256 - bits)


def test_rolls_are_drawn_as_the_documentation_says() -> None:
    own = "drive/ann/2"
    assert dice_of(SECRET, "own", "ann", 2).number(5, 128) in [first_bits(own, f"5/{k}", 8) for k in range(3)]
    assert dice_of(SECRET, "own", "ann", 2).number(5, 255) == first_bits(own, "5/0", 8)
    assert dice_of(SECRET, "same", "ann", 2).number(5, 255) == first_bits("drive", "5/0", 8)


def test_own_dice_differ_by_entry_and_attempt_and_the_same_dice_do_not() -> None:
    own = {dice_of(SECRET, "own", name, attempt).number(0, 10**9) for name in ("ann", "bob") for attempt in (1, 2)}
    same = {dice_of(SECRET, "same", name, attempt).number(0, 10**9) for name in ("ann", "bob") for attempt in (1, 2)}
    assert (len(own), len(same)) == (4, 1)


def rolls(record: str) -> list[object]:
    return [what for who, what in read_record(record).log if who == "chance"]


def test_with_the_same_dice_the_nth_roll_is_the_same_number_for_all() -> None:
    """Whatever was decided in between: n counts rolls, not moves."""
    made = Desk({**RALLYMAN, "dice": "same", "submissions": 1}).enter("ann", "bob").open()
    game = made.event.regulations.task().game
    dice = dice_of(SECRET, "same", "", 1)
    short, long = Play(game), Play(game)
    for play, moves in ((short, ["roll:1/go"]), (long, ["roll:1/go"])):
        for text in moves:
            play.act(0, game.parse(text))
        assert play.state.kind() == CHANCE
    long.undo(0)
    long.act(0, game.parse("roll:1/go"))
    assert next_roll(short, dice) == next_roll(long, dice)


def changed(text: str, log: list[list[object]]) -> str:
    """The same record with another log, sealed anew as whoever forges it would."""
    record = read_record(text)
    return Record(record.game, record.rules, record.options, record.seats, log, [], None, {}).to_text()


def assert_first_home(event: Event, other: tuple[str, int], why: str) -> None:
    """Ann's first drive counts, the other one does not."""
    marks = mark_all(event)
    assert marks["ann", 1].status == HOME
    assert marks[other].status == VOID
    assert why in marks[other].reason


def test_a_roll_that_is_not_the_events_makes_a_drive_void() -> None:
    made = Desk(RALLYMAN).enter("ann", "bob").open()
    made.drive("ann", 1)
    made.do(commands.begin(made.event, "person-bob", made.now))
    stolen = record_of(drive_alone(made.event, "ann", 1, 1), ["bob"]).to_text()  # rolled with another's dice
    made.hand_in("bob", RECORD, stolen, 1)
    assert_first_home(made.event, ("bob", 1), "the event's dice gave")


def test_a_choice_may_be_taken_back_a_roll_may_not() -> None:
    made = Desk({**RALLYMAN, "submissions": 3}).enter("ann").open()
    for attempt, taken_back in ((1, "choice"), (2, "roll")):
        play = drive_alone(made.event, "ann", attempt, 1)
        log = [list(entry) for entry in play.log]
        first = next(index for index, entry in enumerate(log) if entry[0] == "chance")
        before, to = (log[:first], 0) if taken_back == "choice" else (log[: first + 1], first)
        made.do(commands.begin(made.event, "person-ann", made.now))
        twice = [*before, ["undo", to], *log[to:]]
        made.hand_in("ann", RECORD, changed(record_of(play, ["ann"]).to_text(), twice), attempt)
    assert_first_home(made.event, ("ann", 2), "takes back a roll")


def test_a_drive_that_does_not_end_or_goes_on_is_void() -> None:
    made = Desk({**RALLYMAN, "submissions": 2}).enter("ann").open()
    text = record_of(drive_alone(made.event, "ann", 1, 1), ["ann"]).to_text()
    log = read_record(text).log
    for attempt, forged in ((1, log[:-4]), (2, log)):
        made.do(commands.begin(made.event, "person-ann", made.now))
        made.hand_in("ann", RECORD, changed(text, forged), attempt)
    marks = mark_all(made.event)
    assert marks["ann", 1].reason == "the drive does not end where the trial ends"
    assert marks["ann", 2].status == VOID  # attempt 2 has other dice


def test_secrets_are_sixty_four_digits() -> None:
    assert read_secret("secret", SECRET.hex()) == SECRET
    for wrong in ("", "00", "zz" * 32, 5, None):
        with pytest.raises(BadRecord, match="64 hexadecimal digits"):
            read_secret("secret", wrong)


def test_dice_need_the_secret() -> None:
    made = Desk(RALLYMAN).enter("ann").open()
    made.drive("ann")
    made.event.secret = None
    assert "secret" in mark_all(made.event)["ann", 1].reason


def test_the_pages_know_how_every_reason_begins() -> None:
    """A void paper's reason is English in the file; the browser knows it by its beginning and says it for people."""
    package = ROOT / "src" / "parcferme"
    files = ("organise/dice.py", "organise/marking.py", "core/record.py")
    written = "".join((package / name).read_text("utf-8") for name in files)
    client = (ROOT / "web" / "src" / "lib" / "voids.ts").read_text("utf-8")
    known = re.findall(r'\["([^"]+)", "\w+"\]', client)
    assert len(known) == 5
    assert [begins for begins in known if begins not in written] == []
    assert "the drive does not end" in written
