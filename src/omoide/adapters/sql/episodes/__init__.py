"""Episodes, in SQL.

day_reading   which turns there are, and how much each stirred
episodes      episodes and every text they ever had
tables        what is kept of them
timeline      looking through told days a page at a time
"""
