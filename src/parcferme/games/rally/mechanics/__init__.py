"""The rules as pure functions on plain values: one car's driving, its crew of mechanics, and the scores."""
