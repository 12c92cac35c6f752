"""Tools for what the persona would like to know.

fields   what the tools take and give
tools    `list_open_questions`, `add_open_question`, `resolve_open_question`
"""
