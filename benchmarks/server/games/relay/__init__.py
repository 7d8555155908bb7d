"""Relay: two drivers take turns to add 1 or 2 to a counter. The smallest match there is, for measuring the server."""
