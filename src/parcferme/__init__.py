"""Parc Fermé: one home for five rally board games.

    core/    the contract every game keeps         games/   the five games, one folder each
    lib/     helpers that two games or more share   solve/   search and playouts against the contract
    bridge/  OpenSpiel, PettingZoo, Gymnasium       cli/     the same verbs in a terminal

The engine is compiled by mypyc when the package is installed and a C compiler is there. `PARCFERME_PURE=1`
makes the very same sources run interpreted instead.
"""

import os

__version__ = "0.1.0"

if os.environ.get("PARCFERME_PURE") == "1":
    from parcferme._pure import prefer_sources

    prefer_sources(__path__)
