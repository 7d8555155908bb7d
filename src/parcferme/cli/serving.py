"""Tables for everybody's browser: `parcferme serve`, its database (`backup`, `restore`, `prune`, …) and its people."""

from __future__ import annotations

import threading
import time
import urllib.request
import webbrowser
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from parcferme.cli.console import out

Database = Annotated[
    str | None, typer.Option("--database", help="A file, or postgresql://…; default: PARCFERME_DATABASE, else a file.")
]


def serve(
    host: Annotated[str | None, typer.Option("--host", help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option("--port", min=1, max=65535, help="Port to listen on.")] = None,
    database: Database = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes; more than one on PostgreSQL.")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option("--public-url", help="How people reach it, for links in mails.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser when it is ready.")] = False,
) -> None:
    """Run the server: everybody plays in the browser, bots over the API. Ctrl-C stops it; nothing is lost."""
    from parcferme.server.ops import verbs
    from parcferme.server.ops.settings import from_environment

    settings = from_environment(host=host, port=port, database=database, workers=workers, public_url=public_url)
    shown = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    url = f"http://{shown}:{settings.port}/"
    out.print(f"Parc Fermé on [bold]{escape(url)}[/] (Ctrl-C stops it)")
    if open_browser:
        threading.Thread(target=_open_when_ready, args=(url,), daemon=True).start()
    verbs.serve(host, port, database, workers, public_url)


def _open_when_ready(url: str) -> None:
    """Wait for the first answer, at most a minute, then show the page."""
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{url}health", timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            webbrowser.open(url)
            return


def backup(
    target: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")], database: Database = None
) -> None:
    """A consistent copy of the database, also while the server runs."""
    from parcferme.server.ops import verbs

    out.print(escape(verbs.backup(target, database)))


def restore(
    source: Annotated[Path, typer.Argument(help="A file that backup wrote.")],
    database: Database = None,
    deep: Annotated[bool, typer.Option("--deep", help="Play every table again, not the newest and a sample.")] = False,
) -> None:
    """Put a copy in place. The server must be stopped; what was there is kept, and the answer says where."""
    from parcferme.server.ops import verbs

    out.print(escape(verbs.restore(source, database, deep)))


def check_backup(
    source: Annotated[Path, typer.Argument(help="A file that backup wrote.")],
    deep: Annotated[bool, typer.Option("--deep", help="Play every table again, not the newest and a sample.")] = False,
    scratch: Annotated[
        str | None, typer.Option("--scratch", help="For a backup of PostgreSQL: a database that may be overwritten.")
    ] = None,
) -> None:
    """Would this backup be restored? Nothing is changed; ends with 2 if not."""
    from parcferme.server.ops import verbs

    out.print(escape(verbs.check_backup(source, deep, scratch)))


def check_database(database: Database = None) -> None:
    """Which tables this program cannot load; ends with 1 if any. Before an upgrade, run the new program's."""
    from parcferme.server.ops import verbs

    said, well = verbs.check_database(database)
    out.print(escape(said))
    if not well:
        raise typer.Exit(1)


def prune(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Count it only.")] = False, database: Database = None
) -> None:
    """Throw away what has been kept long enough, as a running server does every hour."""
    from parcferme.server.ops import verbs

    out.print(escape(verbs.prune(dry_run, database)))


def ratings(
    check: Annotated[
        bool, typer.Option("--check", help="Play every rated match again; name the first difference.")
    ] = False,
    entered: Annotated[bool, typer.Option("--entered", help="Believe the places as they were entered.")] = False,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Work all ratings out anew.")] = False,
    database: Database = None,
) -> None:
    """The ladders; or all ratings checked against the journals (ends with 1 if they differ), or worked out anew."""
    from parcferme.server.ops import standings

    if rebuild:
        out.print(escape(standings.rebuild(database)))
    said, well = standings.check(database, entered) if check else (standings.ladders(database), True)
    out.print(escape(said))
    if not well:
        raise typer.Exit(1)


def password(name: Annotated[str, typer.Argument(help="The account's name.")], database: Database = None) -> None:
    """Give an account a new password and end its sessions, for somebody who has lost theirs."""
    from parcferme.server.ops import verbs

    out.print(escape(verbs.new_password(name, database)))


def promote(
    name: Annotated[str, typer.Argument(help="The account's name.")],
    role: Annotated[str, typer.Argument(help="player, organiser or admin.")],
    database: Database = None,
) -> None:
    """Give an account a role; the first administrator is made this way."""
    from parcferme.server.ops import verbs

    out.print(escape(verbs.promote(name, role, database)))
