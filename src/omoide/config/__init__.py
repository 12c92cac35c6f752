"""All settings: one typed tree, read from file and environment here and nowhere else (SPEC P3).

section        what a part of the tree is made of
fading         retention, levels, compression, archive …       (LTM)
recalling      retrieval, index, embedding                     (NEX, LTM)
growing        events, tidying, mood                           (GHO)
models         language models and cost
tree           the whole tree, with server and privacy
hooking        Claude Code
keys           every setting by its dotted key
removed        settings of earlier versions, which do nothing any more
text           values as text and back
layers         the file, the environment, a persona: what each says
surroundings   data home, language and time zone of the system
configuration  the values in force, and where each came from
editing        changing the file
reference      the reference page, generated
rules          settings as the rules of the domain
"""

from omoide.config.configuration import Configuration, SettingEntry, load
from omoide.config.environment import resolve_file, resolve_home
from omoide.config.keys import Heading, Key, headings, keys
from omoide.config.layers import Layer, SettingOrigin, expanded
from omoide.config.tree import Settings

__all__ = [
    "Configuration",
    "Heading",
    "Key",
    "Layer",
    "SettingEntry",
    "SettingOrigin",
    "Settings",
    "expanded",
    "headings",
    "keys",
    "load",
    "resolve_file",
    "resolve_home",
]
