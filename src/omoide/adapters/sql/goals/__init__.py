"""What the persona wants to reach, in SQL.

erased   goals from which erased words are taken out
goals    goals and their notes
rows     rows of goals and values
taking_back   goals that were given up before their time
tables   goals, their notes, and the turns they were made of
"""
