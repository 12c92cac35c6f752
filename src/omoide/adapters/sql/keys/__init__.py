"""Who may open a door over the wire, in SQL.

keys     keys, and who did what with them
tables   keys and the audit log
"""
