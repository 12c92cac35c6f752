"""What happened, in SQL.

context_graph    the context graph in SQL
erasing          an event and everything that was made of it, under an order that stays
erasure_tables   orders to erase, what was erased (by hash only), and how far session logs have been read
events           appended, completed, read; never changed
"""
