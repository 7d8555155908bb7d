"""Entering finished matches: results, sums, bests and ratings, all in one transaction, once for each match.

Rated matches of all games have numbers, in the order in which they are entered; ratings are a fold in that order. Where
several workers enter at the same time they wait for each other at the number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from parcferme.house.codec import encode_text
from parcferme.organise.finishes import CourseDriven, Finish, SeatFinish
from parcferme.organise.ratings import FEWEST, Ladder, Rating
from parcferme.server.storage.schema import (
    bests,
    courses,
    finishes,
    matches,
    people,
    rating_steps,
    ratings,
    results,
    settings,
    tallies,
)

HIDDEN: Final = 0  # how a rating or a best is listed …
PERSON: Final = 1
BOT: Final = 2
PROFILE: Final = "profile"  # what of themselves people may hide
RATINGS: Final = "ratings"
COUNTER: Final = "rated"  # the setting that holds the number of the last rated match
LARGEST: Final = 10**9
PODIUM: Final = 3
AT_ONCE: Final = 1_000  # matches
Totals = dict[str, int]


class RatedMatch(NamedTuple):
    """A rated match: its number, table, game and time, and the places by key."""

    number: int
    table: str
    game: str
    at: int
    places: dict[str, int]


class Entering(NamedTuple):
    """A match that is to be entered: when it ended, and what it has come to."""

    table: str
    at: int
    public: bool
    title: str
    finish: Finish


def enter(connection: Connection, one: Entering) -> bool:
    """Enter a match; False where somebody has done so before."""
    waits = connection.execute(delete(finishes).where(finishes.c.table_id == one.table)).rowcount
    known = connection.execute(select(matches.c.table_id).where(matches.c.table_id == one.table)).first()
    if known is not None or not waits:
        return False
    owners = _owners(connection, [seat.person for seat in one.finish.seats if seat.person])
    number = _next_number(connection) if one.finish.rated and not _one_is_two(owners) else None
    changes = _rate(connection, one, number, owners) if number is not None else {}
    connection.execute(insert(matches), _match_row(one, number))
    connection.execute(insert(results), [_result_row(one, n, owners, changes) for n in range(len(one.finish.seats))])
    if not one.finish.faulty:
        for seat in one.finish.seats:
            if owners.get(seat.person):
                add_up(connection, owners[seat.person], one.finish.game, one.public, _sums(seat, len(one.finish.seats)))
        if one.finish.course is not None:
            _drive(connection, one, one.finish.course, owners)
    return True


def leave_out(connection: Connection, table: str) -> None:
    """A match that is not entered: it has no result, or belongs to an event."""
    connection.execute(delete(finishes).where(finishes.c.table_id == table))


def put_off(connection: Connection, table: str, until: int) -> None:
    """A try has failed: others come first."""
    later = {"at": until, "tries": finishes.c.tries + 1}
    connection.execute(update(finishes).where(finishes.c.table_id == table).values(**later))


def _owners(connection: Connection, ids: list[str]) -> dict[str, str]:
    """Whose the seats of these people are now: an account's for guests who became part of it, nobody's for who went."""
    whose = select(people.c.id, people.c.kind, people.c.merged_into).where(people.c.id.in_(ids))
    rows = connection.execute(whose.with_for_update(read=True))  # who deletes themselves meanwhile waits for the end
    return {row.id: "" if row.kind == "gone" else row.merged_into or row.id for row in rows}


def _one_is_two(owners: dict[str, str]) -> bool:
    """Did somebody play against the guest they were in another browser?"""
    known = [owner for owner in owners.values() if owner]
    return len(set(known)) < len(known)


def _next_number(connection: Connection) -> int:
    """… of a rated match. Whoever else wants one waits here until this transaction has ended."""
    mine = settings.c.key == COUNTER
    held = connection.execute(select(settings.c.value).where(mine).with_for_update()).scalar_one()
    connection.execute(update(settings).where(mine).values(value=str(int(held) + 1)))
    return int(held) + 1


def _match_row(one: Entering, number: int | None) -> dict[str, object]:
    finish = one.finish
    return {
        "table_id": one.table,
        "game": finish.game,
        "title": one.title[:60],
        "course": "" if finish.course is None else finish.course.key,
        "players": len(finish.seats),
        "at": one.at,
        "public": one.public,
        "rated": number,
        "faulty": finish.faulty,
        "measures": encode_text(finish.measures),
    }


def _result_row(one: Entering, number: int, owners: dict[str, str], changes: dict[str, float]) -> dict[str, object]:
    seat = one.finish.seats[number]
    return {
        "table_id": one.table,
        "seat": number,
        "who": seat.who,
        "person": owners.get(seat.person, ""),
        "game": one.finish.game,
        "at": one.at,
        "public": one.public,
        "place": seat.place,
        "rank": seat.rank,
        "left": seat.left,
        "change": changes.get(seat.who),
        "tally": encode_text(seat.tally),
    }


def _sums(seat: SeatFinish, players: int) -> Totals:
    """What a seat adds to its person's sums; those of every game have names that no game uses. Nobody wins alone, and
    the last is on no podium."""
    together, won = players > 1, players > 1 and seat.rank == 1
    podium = won or (together and seat.rank <= PODIUM and seat.rank < players)
    common = {"#matches": 1, "#together": together, "#won": won, "#podium": podium, "#left": together and seat.left}
    return {name: int(total) for name, total in {**common, **seat.tally}.items() if total}


def add_up(connection: Connection, person: str, game: str, public: bool, sums: Totals) -> None:
    """Add to somebody's sums."""
    own = (tallies.c.person == person, tallies.c.game == game, tallies.c.public == public)
    for name, total in sums.items():
        more = update(tallies).where(*own, tallies.c.name == name).values(total=tallies.c.total + total)
        if not connection.execute(more).rowcount:
            row = {"person": person, "game": game, "public": public, "name": name, "total": total}
            connection.execute(insert(tallies), row)


# --- ratings ----------------------------------------------------------------------------------------------------------


def _rate(connection: Connection, one: Entering, number: int, owners: dict[str, str]) -> dict[str, float]:
    """The new ratings of those who took part; returns what has changed, as it is told."""
    game, places = one.finish.game, {seat.who: seat.rank for seat in one.finish.seats}
    ladder = Ladder(_known(connection, game, list(places)))
    before = {who: ladder.of(who) for who in places}
    after = ladder.fold(places)
    match = RatedMatch(number, one.table, game, one.at, places)
    known = {who for who, owner in owners.items() if owner == who}
    for who, rating in after.items():
        keep_rating(connection, match, who, rating, who in known, before[who].matches == 0)
    steps = step_rows(match, after, known)
    if steps:
        connection.execute(insert(rating_steps), steps)
    return {who: float(after[who].value() - before[who].value()) for who in after}


def step_rows(match: RatedMatch, after: dict[str, Rating], known: Collection[str]) -> list[dict[str, object]]:
    """How ratings grew, of bots and of people who are still here."""
    same = {"game": match.game, "n": match.number, "at": match.at, "table_id": match.table}
    told = {who: rating for who, rating in after.items() if is_bot(who) or who in known}
    return [{**same, "who": who, "mu": rating.mu, "sigma": rating.sigma} for who, rating in told.items()]


def is_bot(who: str) -> bool:
    return who.startswith("bot/")


def _known(connection: Connection, game: str, keys: list[str]) -> dict[str, Rating]:
    rows = connection.execute(select(ratings).where(ratings.c.game == game, ratings.c.who.in_(keys)))
    return {row.who: Rating(row.mu, row.sigma, row.matches) for row in rows}


def keep_rating(connection: Connection, match: RatedMatch, who: str, rating: Rating, known: bool, new: bool) -> None:
    """… and whether it is on the ladder now."""
    person = who if known else ""
    listed = _listed_as(connection, person, who) if rating.matches >= FEWEST else HIDDEN
    row = _rating_row(match, who, rating, person, listed)
    if new:
        connection.execute(insert(ratings), row)
    else:
        mine = (ratings.c.game == match.game, ratings.c.who == who)
        connection.execute(update(ratings).where(*mine).values(**row))


def _rating_row(match: RatedMatch, who: str, rating: Rating, person: str, listed: int) -> dict[str, object]:
    """Of those who have gone the figure alone stays: what the others' ratings grow from must not change."""
    return {
        "game": match.game,
        "who": who,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "matches": rating.matches,
        "sure": round(rating.sure() * 1_000_000),
        "at": match.at,
        "person": person,
        "listed": listed,
    }


def _listed_as(connection: Connection, person: str, who: str) -> int:
    """Accounts that do not hide it are on boards and ladders, and bots; guests see themselves there and nobody else
    does."""
    if is_bot(who):
        return BOT
    found = connection.execute(select(people.c.kind, people.c.hides).where(people.c.id == person)).one_or_none()
    return PERSON if found is not None and _shows_ratings(found.kind, found.hides) else HIDDEN


def _shows_ratings(kind: str, hides: str) -> bool:
    return kind == "account" and not {PROFILE, RATINGS} & set(hides.split())


def relist(connection: Connection, person: str) -> None:
    """Somebody has registered, or hides or shows themselves: their place on boards and ladders."""
    listed = _listed_as(connection, person, person)
    enough = (ratings.c.person == person, ratings.c.matches >= FEWEST)
    connection.execute(update(ratings).where(*enough).values(listed=listed))
    connection.execute(update(bests).where(bests.c.person == person, bests.c.public.is_(True)).values(listed=listed))


# --- courses ----------------------------------------------------------------------------------------------------------


def _drive(connection: Connection, one: Entering, course: CourseDriven, owners: dict[str, str]) -> None:
    """A run on a course: counted, and kept where it is the person's best there."""
    seat = one.finish.seats[0]
    person = owners.get(seat.person, "")
    if seat.person and not person:
        return
    if one.public:
        _count_run(connection, one, course)
    mine = (bests.c.course == course.key, bests.c.who == seat.who, bests.c.public == one.public)
    best = connection.execute(select(bests.c.rank).where(*mine)).scalar_one_or_none()
    row = _best_row(connection, one, course, person)
    if best is None:
        connection.execute(insert(bests), row)
    elif str(row["rank"]) < best:
        connection.execute(update(bests).where(*mine).values(**row))


def _count_run(connection: Connection, one: Entering, course: CourseDriven) -> None:
    mine = courses.c.key == course.key
    again = update(courses).where(mine).values(runs=courses.c.runs + 1, last_at=one.at)
    if not connection.execute(again).rowcount:
        known = {"key": course.key, "game": one.finish.game, "rules": one.finish.rules, "title": course.title}
        row = {**known, "options": encode_text(course.options), "runs": 1, "last_at": one.at}
        connection.execute(insert(courses), row)


def _best_row(connection: Connection, one: Entering, course: CourseDriven, person: str) -> dict[str, object]:
    who = one.finish.seats[0].who
    return {
        "course": course.key,
        "who": who,
        "public": one.public,
        "person": person,
        "game": one.finish.game,
        "score": encode_text(course.score),
        "rank": rank_text(course.score),
        "table_id": one.table,
        "at": one.at,
        "listed": _listed_as(connection, person, who) if one.public else HIDDEN,
    }


def rank_text(score: list[int]) -> str:
    """A score as a text: the better one comes first, whatever the database's language."""
    return "-".join(f"{min(max(part + LARGEST, 0), 2 * LARGEST):010d}" for part in score[:5])


# --- people -----------------------------------------------------------------------------------------------------------


def merge(connection: Connection, guest: str, account: str) -> None:
    """The guest's matches, sums and bests are the account's from now on. A rating is not handed on: the account has
    its own."""
    connection.execute(update(results).where(results.c.person == guest).values(person=account))
    for row in list(connection.execute(select(tallies).where(tallies.c.person == guest))):
        add_up(connection, account, row.game, row.public, {row.name: row.total})
    connection.execute(delete(tallies).where(tallies.c.person == guest))
    for row in list(connection.execute(select(bests).where(bests.c.person == guest))):
        _hand_on(connection, row, account)
    connection.execute(delete(bests).where(bests.c.person == guest))
    _unname_ratings(connection, [guest])
    relist(connection, account)


def _hand_on(connection: Connection, row: Any, account: str) -> None:
    mine = (bests.c.course == row.course, bests.c.who == account, bests.c.public == row.public)
    best = connection.execute(select(bests.c.rank).where(*mine)).scalar_one_or_none()
    moved = {**row._mapping, "who": account, "person": account}
    if best is None:
        connection.execute(insert(bests), moved)
    elif row.rank < best:
        connection.execute(update(bests).where(*mine).values(**moved))


def forget(connection: Connection, ids: list[str]) -> None:
    """Somebody has gone: their results stay for the others, as a driver's without a name; the rest goes."""
    connection.execute(update(results).where(results.c.person.in_(ids)).values(person=""))
    for table in (tallies, bests):
        connection.execute(delete(table).where(table.c.person.in_(ids)))
    _unname_ratings(connection, ids)


def _unname_ratings(connection: Connection, ids: list[str]) -> None:
    connection.execute(update(ratings).where(ratings.c.person.in_(ids)).values(person="", listed=HIDDEN))
    connection.execute(delete(rating_steps).where(rating_steps.c.who.in_(ids)))


def export(connection: Connection, ids: list[str]) -> dict[str, object]:
    """What the standings keep of a person."""
    steps = select(rating_steps).where(rating_steps.c.who.in_(ids)).order_by(rating_steps.c.game, rating_steps.c.n)
    found = {
        "results": select(results).where(results.c.person.in_(ids)).order_by(results.c.at),
        "sums": select(tallies).where(tallies.c.person.in_(ids)),
        "bests": select(bests).where(bests.c.person.in_(ids)),
        "ratings": select(ratings).where(ratings.c.person.in_(ids)),
        "rating_steps": steps,
    }
    return {name: [dict(row._mapping) for row in connection.execute(query)] for name, query in found.items()}


def drop_matches(connection: Connection, ids: list[Any]) -> None:
    """Matches that are thrown away, and the records that were driven in them. Sums stay."""
    for table in (results, matches, finishes, bests):
        connection.execute(delete(table).where(table.c.table_id.in_(ids)))


# --- working ratings out anew -----------------------------------------------------------------------------------------


def rated_matches(connection: Connection, batch: int = 5_000) -> Iterator[RatedMatch]:
    """Every rated match, in the order in which they count, with the places as they were entered."""
    after = 0
    while True:
        shown = select(matches.c.rated, matches.c.table_id, matches.c.game, matches.c.at)
        page = shown.where(matches.c.rated > after).order_by(matches.c.rated).limit(batch)
        found = list(connection.execute(page))
        if not found:
            return
        places = _places(connection, found[0].rated, found[-1].rated)
        for row in found:
            yield RatedMatch(row.rated, row.table_id, row.game, row.at, places[row.table_id])
        after = found[-1].rated


def _places(connection: Connection, first: int, last: int) -> dict[str, dict[str, int]]:
    joined = select(results.c.table_id, results.c.who, results.c.rank)
    joined = joined.join(matches, matches.c.table_id == results.c.table_id).where(matches.c.rated.between(first, last))
    found: dict[str, dict[str, int]] = {}
    for row in connection.execute(joined.order_by(results.c.table_id, results.c.seat)):
        found.setdefault(row.table_id, {})[row.who] = row.rank
    return found


def fold_again(rated: Iterable[RatedMatch]) -> Iterator[tuple[RatedMatch, dict[str, Rating]]]:
    """The ratings after each match."""
    ladders: dict[str, Ladder] = {}
    for match in rated:
        yield match, ladders.setdefault(match.game, Ladder()).fold(match.places)


def rebuild(connection: Connection) -> int:
    """Work all ratings out anew from the places as they were entered; returns how many matches there are."""
    here = select(people.c.id, people.c.kind, people.c.hides)
    here = here.where(people.c.kind != "gone", people.c.merged_into.is_(None))
    known = {row.id: _shows_ratings(row.kind, row.hides) for row in connection.execute(here)}
    connection.execute(delete(ratings))
    connection.execute(delete(rating_steps))
    last: dict[tuple[str, str], tuple[RatedMatch, Rating]] = {}
    folded, count = fold_again(rated_matches(connection)), 0
    while some := list(islice(folded, AT_ONCE)):
        steps = [row for match, after in some for row in step_rows(match, after, known)]
        if steps:
            connection.execute(insert(rating_steps), steps)
        for match, after in some:
            last |= {(match.game, who): (match, rating) for who, rating in after.items()}
        count += len(some)
    rows = [
        _rating_row(match, who, rating, who if who in known else "", _listed(who, rating, known))
        for (_, who), (match, rating) in last.items()
    ]
    for first in range(0, len(rows), AT_ONCE):
        connection.execute(insert(ratings), rows[first : first + AT_ONCE])
    return count


def _listed(who: str, rating: Rating, shows: Mapping[str, bool]) -> int:
    """As `_listed_as`, for many at once."""
    if rating.matches < FEWEST:
        return HIDDEN
    return BOT if is_bot(who) else PERSON if shows.get(who) else HIDDEN


def keep_review(connection: Connection, table: str, unit: str, luck: list[float], decisions: list[float]) -> None:
    """What a review has said of each seat."""
    for seat, (given, lost) in enumerate(zip(luck, decisions, strict=True)):
        mine = (results.c.table_id == table, results.c.seat == seat, results.c.unit == "")
        said = {"luck": given, "decisions": lost, "unit": unit[:20]}
        connection.execute(update(results).where(*mine).values(**said))
