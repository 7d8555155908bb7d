"""What people are told of themselves, and administrators of everybody. No address of mail is in any of it."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from parcferme.house.events import EventRow
from parcferme.house.messages import ChatLine
from parcferme.house.standings import Driver, RatingTold
from parcferme.house.tables import Millis, TableRow


class Token(Struct):
    """A token without its secret."""

    id: str
    label: str
    scopes: list[str]
    created_at: Millis


class Session(Struct):
    """Where somebody is signed in."""

    id: str
    browser: str
    opened_at: Millis
    seen_at: Millis
    here: Annotated[bool, Meta(description="the one that asks")]


class DiaryStep(Struct):
    """Something an administrator has done, and why: a line of the diary, and what the person it concerns is told."""

    id: int
    at: Millis
    by: Annotated[str, Meta(description="who did it; empty: the operator, by command")]
    deed: str
    person: str
    name: str
    table: str
    about: Annotated[str, Meta(description="the line of chat, the range of addresses, the name before, or the club")]
    until: Millis | None
    reason: str


class Report(Struct):
    """What a player has told the administrators of another."""

    id: int
    at: Millis
    by: str
    by_name: str
    person: str
    name: str
    table: str
    line: int | None
    said: Annotated[str, Meta(description="the line of chat, or the document's title, as it was")]
    why: str
    closed_at: Millis | None
    reported_too: Annotated[bool, Meta(description="has the one who reports been reported as well?")]
    document: Annotated[str, Meta(description="the document it is about; empty: it is about a table")] = ""


class ReportsPage(Struct):
    """Part of a list, how many there are in all, and what the next part comes after."""

    reports: list[Report]
    total: int
    next: str


class PersonRow(Struct):
    """Somebody, in a list for administrators."""

    id: str
    name: str
    kind: str
    role: str
    created_at: Millis
    seen_at: Millis
    tables: int
    reports: int
    held: Annotated[str, Meta(description="`chat`: may not speak, `play`: nor play")]
    held_until: Millis | None


class PersonFile(Struct):
    """Everything administrators know of somebody."""

    person: PersonRow
    steps: list[DiaryStep]
    reports: list[Report]
    addresses: Annotated[list[str], Meta(description="where they are signed in, for a ban of a range")]


class ReportFile(Struct):
    """A report, with what was said at the table and the people in it."""

    report: Report
    chat: list[ChatLine]
    people: list[PersonRow]
    steps: list[DiaryStep]


class TableFile(Struct):
    """A table, in a list for administrators."""

    id: str
    game: str
    title: str
    status: str
    visibility: str
    host: str
    people: list[str]
    created_at: Millis
    changed_at: Millis


class ClubFile(Struct):
    """A club, in a list for administrators."""

    id: str
    name: str
    about: str
    keepers: list[str]
    members: int
    created_at: Millis


class ClubsPage(Struct):
    """Part of a list of clubs."""

    clubs: list[ClubFile]
    next: str


class Range(Struct):
    """A range of addresses from which nobody plays as a guest or registers."""

    id: int
    range: str
    at: Millis
    until: Millis | None
    reason: str


class PeoplePage(Struct):
    """Part of a list, and what the next part comes after."""

    people: list[PersonRow]
    next: str


class TablesPage(Struct):
    """Part of a list, and what the next part comes after."""

    tables: list[TableFile]
    next: str


class Diary(Struct):
    """Part of the diary, the latest first, and what the next part comes after."""

    steps: list[DiaryStep]
    next: str


# Friends and clubs


class Friends(Struct):
    """Everybody you have to do with, by their names."""

    friends: list[Driver]
    asking: Annotated[list[Driver], Meta(description="who has asked you")]
    asked: Annotated[list[Driver], Meta(description="whom you have asked")]
    blocked: list[Driver]


class Invitation(Struct):
    """Somebody asks you to a table that gathers."""

    table: str
    game: str
    title: str
    pace: dict[str, Any]
    by: Driver
    at: Millis
    path: Annotated[str, Meta(description="the way to a free seat there")]


class ClubRow(Struct):
    """A club, in a list."""

    id: str
    name: str
    role: Annotated[str, Meta(description="what you are there: `keeper`, `member` or `asking`")]
    members: int


class ClubMember(Struct):
    """Somebody in a club."""

    driver: Driver
    role: str
    since: Millis
    yours: bool


class ClubStanding(Struct):
    """How a member stands in a game: matches at public tables, how many were won, and the rating."""

    driver: Driver
    matches: int
    won: int
    rating: RatingTold | None


class Club(Struct):
    """A club's page. Members are listed to members, who asks to keepers alone; to others the keepers."""

    id: str
    name: str
    about: str
    role: Annotated[str, Meta(description="what you are there: `keeper`, `member`, `asking`; empty: nothing")]
    since: Millis
    count: Annotated[int, Meta(description="how many members it has")]
    members: list[ClubMember]
    key: Annotated[str, Meta(description="of the link by which one joins, for keepers")]
    invited: Annotated[bool, Meta(description="the key you gave lets you in")]


class ClubEvent(Struct):
    """An event of a club, and a member's way to it."""

    event: EventRow
    path: str


class ClubTable(Struct):
    """A table of a club, and a member's way to it."""

    table: TableRow
    path: str
