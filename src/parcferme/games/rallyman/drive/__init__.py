"""Drivers, odds and advice."""
