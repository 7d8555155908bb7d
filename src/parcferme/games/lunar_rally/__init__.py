"""Lunar Rally: a race of radio-controlled rovers across the Moon, with a delay between command and deed.

Each of two to four players drives a quick Rover 1 and a well-armed Rover 2 by laying up to three cards face down, one
a phase. All Rovers of one number act at the same time; then they are reprogrammed, and the other number acts. Rams,
lasers, missiles, craters and explosions cost shields and then phases. The first Rover on the Finish Line wins.

    meta.py       the door plate and the options
    state.py      the position: Rovers with their Control Boards, and its notation (POSITION.md)
    actions.py    action ids and the throws of the Start Tokens, with their notation
    view.py       what a seat may know; view_types.py its shape
    effects.py    what a program does while rivals stand still
    board/        hexes, scenarios (checked, compiled), decks, and the facts of one race
    mechanics/    where a card leads, what a weapon sees, which programs there are: for rules and par alike
    rules/        phases.py is the table of who decides when; tokens, placing, programming, turns, replacing: the course
                  of a race; execution, moves, collisions, arriving, still, weapons, damage: one turn; ending,
                  conceding; placing_lists.py keeps the placements that placing.py finds
    par/          solo turns to the finish from every pose, exact; par with its proof, and the proof's checker
    drive/        the drivers; what to expect before a program is sealed
    show/         the board as text; `par`, `prove`, `verify` and `check` in the terminal
    content/      the four house maps and the decks
"""
