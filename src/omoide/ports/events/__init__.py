"""What happened: what is needed of the world.

context_graph   where it is kept which turn belongs to which
store           where events are kept
"""
