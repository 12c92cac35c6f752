"""Sockets of episodes.

store      where episodes are kept, and what days are made of
timeline   looking through told days a page at a time
"""
