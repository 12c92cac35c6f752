"""What a turn states, read by rules.

clauses        cuts talk into sentences and tells whose they are: the user's own, hearsay, a question, or about …
errands        tasks and promises with their dates, and the words that say they are done
names          people by how they are addressed, organisations, places, projects and tools by their shape
self_facts     about themselves, their family and their animals
tastes         likes and dislikes that the user says plainly
told_beliefs   how found facts are told in the persona's own voice, Japanese and English
"""
