"""Maps, cards, routes and route files: read, checked and compiled for driving."""
