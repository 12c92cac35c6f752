"""What comes to mind, in SQL.

event_passages   passages of events that are looked through and cut again, in SQL
grounds          the turns behind beliefs, in SQL
passages         passages, their full-text tokens and their vectors in SQL
"""
