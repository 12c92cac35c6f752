"""Work that nobody waits for: what is needed of the world.

background   work that may go on while the caller goes its way
jobs         the book of jobs, and who works through it
"""
