"""The command `omoide`.

app        the commands and their global options, and how errors are told
commands   where each command is; one is loaded when it is named
composing  `omoide context`: what the persona would see now, and what is left out and why
config     see every setting and where it came from, and change it
context    what every command is given: the global options, and ways to show things
dashed     commands whose text may begin with a dash and a blank, as lines of a list do
autonomy   `omoide autonomy`: whether the persona would speak first
drives     `omoide inner`: what moves the persona from within
events     `omoide observe` and `omoide log`: turns in, turns out
feelings   `omoide digest`, `omoide settle`, `omoide mood`, `omoide feelings` and `omoide thread`: thinking about …
not_that   `omoide not-that`: what a cue does not mean, and taking that back
personas   `omoide persona add|list|show|set`
recall     what comes to mind, and why
tables     tables that fit the terminal: in a narrow one the columns that matter least are left out, so that texts …
terminal   where text leaves for a terminal: whatever is said passes here, and nothing in it is obeyed
tour       a guided tour on the sample personas: it observes, recalls, explains, then takes your own questions
ui         `omoide ui`: the mind on a page, in a browser
why        `omoide why`: what came to mind for which cue, and why not the rest
why_words  what these two commands say, in Japanese and English
wording    sentences with values put in; in English a number brings its noun along in the right form
words      what commands say, in Japanese and English
beliefs    what is believed and liked, with its evidence
entities   people and things the persona knows
episodes   days told in the persona's own voice
erasing    what goes for good, with proof
goals      what the persona wants to reach
hosts      hosts of conversations, such as Claude Code
keys       who may open a door over the wire
jobs       work that nobody waits for
knowledge  documents that are looked up
memories   memories that fade
models     language models, and what they cost
nights     what nights do to memories
notes      texts that the persona and the owner edit
tools      what a model may call
questions  what the persona would like to know
reflection  what the persona makes of its days at night
topics     what is spoken of again and again
reminders  due things, told once until done or dismissed
upkeep     care of the home
"""


def main() -> None:
    """Run the command line; the heavy parts are loaded by the command that needs them."""
    from omoide.entrypoints.cli.app import run

    run()
