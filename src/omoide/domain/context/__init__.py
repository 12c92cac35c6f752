"""What a model is shown, and how that is known again: values and pure rules.

blocks       blocks of markup in what was said: `<memories> … </memories>`, and the like of hosts and tools
echo         recognises text that Omoide itself put into a conversation when it comes back
harmless     memory text that no reader can take for markup, a role or a hidden sign
injection    what a model is shown of memories: LTM's `<memories>` block, in which memory text stays data
shown        a turn as it is shown and searched: what was said, without what nobody said
"""
