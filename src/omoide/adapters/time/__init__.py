"""When things happened: plugs.

clock   the computer's own clock
"""
