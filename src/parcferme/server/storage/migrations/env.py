"""Run by alembic; `database.migrate` configures it."""

from __future__ import annotations

from alembic import context

from parcferme.server.storage.database import open_engine
from parcferme.server.storage.schema import metadata

engine = open_engine(str(context.config.get_main_option("sqlalchemy.url")))
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_lock(7272)")  # one worker migrates, the others wait
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_unlock(7272)")
engine.dispose()
