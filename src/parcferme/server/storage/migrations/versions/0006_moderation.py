"""reports by players, what administrators do and why, and who may not play or speak for a while"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("held", sa.String(8), nullable=False, server_default=""))
    op.add_column("people", sa.Column("held_until", sa.BigInteger()))
    op.add_column("people", sa.Column("held_why", sa.Text(), nullable=False, server_default=""))
    op.add_column("people", sa.Column("untold", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "diary",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(24), nullable=False),
        sa.Column("deed", sa.String(12), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_diary")),
    )
    op.create_index("ix_diary_person", "diary", ["person"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("line", sa.Integer()),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("closed_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index("ix_reports_person", "reports", ["person"])
    op.create_index("ix_reports_by", "reports", ["by"])
    op.create_index("ix_reports_closed_at", "reports", ["closed_at"])
    op.create_table(
        "ranges",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("range", sa.String(50), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ranges")),
    )


def downgrade() -> None:
    for table in ("ranges", "reports", "diary"):
        op.drop_table(table)
    for name in ("untold", "held_why", "held_until", "held"):
        op.drop_column("people", name)
