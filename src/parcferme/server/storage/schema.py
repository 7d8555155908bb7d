"""The database: one description for SQLite and PostgreSQL. `migrations/` brings an older file up to it.

    settings  people  sessions  tokens      who                      workers   which processes are alive
    tables    journal  seats  chat  mutes   matches                  outbox    messages to send
    events  event_notes  event_people       competitions             event_marks   what papers are worth
    drafts                                  sheets under way         event_decisions   … luck taken out
    championships                           series of events
    records                                 uploaded games           diary  reports  ranges   what administrators do
    finishes  matches  results              what has ended           tallies  courses  bests   figures and records
    ratings  rating_steps                   strength, and how it grew
    puzzle_tries  own_puzzles               puzzles tried and made
    documents  document_versions            what people make         document_ratings  studio_jobs
    bonds  invitations                      friends, and who is asked to a table          pushes   browsers to tell
    clubs  club_people                      …                        club_tables  club_events

All times are milliseconds since 1970. In `journal` and in `tables.due` they are the table's own time, from which
outages are taken off: own time = the worker's clock (`clock.py`) − `tables.shift`. Signs of life are told by that
clock, too.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

settings = Table(
    "settings", metadata, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False)
)

workers = Table(
    "workers",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("alive_at", BigInteger, nullable=False),
    Column("stopped", Boolean, nullable=False),  # ended in order: its tables can be taken at once
)

people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("kind", String(8), nullable=False),  # guest, account, gone
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),  # folded name of an account
    Column("look", String(60), index=True),  # … and what it looks like, the same for names easily taken for each other
    Column("password", Text),
    Column("email", String(254), index=True),
    Column("mail", String(8), nullable=False, server_default=""),  # new until the address is confirmed, then on or off
    Column("language", String(8), nullable=False, server_default="en"),  # of letters
    Column("mailed_on", Integer, nullable=False, server_default="0"),  # the day since 1970 of the latest letter …
    Column("mailed", Integer, nullable=False, server_default="0"),  # … and how many went out on it
    Column("seen_at", BigInteger, nullable=False, server_default="0"),
    Column("held", String(8), nullable=False, server_default=""),  # chat: may not speak, play: nor play …
    Column("held_until", BigInteger),  # … until then, or for good
    Column("held_why", Text, nullable=False, server_default=""),
    Column("untold", Integer, nullable=False, server_default="0"),  # steps of administrators they have not seen yet
    Column("webhook", Text),
    Column("role", String(12), nullable=False),
    Column("merged_into", String(24), index=True),  # a guest who logged in to an account
    Column("created_at", BigInteger, nullable=False),
    Column("plate", Integer, nullable=False, server_default="0"),  # the door plate they have chosen, 1 to 6; 0: by lot
    Column("hides", String(20), nullable=False, server_default=""),  # of their page: profile, ratings
    Column("untold_of", String(200), nullable=False, server_default=""),  # what they are not told: telling.py
    Column("quiet", String(11), nullable=False, server_default=""),  # … and when: 22:00-07:00 by the clock of …
    Column("zone", String(40), nullable=False, server_default=""),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("expires_at", BigInteger, nullable=False),
    Column("opened_at", BigInteger, nullable=False, server_default="0"),
    Column("seen_at", BigInteger, nullable=False, server_default="0"),
    Column("browser", String(40), nullable=False, server_default=""),  # as it is told: Firefox on Linux
    Column("address", String(45), nullable=False, server_default=""),  # where it was last seen
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("scopes", String(80), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("setup", Text, nullable=False),
    Column("summary", Text, nullable=False, server_default="{}"),  # what a list tells of it: short, without documents
    Column("secret", String(64), nullable=False),
    Column("host", String(24), nullable=False),
    Column("status", String(12), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("pace", String(16), nullable=False),
    Column("free_seats", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("asked", Integer, nullable=False),  # bit mask of the seats that owe a decision
    Column("driven", Integer, nullable=False),  # … and of those among them that a bot drives
    Column("due", BigInteger),
    Column("shift", BigInteger, nullable=False),
    Column("owner", String(40)),  # the worker that minds clocks and bots
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("opener", String(24), nullable=False, server_default=""),  # whose room it takes; '': nobody's
    Index("ix_tables_lobby", "status", "visibility", "created_at"),  # not changed_at: a move need not touch it
    Index("ix_tables_minded", "owner", "status", "due"),
    Index("ix_tables_host", "host"),
    Index("ix_tables_opener", "opener", "status"),
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(24), nullable=False, index=True),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("person", String(24), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("apart", Boolean, nullable=False, server_default=false()),  # among spectators
)

mutes = Table(
    "mutes",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("person", String(24), primary_key=True),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(24), nullable=False),
    Column("node", Integer, nullable=False),
    Column("person", String(24), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # turn, soon, over; of events, by their id, see event_notices.py
    Column("send_at", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("unseen", Boolean, nullable=False, server_default=false()),  # sent, and not looked at since
    UniqueConstraint("table_id", "node", "person", "kind"),
    Index("ix_outbox_waiting", "done", "send_at"),
)

records = Table(
    "records",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("person", String(24), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("organiser", String(24), nullable=False, index=True),  # the person
    Column("status", String(12), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("summary", Text, nullable=False),  # what a list tells of it; nothing in it depends on what is sealed
    Column("documents", Text, nullable=False),  # own boards and decks, by their hash
    Column("secret", String(64), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("papers", Integer, nullable=False),  # handed in
    Column("closes", BigInteger, nullable=False),
    Column("wakes", BigInteger),  # when the clock opens or closes it
    Index("ix_events_listed", "visibility", "status", "closes"),
    Index("ix_events_wakes", "wakes"),
)

event_notes = Table(
    "event_notes",
    metadata,
    Column("event_id", String(40), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("by", String(80), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("body", Text, nullable=False),
    Column("chain", String(16), nullable=False),
)

event_people = Table(
    "event_people",
    metadata,
    Column("event_id", String(40), primary_key=True),
    Column("person", String(24), primary_key=True, index=True),
)

event_marks = Table(
    "event_marks",
    metadata,
    Column("event_id", String(40), primary_key=True),
    Column("entry", String(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),  # of the regulations it was marked by
    Column("mark", Text, nullable=False),
)

event_decisions = Table(
    "event_decisions",
    metadata,
    Column("event_id", String(40), primary_key=True),
    Column("entry", String(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("lost", Text, nullable=False),
)

drafts = Table(
    "drafts",
    metadata,
    Column("event_id", String(40), primary_key=True),
    Column("person", String(24), primary_key=True, index=True),
    Column("text", Text, nullable=False),
    Column("device", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("spare", Text),  # what another device had typed, until somebody chooses
    Column("spare_device", String(40)),
    Column("spare_at", BigInteger),
)

championships = Table(
    "championships",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("organiser", String(24), nullable=False, index=True),
    Column("document", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False, index=True),
)

diary = Table(  # what administrators have done
    "diary",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", String(24), nullable=False),  # '': the operator, by command
    Column("deed", String(12), nullable=False),
    Column("person", String(24), nullable=False, index=True),
    Column("table_id", String(24), nullable=False),
    Column("about", Text, nullable=False),  # a line of chat, a range of addresses, a name
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
)

reports = Table(  # … and what players have told them
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", String(24), nullable=False, index=True),
    Column("person", String(24), nullable=False, index=True),
    Column("table_id", String(24), nullable=False),
    Column("line", Integer),
    Column("said", Text, nullable=False),  # the line, or the title, as it was
    Column("why", Text, nullable=False),
    Column("closed_at", BigInteger, index=True),
    Column("document", String(24), nullable=False, server_default=""),  # of the shelf; '': it is about a table
)

ranges = Table(  # of addresses, from which no stranger plays
    "ranges",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("range", String(50), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
)

finishes = Table(  # tables that have ended and are not entered into `matches` yet; written with the last move
    "finishes",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),  # when it ended; later, after a try that failed
    Column("tries", Integer, nullable=False),
)

matches = Table(  # finished, played again and checked
    "matches",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("title", String(60), nullable=False),
    Column("course", String(32), nullable=False),  # '': none that others drive too
    Column("players", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rated", Integer, unique=True),  # its number among the rated ones of all games, in the order they count in
    Column("faulty", Text, nullable=False),  # why it was found wrong; then it counts for nothing
    Column("measures", Text, nullable=False),
)

results = Table(  # … seat by seat
    "results",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("who", String(80), nullable=False),  # as the journal has it: a person's id, bot/LEVEL/NAME
    Column("person", String(24), nullable=False),  # whose it is now; '': a bot's, or of somebody who has gone
    Column("game", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("place", Integer, nullable=False),
    Column("rank", Integer, nullable=False),  # the place that a rating counts: who has left comes last
    Column("left", Boolean, nullable=False),
    Column("change", Float),  # of the rating
    Column("luck", Float),  # what a review said, where one was made
    Column("decisions", Float),
    Column("unit", String(20), nullable=False, server_default=""),
    Column("tally", Text, nullable=False),
    Index("ix_results_lately", "person", "at", "table_id"),
    Index("ix_results_of_game", "person", "game", "at", "table_id"),
)

tallies = Table(  # sums over somebody's matches
    "tallies",
    metadata,
    Column("person", String(24), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("public", Boolean, primary_key=True),  # over public tables, or the others
    Column("name", String(40), primary_key=True),
    Column("total", BigInteger, nullable=False),
)

courses = Table(  # what is driven alone, by the hash of all that makes it
    "courses",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("title", String(80), nullable=False),
    Column("options", Text, nullable=False),
    Column("runs", Integer, nullable=False),
    Column("last_at", BigInteger, nullable=False),
    Index("ix_courses_driven", "game", "last_at", "key"),
)

bests = Table(  # everybody's best drive on a course
    "bests",
    metadata,
    Column("course", String(32), primary_key=True),
    Column("who", String(80), primary_key=True),
    Column("public", Boolean, primary_key=True),  # on public tables, or on the others, which only they see
    Column("person", String(24), nullable=False),
    Column("game", String(40), nullable=False),
    Column("score", Text, nullable=False),  # a list: fewer is better, part by part …
    Column("rank", String(60), nullable=False),  # … and the same as a text in that order
    Column("table_id", String(24), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("listed", Integer, nullable=False),  # on the board: 1 a person's, 2 a bot's; 0 not
    Index("ix_bests_board", "course", "listed", "rank", "at", "who"),
    Index("ix_bests_own", "person", "game", "at", "course"),
    Index("ix_bests_table", "table_id"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("who", String(80), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("sure", BigInteger, nullable=False),  # the rating less its error, in millionths: the order of the ladder
    Column("at", BigInteger, nullable=False),
    Column("listed", Integer, nullable=False),  # on the ladder: as for `bests`
    Index("ix_ratings_ladder", "game", "listed", "sure", "who"),
)

rating_steps = Table(  # … after each of their rated matches
    "rating_steps",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("who", String(80), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),  # the match, see `matches.rated`
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("table_id", String(24), nullable=False),
    Index("ix_rating_steps_n", "n"),
)

puzzle_tries = Table(  # first tries: later ones are practice
    "puzzle_tries",
    metadata,
    Column("person", String(24), primary_key=True),
    Column("puzzle", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("choice", String(200), nullable=False),
    Column("right", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("own", Integer, nullable=False),  # the person's rating after it …
    Column("theirs", Integer, nullable=False),  # … and the puzzle's
    Index("ix_puzzle_tries_puzzle", "puzzle", "choice"),
    Index("ix_puzzle_tries_person", "person", "game", "at"),
)

own_puzzles = Table(
    "own_puzzles",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    Column("game", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

documents = Table(  # each as its draft is; what others see is the version that was published last
    "documents",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    Column("game", String(40), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("title", String(60), nullable=False),
    Column("licence", String(16), nullable=False),
    Column("source", String(200), nullable=False),
    Column("length", String(8), nullable=False),
    Column("difficulty", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("stops", Integer, nullable=False),  # findings that keep it from being published
    Column("state", String(9), nullable=False),  # draft, published, withdrawn
    Column("barred", Boolean, nullable=False),  # withdrawn by an administrator
    Column("revision", Integer, nullable=False),
    Column("kept", Integer, nullable=False),  # the revision that was published last; 0: none
    Column("version", Integer, nullable=False),  # … and its number
    Column("share", String(32), nullable=False),  # the key by which others change the draft too; '': nobody else
    Column("used", Integer, nullable=False),  # tables opened with any version of it
    Column("stars", Integer, nullable=False),  # the sum of them
    Column("votes", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("published_at", BigInteger, nullable=False),
    Index("ix_documents_shelf", "state", "game", "published_at"),
)

document_versions = Table(
    "document_versions",
    metadata,
    Column("document_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("hash", String(16), nullable=False, index=True),
    Column("title", String(60), nullable=False),
    Column("licence", String(16), nullable=False),
    Column("source", String(200), nullable=False),
    Column("length", String(8), nullable=False),
    Column("difficulty", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("used", Integer, nullable=False),
)

document_ratings = Table(
    "document_ratings",
    metadata,
    Column("document_id", String(24), primary_key=True),
    Column("person", String(24), primary_key=True, index=True),
    Column("stars", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

studio_jobs = Table(  # what is being measured or made: any worker can tell how far it is
    "studio_jobs",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("visitor", String(45), nullable=False),
    Column("state", Text, nullable=False),
    Column("cancelled", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)

pushes = Table(  # browsers that are told, by the address their maker has given them
    "pushes",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of the address
    Column("person", String(24), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("key", String(100), nullable=False),  # the browser's, in base64: what is sent is sealed for it
    Column("auth", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
)

bonds = Table(  # what one account is to another; friends are so both ways
    "bonds",
    metadata,
    Column("person", String(24), primary_key=True),
    Column("other", String(24), primary_key=True, index=True),
    Column("kind", String(8), nullable=False),  # asked, friend, blocked
    Column("at", BigInteger, nullable=False),
)

invitations = Table(  # to a table that gathers
    "invitations",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("person", String(24), primary_key=True, index=True),
    Column("by", String(24), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)

clubs = Table(
    "clubs",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("about", String(400), nullable=False),
    Column("key", String(32), nullable=False),  # of the link by which one joins
    Column("created_at", BigInteger, nullable=False),
)

club_people = Table(
    "club_people",
    metadata,
    Column("club_id", String(24), primary_key=True),
    Column("person", String(24), primary_key=True, index=True),
    Column("role", String(8), nullable=False),  # keeper, member, asking
    Column("at", BigInteger, nullable=False),
)

club_tables = Table(
    "club_tables",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("club_id", String(24), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)

club_events = Table(
    "club_events",
    metadata,
    Column("event_id", String(40), primary_key=True),
    Column("club_id", String(24), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)
