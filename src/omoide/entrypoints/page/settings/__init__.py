"""Settings on a page: the persona itself, every setting of its own, what comes in and goes out, and what goes for good.

erasing    what goes for good: shown first, then confirmed by a typed word
forms      settings as values for the page: which control, which value, whose
keys       keys for the doors over the wire, and who did what with them
page       the parts of the page
persona    name, language and time zone
settings   every setting, looked at and changed for this persona
transfer   what comes in and goes out
words      what is said about settings, in Japanese and English
"""
