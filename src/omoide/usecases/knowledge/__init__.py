"""Knowledge: verbs.

add       files and folders are taken in, and brought up to date
remove    documents are known no more
search    what documents say about something
take_in   one file becomes a document, all at once
"""
