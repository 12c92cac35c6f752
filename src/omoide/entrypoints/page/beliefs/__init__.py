"""Beliefs and people on a page: what it knows about me, what is liked, whom and what it knows, and how all that hangs together.

beliefs   what is believed, grouped by subject, each with its evidence; the owner's word on it
likes     likes and dislikes, confirmed and revoked
page      the three parts of the page
people    people and things with their profiles, proposals, and the web of them
profile   one of them, read and edited
shown     beliefs and people as values for the page: groups, webs
words     what is said about beliefs and people, in Japanese and English
"""
