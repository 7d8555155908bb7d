"""The lines of every log, and how a match ended, are sentences, in all games and languages alike."""

from __future__ import annotations

import pytest

from parcferme.core import registry
from parcferme.core.text import LANGUAGES, read_texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.game_ids())
def test_every_line_of_the_log_ends_as_a_sentence_does(game: str, language: str) -> None:
    texts = read_texts(registry.folder(game), language).entries
    told = {key: text for key, text in texts.items() if key.startswith(("event.", "reason."))}
    assert told
    assert [key for key, text in told.items() if not text.endswith((".", "!"))] == []
