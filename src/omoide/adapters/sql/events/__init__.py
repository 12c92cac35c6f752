"""What happened, in SQL.

context_graph   the context graph in SQL
event_rows      what a turn becomes that is kept, and what is read of it
events          appended, completed, read; never changed
"""
