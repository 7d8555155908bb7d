"""Content: what boards, decks and tariffs are, how they are read and checked, and what is computed from them.

pieces.py   cells and cards as values
tariff.py   the prices, fines and limits of an edition
read.py     house data and documents of one's own, read into pieces
check.py    everything wrong with a document, field by field
links.py    … and between the cells of a board: roads, junctions, facing lanes, gérances
tables.py   what the rules look up: paths, what lies ahead, distances, bills
"""
