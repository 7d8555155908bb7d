"""What lies on the table: hexes, scenarios (read, checked, compiled), decks, and the facts of one race."""
