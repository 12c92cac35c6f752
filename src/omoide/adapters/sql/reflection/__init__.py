"""What the persona makes of its days at night, in SQL.

diary         the dream diary
erased        entries that were made of what is erased
reflections   that days were reflected on, kept together with what became of goals
taking_back   days that were reflected on before their time
tables        the dream diary, and the turns it was made of
"""
