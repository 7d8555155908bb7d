"""The database: one description for SQLite and PostgreSQL. `migrations/` brings an older file up to it.

    settings  people  sessions  tokens      who                      workers   which processes are alive
    tables    journal  seats  chat  mutes   matches                  outbox    messages to send
    records                                 uploaded games

All times are milliseconds since 1970. In `journal` and in `tables.due` they are the table's own time, from which
outages are taken off: own time = the worker's clock (`clock.py`) − `tables.shift`. Signs of life are told by that
clock, too.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
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
    Column("email", String(254)),
    Column("webhook", Text),
    Column("role", String(12), nullable=False),
    Column("merged_into", String(24), index=True),  # a guest who logged in to an account
    Column("created_at", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("expires_at", BigInteger, nullable=False),
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
    Index("ix_tables_lobby", "status", "visibility", "created_at"),  # not changed_at: a move need not touch it
    Index("ix_tables_minded", "owner", "status", "due"),
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
    Column("kind", String(8), nullable=False),  # turn, soon, over
    Column("send_at", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
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
