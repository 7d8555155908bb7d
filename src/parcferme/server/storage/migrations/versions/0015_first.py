"""the first version"""

from __future__ import annotations

from alembic import op
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

revision = "0015"
down_revision = None
branch_labels = None
depends_on = None

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
Table("settings", METADATA, Column("key", String(40), primary_key=True), Column("value", Text, nullable=False))
Table(
    "workers",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("alive_at", BigInteger, nullable=False),
    Column("stopped", Boolean, nullable=False),
)
Table(
    "people",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),
    Column("look", String(60), index=True),
    Column("password", Text),
    Column("email", String(254), index=True),
    Column("mail", String(8), nullable=False, server_default=""),
    Column("language", String(8), nullable=False, server_default="en"),
    Column("mailed_on", Integer, nullable=False, server_default="0"),
    Column("mailed", Integer, nullable=False, server_default="0"),
    Column("seen_at", BigInteger, nullable=False, server_default="0"),
    Column("held", String(8), nullable=False, server_default=""),
    Column("held_until", BigInteger),
    Column("held_why", Text, nullable=False, server_default=""),
    Column("untold", Integer, nullable=False, server_default="0"),
    Column("webhook", Text),
    Column("role", String(12), nullable=False),
    Column("merged_into", String(24), index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("plate", Integer, nullable=False, server_default="0"),
    Column("hides", String(20), nullable=False, server_default=""),
    Column("untold_of", String(200), nullable=False, server_default=""),
    Column("quiet", String(11), nullable=False, server_default=""),
    Column("zone", String(40), nullable=False, server_default=""),
)
Table(
    "sessions",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("expires_at", BigInteger, nullable=False),
    Column("opened_at", BigInteger, nullable=False, server_default="0"),
    Column("seen_at", BigInteger, nullable=False, server_default="0"),
    Column("browser", String(40), nullable=False, server_default=""),
    Column("address", String(45), nullable=False, server_default=""),
)
Table(
    "tokens",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("scopes", String(80), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
Table(
    "tables",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("setup", Text, nullable=False),
    Column("summary", Text, nullable=False, server_default="{}"),
    Column("secret", String(64), nullable=False),
    Column("host", String(24), nullable=False),
    Column("status", String(12), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("pace", String(16), nullable=False),
    Column("free_seats", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("asked", Integer, nullable=False),
    Column("driven", Integer, nullable=False),
    Column("due", BigInteger),
    Column("shift", BigInteger, nullable=False),
    Column("owner", String(40)),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("ix_tables_lobby", "status", "visibility", "created_at"),
    Index("ix_tables_minded", "owner", "status", "due"),
    Index("ix_tables_host", "host"),
)
Table(
    "journal",
    METADATA,
    Column("table_id", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
Table(
    "seats",
    METADATA,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(24), nullable=False, index=True),
)
Table(
    "chat",
    METADATA,
    Column("table_id", String(24), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("person", String(24), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("apart", Boolean, nullable=False, server_default=false()),
)
Table(
    "mutes",
    METADATA,
    Column("table_id", String(24), primary_key=True),
    Column("person", String(24), primary_key=True),
)
Table(
    "outbox",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(24), nullable=False),
    Column("node", Integer, nullable=False),
    Column("person", String(24), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("send_at", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("unseen", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("table_id", "node", "person", "kind"),
    Index("ix_outbox_waiting", "done", "send_at"),
)
Table(
    "records",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("person", String(24), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
Table(
    "events",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("organiser", String(24), nullable=False, index=True),
    Column("status", String(12), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("summary", Text, nullable=False),
    Column("documents", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("papers", Integer, nullable=False),
    Column("closes", BigInteger, nullable=False),
    Column("wakes", BigInteger),
    Index("ix_events_listed", "visibility", "status", "closes"),
    Index("ix_events_wakes", "wakes"),
)
Table(
    "event_notes",
    METADATA,
    Column("event_id", String(40), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("by", String(80), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("body", Text, nullable=False),
    Column("chain", String(16), nullable=False),
)
Table(
    "event_people",
    METADATA,
    Column("event_id", String(40), primary_key=True),
    Column("person", String(24), primary_key=True, index=True),
)
Table(
    "event_marks",
    METADATA,
    Column("event_id", String(40), primary_key=True),
    Column("entry", String(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("mark", Text, nullable=False),
)
Table(
    "event_decisions",
    METADATA,
    Column("event_id", String(40), primary_key=True),
    Column("entry", String(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("lost", Text, nullable=False),
)
Table(
    "drafts",
    METADATA,
    Column("event_id", String(40), primary_key=True),
    Column("person", String(24), primary_key=True, index=True),
    Column("text", Text, nullable=False),
    Column("device", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("spare", Text),
    Column("spare_device", String(40)),
    Column("spare_at", BigInteger),
)
Table(
    "championships",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("organiser", String(24), nullable=False, index=True),
    Column("document", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False, index=True),
)
Table(
    "diary",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", String(24), nullable=False),
    Column("deed", String(12), nullable=False),
    Column("person", String(24), nullable=False, index=True),
    Column("table_id", String(24), nullable=False),
    Column("about", Text, nullable=False),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
)
Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", String(24), nullable=False, index=True),
    Column("person", String(24), nullable=False, index=True),
    Column("table_id", String(24), nullable=False),
    Column("line", Integer),
    Column("said", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("closed_at", BigInteger, index=True),
    Column("document", String(24), nullable=False, server_default=""),
)
Table(
    "ranges",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("range", String(50), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
)
Table(
    "finishes",
    METADATA,
    Column("table_id", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
)
Table(
    "matches",
    METADATA,
    Column("table_id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("title", String(60), nullable=False),
    Column("course", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rated", Integer, unique=True),
    Column("faulty", Text, nullable=False),
    Column("measures", Text, nullable=False),
)
Table(
    "results",
    METADATA,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("who", String(80), nullable=False),
    Column("person", String(24), nullable=False),
    Column("game", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("place", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("change", Float),
    Column("luck", Float),
    Column("decisions", Float),
    Column("unit", String(20), nullable=False, server_default=""),
    Column("tally", Text, nullable=False),
    Index("ix_results_lately", "person", "at", "table_id"),
    Index("ix_results_of_game", "person", "game", "at", "table_id"),
)
Table(
    "tallies",
    METADATA,
    Column("person", String(24), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("public", Boolean, primary_key=True),
    Column("name", String(40), primary_key=True),
    Column("total", BigInteger, nullable=False),
)
Table(
    "courses",
    METADATA,
    Column("key", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("title", String(80), nullable=False),
    Column("options", Text, nullable=False),
    Column("runs", Integer, nullable=False),
    Column("last_at", BigInteger, nullable=False),
    Index("ix_courses_driven", "game", "last_at", "key"),
)
Table(
    "bests",
    METADATA,
    Column("course", String(32), primary_key=True),
    Column("who", String(80), primary_key=True),
    Column("public", Boolean, primary_key=True),
    Column("person", String(24), nullable=False),
    Column("game", String(40), nullable=False),
    Column("score", Text, nullable=False),
    Column("rank", String(60), nullable=False),
    Column("table_id", String(24), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("listed", Integer, nullable=False),
    Index("ix_bests_board", "course", "listed", "rank", "at", "who"),
    Index("ix_bests_own", "person", "game", "at", "course"),
    Index("ix_bests_table", "table_id"),
)
Table(
    "ratings",
    METADATA,
    Column("game", String(40), primary_key=True),
    Column("who", String(80), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("sure", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("listed", Integer, nullable=False),
    Index("ix_ratings_ladder", "game", "listed", "sure", "who"),
)
Table(
    "rating_steps",
    METADATA,
    Column("game", String(40), primary_key=True),
    Column("who", String(80), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("table_id", String(24), nullable=False),
    Index("ix_rating_steps_n", "n"),
)
Table(
    "puzzle_tries",
    METADATA,
    Column("person", String(24), primary_key=True),
    Column("puzzle", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("choice", String(200), nullable=False),
    Column("right", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("own", Integer, nullable=False),
    Column("theirs", Integer, nullable=False),
    Index("ix_puzzle_tries_puzzle", "puzzle", "choice"),
    Index("ix_puzzle_tries_person", "person", "game", "at"),
)
Table(
    "own_puzzles",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    Column("game", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
Table(
    "documents",
    METADATA,
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
    Column("stops", Integer, nullable=False),
    Column("state", String(9), nullable=False),
    Column("barred", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("kept", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("share", String(32), nullable=False),
    Column("used", Integer, nullable=False),
    Column("stars", Integer, nullable=False),
    Column("votes", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("published_at", BigInteger, nullable=False),
    Index("ix_documents_shelf", "state", "game", "published_at"),
)
Table(
    "document_versions",
    METADATA,
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
Table(
    "document_ratings",
    METADATA,
    Column("document_id", String(24), primary_key=True),
    Column("person", String(24), primary_key=True, index=True),
    Column("stars", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
Table(
    "studio_jobs",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("visitor", String(45), nullable=False),
    Column("state", Text, nullable=False),
    Column("cancelled", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)
Table(
    "pushes",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("key", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
)
Table(
    "bonds",
    METADATA,
    Column("person", String(24), primary_key=True),
    Column("other", String(24), primary_key=True, index=True),
    Column("kind", String(8), nullable=False),
    Column("at", BigInteger, nullable=False),
)
Table(
    "invitations",
    METADATA,
    Column("table_id", String(24), primary_key=True),
    Column("person", String(24), primary_key=True, index=True),
    Column("by", String(24), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)
Table(
    "clubs",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("about", String(400), nullable=False),
    Column("key", String(32), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
Table(
    "club_people",
    METADATA,
    Column("club_id", String(24), primary_key=True),
    Column("person", String(24), primary_key=True, index=True),
    Column("role", String(8), nullable=False),
    Column("at", BigInteger, nullable=False),
)
Table(
    "club_tables",
    METADATA,
    Column("table_id", String(24), primary_key=True),
    Column("club_id", String(24), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)
Table(
    "club_events",
    METADATA,
    Column("event_id", String(40), primary_key=True),
    Column("club_id", String(24), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)


def upgrade() -> None:
    METADATA.create_all(op.get_bind())
    op.execute("INSERT INTO settings (key, value) VALUES ('rated', '0')")


def downgrade() -> None:
    METADATA.drop_all(op.get_bind())
