"""Measurements of memstrata: `python -m benchmarks` lists them."""
