"""Sockets of episodes.

store   where episodes are kept, and what days are made of
"""
