"""Exact values: what perfect play, alone on the road, may expect."""
