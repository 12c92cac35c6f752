"""What a model is shown, and how that is known again: values and pure rules.

blocks              blocks of markup in what was said: `<memories> … </memories>`, and the like of hosts and tools
budgeting           what of each section is shown within a budget, and in which of its forms
composition         a composed context: its parts, its sections, and the reason for everything left out
conversation        messages as callers hand them over, and their turns known again
echo                recognises text that Omoide itself put into a conversation when it comes back
frozen              what a session was shown, what has changed since, and when it is shown anew
harmless            memory text that no reader can take for markup, a role or a hidden sign
injection           what a model is shown of memories: LTM's `<memories>` block, in which memory text stays data
provider_messages   the same messages for OpenAI's and Anthropic's clients, with the context in its place
shown               a turn as it is shown and searched: what was said, without what nobody said
token_count         which vocabulary a model reads with, and a safe estimate of tokens
wording             what a context says of itself, in both languages
"""
