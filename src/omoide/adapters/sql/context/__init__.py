"""What sessions were shown, in SQL.

contexts   constant parts and blocks: kept in one step, refused when somebody else was first
tables     what is kept of them
"""
