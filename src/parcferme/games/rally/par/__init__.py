"""Exact values: a stage solved for one car, what each action is worth on it, and certificates with their checker."""
