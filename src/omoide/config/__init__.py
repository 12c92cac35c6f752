"""All settings: one typed tree, read from file and environment here and nowhere else (SPEC P3).

autonomy        whether and when a persona may want to speak first
beliefs         how they are tidied
context         how much the persona is shown before it answers, and of what
configuration   the settings in force and where each came from: defaults < file < environment < persona
database        where it is: a file in the home, or a PostgreSQL server
drives          how strong drives become, and from when they are shown
domain_rules    settings as the rules of the domain: the same names, in the domain's own types
editing         changing the configuration file: comments and order stay, and a broken file is never left behind
environment     what the system around us says: where the data home is, its language and its time zone
entities        how long profiles and the list of names may be, when a name is proposed
episodes        how far back they are told, when days become weeks, how resonance moves them
events          how far back is read
feelings        how moods move
goals           when they are given up by themselves, and how many are shown
hosts           what its prompts are met with, and which projects are left alone
keys            every setting by its dotted key: type, default, what is allowed, what it is for
knowledge       how large documents may be
layers          the file, the environment, a persona
memories        every number of LTM's table, with its default
models          language models and what they may cost
notes           how long notes may be
proxy           which models stand behind it, and how long it waits for memory
questions       how many are raised, kept and shown
recall          retrieval, the index and the embedder
reflection      how often it goes deeper
reference       the reference page of all settings, generated from the tree: `python -m omoide.config.reference > …
reminders       when due things are told
removed         settings of earlier versions: a file that still names one is no mistake, but the setting does …
section         what every part of the settings tree is made of
sleep           when it begins by itself, how long it may take, and what it may cost
text            values as text and back: for the environment, the command line and the store
tools           which ones a model may call, and how much they show at once
topics          how many members a topic needs, and how many are recalled
web             who is let in over the wire, and how much they may send
tree            the whole tree of settings
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
