"""telling: what people are told how and when, and the browsers that are told"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

NEW = {"untold_of": 200, "quiet": 11, "zone": 40}  # columns of people


def upgrade() -> None:
    for name, length in NEW.items():
        op.add_column("people", sa.Column(name, sa.String(length), nullable=False, server_default=""))
    op.add_column("outbox", sa.Column("unseen", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "pushes",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pushes"),
    )
    op.create_index("ix_pushes_person", "pushes", ["person"])


def downgrade() -> None:
    op.drop_table("pushes")
    op.drop_column("outbox", "unseen")
    for name in NEW:
        op.drop_column("people", name)
