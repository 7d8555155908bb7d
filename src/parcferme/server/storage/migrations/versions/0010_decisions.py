"""what the decisions of drives in events lost, luck taken out"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "event_decisions",
        sa.Column("event_id", sa.String(40), nullable=False),
        sa.Column("entry", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("lost", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "entry", "number", "version", name="pk_event_decisions"),
    )


def downgrade() -> None:
    op.drop_table("event_decisions")
