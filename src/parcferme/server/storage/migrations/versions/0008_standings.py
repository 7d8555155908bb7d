"""what has ended, seat by seat; figures, records and ratings; door plates, and what people hide of themselves"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("plate", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("people", sa.Column("hides", sa.String(20), nullable=False, server_default=""))
    op.create_table(
        "finishes",
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_finishes"),
    )
    op.create_index("ix_finishes_at", "finishes", ["at"])
    op.create_table(
        "matches",
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("course", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Integer()),
        sa.Column("faulty", sa.Text(), nullable=False),
        sa.Column("measures", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_matches"),
        sa.UniqueConstraint("rated", name="uq_matches_rated"),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("change", sa.Float()),
        sa.Column("luck", sa.Float()),
        sa.Column("decisions", sa.Float()),
        sa.Column("unit", sa.String(20), nullable=False, server_default=""),
        sa.Column("tally", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
    )
    op.create_index("ix_results_lately", "results", ["person", "at", "table_id"])
    op.create_index("ix_results_of_game", "results", ["person", "game", "at", "table_id"])
    op.create_table(
        "tallies",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "public", "name", name="pk_tallies"),
    )
    op.create_table(
        "courses",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("runs", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_courses"),
    )
    op.create_index("ix_courses_driven", "courses", ["game", "last_at", "key"])
    op.create_table(
        "bests",
        sa.Column("course", sa.String(32), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("score", sa.Text(), nullable=False),
        sa.Column("rank", sa.String(60), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("course", "who", "public", name="pk_bests"),
    )
    op.create_index("ix_bests_board", "bests", ["course", "listed", "rank", "at", "who"])
    op.create_index("ix_bests_own", "bests", ["person", "game", "at", "course"])
    op.create_index("ix_bests_table", "bests", ["table_id"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("sure", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "who", name="pk_ratings"),
    )
    op.create_index("ix_ratings_ladder", "ratings", ["game", "listed", "sure", "who"])
    op.create_index("ix_ratings_person", "ratings", ["person"])
    op.create_table(
        "rating_steps",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("game", "who", "n", name="pk_rating_steps"),
    )
    op.create_index("ix_rating_steps_n", "rating_steps", ["n"])
    op.execute("INSERT INTO settings (key, value) VALUES ('rated', '0')")
    # What ended before is entered by the server when it runs, the oldest first.
    op.execute(
        "INSERT INTO finishes (table_id, at, tries) SELECT id, changed_at, 0 FROM tables WHERE status = 'finished'"
    )


def downgrade() -> None:
    for table in ("rating_steps", "ratings", "bests", "courses", "tallies", "results", "matches", "finishes"):
        op.drop_table(table)
    op.execute("DELETE FROM settings WHERE key = 'rated'")
    op.drop_column("people", "hides")
    op.drop_column("people", "plate")
