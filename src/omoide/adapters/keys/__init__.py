"""Keys over the wire: what several processes of one machine know together.

shared_rates   how much each key has left, in a small file for each
"""
