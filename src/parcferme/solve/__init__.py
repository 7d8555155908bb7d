"""Search and optimisation, written against the contract: no game is named here."""
