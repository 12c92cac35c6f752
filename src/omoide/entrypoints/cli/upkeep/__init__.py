"""Care of the home: commands.

archives   a whole mind as one file
commands   care of the database
doctor     what is wrong, and what to do
index      `omoide index status|update|rebuild`
moving     `omoide move`: to PostgreSQL and back
"""
