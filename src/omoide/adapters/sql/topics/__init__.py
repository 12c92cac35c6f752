"""What is spoken of again and again, in SQL.

erased   topics that held what is erased: named and told again without it
points   the points of which topics are made, how far they were looked at, and where topics lie in each space
rows     rows of topics and values, and the tick that moves with every change of them
taking_back  what was sorted into topics before its time
tables   topics, their members and those that wait, their sums by space, how far it went
topics   topics and their members
"""
