"""Care of the home: commands.

commands   care of the database
doctor     what is wrong, and what to do
index      `omoide index status|update|rebuild`
moving     `omoide move`: to PostgreSQL and back
"""
