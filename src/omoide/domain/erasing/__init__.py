"""Erasing: values and pure rules.

carried     knows erased words again: repeated whole, cut, or told anew
evidence    whether a belief still rests on something, and on which steps of its history
naming      whether a text names somebody or something, by its words
pieces      what was said, in pieces that can be looked for byte by byte
receipt     what is kept of an erasure, without its words, sealed by hash
redaction   a turn without the erased words that Omoide or the persona carried into it
scope       what the owner wants erased
tombstone   by what an erased turn is known again when a copy of it comes
"""
