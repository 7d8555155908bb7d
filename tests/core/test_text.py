"""Sentences with what is put into them: little words before names and places."""

from __future__ import annotations

import pytest

from parcferme.core.text import Texts


@pytest.mark.parametrize(
    ("language", "template", "town", "told"),
    [
        ("fr", "La voie de {town}.", "Amiens", "La voie d’Amiens."),
        ("fr", "La voie de {town}.", "Metz", "La voie de Metz."),
        ("fr", "La voie de {town}.", "Le Mans", "La voie du Mans."),
        ("fr", "La voie de {town}.", "Les Sables", "La voie des Sables."),
        ("fr", "{car} roule jusqu’à {town}.", "Le Havre", "1.1 roule jusqu’au Havre."),
        ("fr", "{car} roule jusqu’à {town}.", "La Rochelle", "1.1 roule jusqu’à La Rochelle."),
        ("it", "{car} va a {town}.", "Amiens", "1.1 va ad Amiens."),
        ("it", "{car} va a {town}.", "Le Havre", "1.1 va a Le Havre."),
        ("en", "{car} drives to {town}.", "Amiens", "1.1 drives to Amiens."),
    ],
)
def test_little_words_go_with_the_place(language: str, template: str, town: str, told: str) -> None:
    assert Texts({"event.move": template}, language).say("event.move", {"car": "1.1", "town": town}) == told


def test_people_keep_their_article() -> None:
    texts = Texts({"event.turn": "C’est le tour de {player}."}, "fr")
    assert texts.say("event.turn", {"player": "Le Fou"}) == "C’est le tour de Le Fou."


def test_a_code_is_said_before_it_is_joined() -> None:
    texts = Texts({"event.move": "{car} va a {town}.", "word.paris": "Ancona"}, "it")
    assert texts.say("event.move", {"car": "1.1", "town": "paris"}) == "1.1 va ad Ancona."


@pytest.mark.parametrize(
    ("language", "template", "told"),
    [
        ("en", "{least} to {most} {most:space|spaces}", ("3 spaces", "2 to 3 spaces")),
        ("fr", "Finit en vitesse {lowest} à {highest}", ("Finit en vitesse 3", "Finit en vitesse 2 à 3")),
        ("it", "da {least} a {most} {most:casella|caselle}", ("3 caselle", "da 2 a 3 caselle")),
    ],
)
def test_a_range_whose_ends_are_the_same_is_one_number(language: str, template: str, told: tuple[str, str]) -> None:
    texts = Texts({"effect.least": template}, language)
    ends: list[dict[str, object]] = [{"least": n, "most": 3, "lowest": n, "highest": 3} for n in (3, 2)]
    assert tuple(texts.say("effect.least", one) for one in ends) == told
