"""What people and bots may be called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcferme.core import registry
from parcferme.core.bot import LEVELS
from parcferme.table import errors, names, seating, setup
from parcferme.table.errors import Denied
from parcferme.table.notes import BotSat
from parcferme.table.table import Table
from tests.table.helpers import SECRET, Club


def gathering() -> Club:
    return Club(Table(setup.make("toy_dash", {"players": 2}), SECRET))


def refused(name: str) -> str:
    with pytest.raises(Denied) as denied:
        names.fit(name)
    return denied.value.code


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Jari", "Jari"),
        ("  Night\u00a0 Owl\t", "Night Owl"),
        ("Jean-Luc d\u2019Arc", "Jean-Luc d'Arc"),
        ("27", "27"),
        ("e\u0301lan", "élan"),
        ("Зоя", "Зоя"),
        ("हिन्दी", "हिन्दी"),
        ("x" * 20, "x" * 20),
    ],
)
def test_a_name_is_trimmed_and_kept(written: str, kept: str) -> None:
    assert names.fit(written) == kept


def test_what_is_no_name_is_refused_with_what_is_wrong() -> None:
    assert {refused(name) for name in ("", " ", "J", " J ")} == {errors.NAME_SHORT}
    assert refused("x" * 21) == errors.NAME_LONG
    crooked = (
        "a_b",
        "{x}",
        "a/b",
        "-ab",
        "'s",
        "<b>",
        "Jari!",
        "a\u202eb",
        "a\u200db",
        "🚗🚗",
        "e" + "\u0321" * 3,
        "a²",
    )
    assert {refused(name) for name in crooked} == {errors.NAME_LETTERS}


@given(st.text(max_size=30))
def test_whatever_is_fit_stays_as_it_is(text: str) -> None:
    try:
        kept = names.fit(text)
    except Denied:
        return
    assert names.fit(kept) == kept
    assert names.LEAST <= len(kept) <= names.MOST


def test_names_are_alike_whatever_their_case() -> None:
    assert names.is_taken("JARI", ["Anouk", "jari"])
    assert not names.is_taken("Jari", ["Anouk", "Jari 2"])


@pytest.mark.parametrize(
    ("name", "others", "found"),
    [
        ("Jari", [], "Jari"),
        ("Jari", ["jari"], "Jari 2"),
        ("Jari", ["Jari", "JARI 2"], "Jari 3"),
        ("Guest 27", ["Guest 27"], "Guest 28"),
        ("x" * 20, ["x" * 20], "x" * 18 + " 2"),
    ],
)
def test_a_free_name_is_found(name: str, others: list[str], found: str) -> None:
    assert names.free(name, others) == found
    assert names.fit(found) == found


def test_who_takes_a_taken_name_hears_of_one_that_is_free() -> None:
    with pytest.raises(Denied) as denied:
        names.must_be_free("Jari", ["jari"])
    assert (denied.value.code, denied.value.blanks) == (errors.NAME_TAKEN_HERE, {"name": "Jari", "free": "Jari 2"})


def test_no_two_are_shown_alike_and_nobody_stays_nobody() -> None:
    assert names.apart(["Jari", "", "jari", "", "Jari 2"]) == ["Jari", "", "jari 2", "", "Jari 3"]


def test_a_bot_of_a_name_has_one_level_and_there_are_enough_for_every_table() -> None:
    assert tuple(names.DRIVERS) == LEVELS
    assert {level for game in registry.game_ids() for level in registry.bots(game)} <= set(names.DRIVERS)
    everybody = [name for drivers in names.DRIVERS.values() for name in drivers]
    assert len({names.folded(name) for name in everybody}) == len(everybody)
    assert all(names.fit(name) == name for name in everybody)
    assert min(len(drivers) for drivers in names.DRIVERS.values()) >= 6


def test_bots_at_a_table_are_named_drivers_and_no_two_alike() -> None:
    made = gathering()
    made.fold(seating.seat_bot(made.table, 0, "novice", made.now))
    with pytest.raises(Denied) as denied:
        seating.seat_bot(made.table, 1, "novice", made.now, "Ottavia")
    assert denied.value.code == errors.NAME_TAKEN_HERE
    with pytest.raises(Denied) as denied:
        seating.seat_bot(made.table, 1, "novice", made.now, "Tarmo")  # a works driver
    assert denied.value.code == errors.BAD_LEVEL
    made.fold(seating.seat_bot(made.table, 1, "novice", made.now, "Mirka"))
    assert [seat.driver for seat in made.table.seats] == ["Ottavia", "Mirka"]


def test_a_journal_from_before_bots_had_names_still_reads() -> None:
    made = gathering()
    for seat in range(2):
        made.fold(made.table.write(BotSat(seat, "novice"), made.now))
    assert [seat.driver for seat in made.table.seats] == ["Ottavia", "Benno"]
