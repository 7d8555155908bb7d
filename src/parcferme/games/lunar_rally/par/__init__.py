"""Exact solo times: the race clock of a map, par with its proof, and the checker of such proofs."""
