"""Reports of sleeps, in SQL.

sleeps   a report for each sleep
tables   one row for each sleep, and one for each of its stages
"""
