"""Driving: what to know before sealing a program, and the drivers."""
