"""The composition root: the only place that knows both sockets and plugs.

home          one data home: the factories of all subjects      foundation     settings, clock, database, personas
events        keeping and reading what happened                 memories       keeping memories, the owner's edits
recall        indexes and both recalls                          nights         running nights and taking them back
beliefs       beliefs, preferences, tidying                     feelings       what was felt, how moods move
understanding digest                                            models         models, rules, what they cost
hosts         sessions and prompts of hosts, erasing            upkeep         checks, copies, sizes
embedding     the embedder that the settings name               rehearsal      a dry run on a copy
scratch       a made-up life on a scratch home                  background     what happens by itself
host_files    files that hosts and we share
"""

from omoide.bootstrap.background import Beside
from omoide.bootstrap.home import Home, Opening, open_home

__all__ = ["Beside", "Home", "Opening", "open_home"]
