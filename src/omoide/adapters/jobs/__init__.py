"""Background work.

threads     beside the caller, in this process
"""
