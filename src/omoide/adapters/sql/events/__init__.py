"""What happened, in SQL.

context_graph   the context graph in SQL
events          appended, completed, read; never changed
"""
