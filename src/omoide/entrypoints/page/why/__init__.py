"""Why on a page: the last recalls with every candidate and its parts, "not that", and what was put into whose prompts.

denied     every "not that", to be taken back
page       the three parts of the page
prompts    what was put into which prompt of which client
receipts   the last recalls, each candidate with its parts
shown      receipts as values for the page: bars, words
words      what is said about recalls, in Japanese and English
"""
