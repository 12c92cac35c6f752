"""Entities, in SQL.

entities    entities with every edit: kept in one step, refused when somebody else was first
erased      profiles, proposals and their history from which erased words are taken out
proposals   proposals, one for each name, and what each session was told
reading     who is named in turns and beliefs
taking_back  names that were proposed before their time
tables      what is kept of entities
"""
