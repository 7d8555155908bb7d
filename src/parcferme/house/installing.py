"""What a browser needs to keep the games and to install them like an application."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

# WebAssembly is what Python runs on in a browser; nothing else than the site itself is ever asked for anything.
POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
)


def hash_of(data: bytes) -> str:
    """What a browser that keeps the games knows a file by."""
    return sha256(data).hexdigest()[:12]


def manifest(root: str) -> dict[str, object]:
    """The web application manifest of the pages below `root`, which is a path or "./"."""
    return {
        "name": "Parc Fermé",
        "short_name": "Parc Fermé",
        "start_url": root,
        "scope": root,
        "display": "standalone",
        "background_color": "#e9e7e1",
        "theme_color": "#1c1b19",
        "icons": [
            {"src": f"{root}mark.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            {"src": f"{root}mark-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": f"{root}mark-512.png", "sizes": "512x512", "type": "image/png"},
            {"src": f"{root}mark-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
