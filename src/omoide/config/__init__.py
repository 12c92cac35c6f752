"""All settings: one typed tree, read from file and environment here and nowhere else (SPEC P3).

section        what a part of the tree is made of
fading         retention, levels, compression, archive …       (LTM)
recalling      retrieval, keyword search, index, embedding …   (NEX, LTM)
growing        events, mood, episodes, goals, sleep …          (NEX, GHO)
models         language models and cost
tree           the whole tree, with server and privacy
keys           every setting by its dotted key
text           values as text and back
layers         the file, the environment, a persona: what each says
surroundings   data home, language and time zone of the system
configuration  the values in force, and where each came from
editing        changing the file
reference      the reference page, generated
"""

from omoide.config.configuration import Configuration, Entry, load
from omoide.config.environment import resolve_file, resolve_home
from omoide.config.keys import Heading, Key, headings, keys
from omoide.config.layers import Layer, Origin, expanded
from omoide.config.tree import Settings

__all__ = [
    "Configuration",
    "Entry",
    "Heading",
    "Key",
    "Layer",
    "Origin",
    "Settings",
    "expanded",
    "headings",
    "keys",
    "load",
    "resolve_file",
    "resolve_home",
]
