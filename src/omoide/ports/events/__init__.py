"""What happened: what is needed of the world.

context_graph   where it is kept which turn belongs to which
erasing         where the owner's orders to erase are kept and carried out
store           where events are kept
"""
