"""Work that nobody waits for: what is needed of the world.

agenda       who has something to do, of all personas at once
background   work that may go on while the caller goes its way
jobs         the book of jobs, and who works through it
"""
