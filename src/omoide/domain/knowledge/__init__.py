"""Knowledge: values and pure rules.

chunking   a document's text in chunks, each with its heading and its place
document   documents, where something stands in one, and how large they may be
encoding   in which encoding a text was written, by its bytes
hits       which chunks answer a question, by words and meaning
lines      a document as it is read: line by line, page by page; Markdown's headings, and wrapped lines made whole
report     what adding, updating and removing did, and what is wrong with which file
secrets    secrets masked while a document streams by
"""
