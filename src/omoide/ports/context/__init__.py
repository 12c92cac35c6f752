"""Sockets of what a model is shown.

counter   counts tokens as a model would
store     keeps what each session was shown
"""
