"""Run by alembic; `database.migrate` configures it."""

from __future__ import annotations

from alembic import context

from parcferme.server.storage.backend import backend_of
from parcferme.server.storage.schema import metadata

backend = backend_of(str(context.config.get_main_option("sqlalchemy.url")))
engine = backend.open()
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with backend.migrating(connection):
        with context.begin_transaction():
            context.run_migrations()
        connection.commit()
engine.dispose()
