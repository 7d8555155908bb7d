"""How a link looks where it is passed on: Open Graph tags of tables, replays and invitations.

They tell what whoever opens the link is told first, and nothing of the position, no key, and no name but the host's.
"""

from __future__ import annotations

from html import escape
from typing import Final, NamedTuple

from parcferme.core import registry
from parcferme.table.table import FINISHED

SAID: Final = {
    "en": {
        "invited": "{host} invites you to a rally",
        "invited_nobody": "You are invited to a rally",
        "table": "{title}",
        "over": "{title}: how it ended",
        "replay": "{title}: the replay",
        "about": "{game} at Parc Fermé. In the browser, without an account.",
    },
    "fr": {
        "invited": "{host} vous invite à un rallye",
        "invited_nobody": "Vous êtes invité à un rallye",
        "table": "{title}",
        "over": "{title} : le résultat",
        "replay": "{title} : la reprise",
        "about": "{game} chez Parc Fermé. Dans le navigateur, sans compte.",
    },
    "it": {
        "invited": "{host} ti invita a un rally",
        "invited_nobody": "Sei invitato a un rally",
        "table": "{title}",
        "over": "{title}: com’è finita",
        "replay": "{title}: il replay",
        "about": "{game} da Parc Fermé. Nel browser, senza account.",
    },
}


class Shown(NamedTuple):
    """What a preview may tell of a table."""

    game: str
    title: str  # of the table; empty: the game's
    status: str
    host: str  # who invites; empty: nobody is known
    invites: bool  # the link opens a seat
    replay: bool


def tags(shown: Shown, language: str, base: str, path: str) -> str:
    """The tags of a page's head. `base` is how people reach the server, `path` the page without its key."""
    words = SAID[language]
    game = registry.meta(shown.game).title
    said = {"game": game, "title": shown.title or game, "host": shown.host}
    told = {
        "og:site_name": "Parc Fermé",
        "og:type": "website",
        "og:title": words[_headline(shown)].format_map(said),
        "og:description": words["about"].format_map(said),
        "og:url": f"{base}{path}",
        "og:image": f"{base}/assets/art/{shown.game}.jpg",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:locale": language,
    }
    made = [f'<meta property="{name}" content="{escape(value)}">' for name, value in told.items()]
    return "".join([*made, '<meta name="twitter:card" content="summary_large_image">'])


def _headline(shown: Shown) -> str:
    if shown.replay:
        return "replay"
    if shown.status == FINISHED:
        return "over"
    if shown.invites:
        return "invited" if shown.host else "invited_nobody"
    return "table"
