"""Episodes, in SQL.

day_reading   which turns there are, and how much each stirred
episodes      episodes and every text they ever had
taking_back   days and weeks that were told before their time
tables        what is kept of them
timeline      looking through told days a page at a time
"""
