"""Entities: sockets.

proposals   where proposals are kept, and which were told in which session
reading     who is named in turns and beliefs, and the memories made of turns
store       where entities and all their revisions are kept
"""
