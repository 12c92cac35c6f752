"""Words and languages: values and pure rules.

chunks            long texts in searchable pieces: 300 characters with 50 in common, cut where a sentence ends
distinct          lists of words as people and models write them, without what says nothing
excerpt           what is read or kept of a text that is too long: its beginning, or its two ends, where people say …
inflections       English words whose forms a stemmer cannot bring together: went and go, children and child
language          the two languages Omoide speaks of its own accord
mending           a mark stands where a character could not be kept: NUL, halves of broken pairs
printable         text as it may leave for a terminal: without the characters that a terminal obeys
readings          how everyday words of taste are read, so that 人参, にんじん and ニンジン are one subject
remembered        what was worked out of a text, remembered for a while: the same few texts are read turn after turn
reported_speech   what a speaker says for himself, and what he reports of someone else (Japanese and English)
shortening        the plainest way to a shorter text, and the promise that a summary is one
tokens            words for full-text search: one tokenizer for what is kept and for what is asked
"""
