"""What all doors over the wire share.

Each such door has a package of its own beside this one, whose `door.mount(app, home)` adds it to an application; none knows another.

caller   who asks, and what they may do
"""
