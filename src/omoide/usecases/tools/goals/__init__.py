"""Tools for what the persona wants to reach.

fields   what the tools take and give
tools    `list_goals`, `add_goal`, `update_goal`, `complete_goal`, `abandon_goal`
"""
