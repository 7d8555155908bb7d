"""events: their journals, who takes part, what papers are worth, sheets under way; and championships"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("organiser", sa.String(24), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("visibility", sa.String(8), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("documents", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("papers", sa.Integer(), nullable=False),
        sa.Column("closes", sa.BigInteger(), nullable=False),
        sa.Column("wakes", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
    )
    op.create_index("ix_events_organiser", "events", ["organiser"])
    op.create_index("ix_events_listed", "events", ["visibility", "status", "closes"])
    op.create_index("ix_events_wakes", "events", ["wakes"])
    op.create_table(
        "event_notes",
        sa.Column("event_id", sa.String(40), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("chain", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "seq", name="pk_event_notes"),
    )
    op.create_table(
        "event_people",
        sa.Column("event_id", sa.String(40), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "person", name="pk_event_people"),
    )
    op.create_index("ix_event_people_person", "event_people", ["person"])
    op.create_table(
        "event_marks",
        sa.Column("event_id", sa.String(40), nullable=False),
        sa.Column("entry", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "entry", "number", "version", name="pk_event_marks"),
    )
    op.create_table(
        "drafts",
        sa.Column("event_id", sa.String(40), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("spare", sa.Text()),
        sa.Column("spare_device", sa.String(40)),
        sa.Column("spare_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("event_id", "person", name="pk_drafts"),
    )
    op.create_index("ix_drafts_person", "drafts", ["person"])
    op.create_table(
        "championships",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("organiser", sa.String(24), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_championships"),
    )
    op.create_index("ix_championships_organiser", "championships", ["organiser"])
    op.create_index("ix_championships_created_at", "championships", ["created_at"])


def downgrade() -> None:
    for table in ("championships", "drafts", "event_marks", "event_people", "event_notes", "events"):
        op.drop_table(table)
