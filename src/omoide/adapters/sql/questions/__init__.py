"""What the persona would like to know, in SQL.

erased      questions from which erased words are taken out
questions   open questions, and how far talk was looked through
rows        rows of questions and values
taking_back  questions that were looked at before their time
tables      questions, the turns they and their answers come from, how far talk was looked through
"""
