"""How a link looks where it is passed on: Open Graph tags of tables, replays, invitations, puzzles, events.

They tell what whoever opens the link is told first, and nothing of the position, no key, and no name but the host's. A
link with a key has no address in its tags: whoever passes on what stands there must not lose the key.
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
        "about": "{game} at Parc Fermé. In the browser, no account needed.",
        "puzzle": "{game}: what is the best choice here?",
        "daily": "Today’s stage: {title}",
        "event": "{title}",
        "site": "Parc Fermé: five rally board games",
        "site_about": "With friends, by correspondence or against bots. In the browser, no account needed.",
    },
    "fr": {
        "invited": "{host} vous invite à un rallye",
        "invited_nobody": "Vous êtes invité à un rallye",
        "table": "{title}",
        "over": "{title} : le résultat",
        "replay": "{title} : le replay",
        "about": "{game} sur Parc Fermé. Dans le navigateur, sans compte.",
        "puzzle": "{game} : quel est le meilleur choix ici ?",
        "daily": "La spéciale du jour : {title}",
        "event": "{title}",
        "site": "Parc Fermé : cinq jeux de société de rallye",
        "site_about": "Entre amis, par correspondance ou contre des bots. Dans le navigateur, sans compte.",
    },
    "it": {
        "invited": "{host} ti invita a un rally",
        "invited_nobody": "Sei invitato a un rally",
        "table": "{title}",
        "over": "{title}: com’è finita",
        "replay": "{title}: il replay",
        "about": "{game} su Parc Fermé. Nel browser, senza registrarsi.",
        "puzzle": "{game}: qual è la scelta migliore?",
        "daily": "La prova del giorno: {title}",
        "event": "{title}",
        "site": "Parc Fermé: cinque giochi da tavolo di rally",
        "site_about": "Con gli amici, per corrispondenza o contro i bot. Nel browser, senza registrarsi.",
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


class Card(NamedTuple):
    """What a preview says, beside a picture of a game."""

    title: str
    about: str
    game: str


def of_table(shown: Shown, language: str) -> Card:
    return _card(_headline(shown), shown.game, shown.title, language, shown.host)


def of_puzzle(game: str, language: str) -> Card:
    return _card("puzzle", game, "", language)


def of_event(game: str, title: str, daily: bool, language: str) -> Card:
    return _card("daily" if daily else "event", game, title, language)


def of_site(language: str) -> Card:
    """Any other page."""
    words = SAID[language]
    return Card(words["site"], words["site_about"], registry.game_ids()[0])


def _card(key: str, game: str, title: str, language: str, host: str = "") -> Card:
    words, called = SAID[language], registry.meta(game).title
    said = {"game": called, "title": title or called, "host": host}
    return Card(words[key].format_map(said), words["about"].format_map(said), game)


def tags(card: Card, language: str, base: str, path: str) -> str:
    """The tags of a page's head. `base` is how people reach the server, `path` the page; empty: it is not told.
    Without a base the picture is named by its path alone."""
    told = {
        "og:site_name": "Parc Fermé",
        "og:type": "website",
        "og:title": card.title,
        "og:description": card.about,
        **({"og:url": f"{base}{path}"} if base and path else {}),
        "og:image": f"{base}/assets/art/{card.game}.jpg",
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
