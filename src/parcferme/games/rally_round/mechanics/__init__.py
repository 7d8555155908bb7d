"""Rules as functions on plain values, for the rules and the solver alike."""
