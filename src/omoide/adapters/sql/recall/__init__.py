"""What comes to mind, in SQL.

event_passages   passages of events that are looked through and cut again, in SQL
grounds          the turns behind beliefs, in SQL
passage_rows     rows of passages and of their full-text tokens
passages         passages and their vectors in SQL
receipts         receipts of recalls, "not that", and what erasing takes of both
shelves          passages that are copies of what is kept elsewhere, and what tells that it has changed
token_rows       the full-text table on either database
"""
