"""addresses that are confirmed, letters in the reader's language and so many a day, and where somebody is signed in"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("mail", sa.String(8), nullable=False, server_default=""))
    op.add_column("people", sa.Column("language", sa.String(8), nullable=False, server_default="en"))
    op.add_column("people", sa.Column("mailed_on", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("people", sa.Column("mailed", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("people", sa.Column("seen_at", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("opened_at", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("seen_at", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("browser", sa.String(40), nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("address", sa.String(45), nullable=False, server_default=""))
    op.create_index("ix_people_email", "people", ["email"])
    op.execute(f"UPDATE people SET seen_at = {time.time_ns() // 1_000_000}")  # nobody counts as long unseen
    op.execute("UPDATE people SET email = lower(email), mail = 'new' WHERE email IS NOT NULL")


def downgrade() -> None:
    op.drop_index("ix_people_email", "people")
    for table, names in (
        ("sessions", ("address", "browser", "seen_at", "opened_at")),
        ("people", ("seen_at", "mailed", "mailed_on", "language", "mail")),
    ):
        for name in names:
            op.drop_column(table, name)
