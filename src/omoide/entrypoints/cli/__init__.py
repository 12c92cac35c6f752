"""The command `omoide`.

app         the commands and their global options       context     what every command is given
tables      lists that fit the terminal
personas    persona add|list|show|set                   turns       observe, log
recalling   recall                                      index       index status|update|rebuild
doctor      what is wrong, and what to do               config      config show|get|set|unset|path
memories    memories list|show|search|why|…             sleeping    sleep, sleep undo|report, forecast
simulate    a made-up life, drawn by picture            upkeep      backup|restore|check|vacuum|stats
tour        a guided tour on the sample personas        words       what is said, in Japanese and English
wording     numbers with their nouns
importing   import claude-code                          erasing     erase, for good
beliefs     beliefs list|show|history|why|correct|close, preferences
feelings    digest, settle, mood, feelings, thread      growing_words  what these say
models      models check|hand-in|collect|prune, ask                  cost        cost estimate|prices|price
"""


def main() -> None:
    """Run the command line; the heavy parts are loaded by the command that needs them."""
    from omoide.entrypoints.cli.app import run

    run()
