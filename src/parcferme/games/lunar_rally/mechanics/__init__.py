"""The rules as functions on plain values, for the referee and for the exact solver alike."""
