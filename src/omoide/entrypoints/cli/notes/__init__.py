"""Notes: what is typed and shown.

acts           what both doors do with a note: show it, write it, tell what changed
commands       `omoide notes`: core memory, notepad, diary
editor         the editor that somebody has set
files          `omoide files`: what programs keep with the persona
given          a text as it is given: on the line, in a file, by a pipe
secret_diary   `omoide secret-diary`, the only command that reaches it
words          what is said about notes, in Japanese and English
"""
