"""Tools: what a model may call, each a verb of the mind with typed arguments and a typed result.

continuing   `read_memory_context`: reading on where a text was cut
diaries      `read_main_memory`, `plan_main_memory_edit`, and the same of the secret diary
entities     `search_`, `read_`, `write_entity_memory`, `list_entity_memories`
goals        what the persona wants to reach: `list_goals` and four that move one
knowledge    `search_knowledge_base`
note_edits   an edit of a note as a persona asks for it: shown first, or made
notes        `read_core_memory`, `edit_core_memory`, and the same of the notepad
past_talk    `search_past_conversations`
questions    what the persona would like to know: `list_open_questions`, `add_`, `resolve_open_question`
recall       `recall_memories`: the one verb of recall
reminders    `list_reminders`, `complete_reminder`, `dismiss_reminder`
sources      texts that are shown in portions, and the handles by which they go on
tool         a tool that can be called, and who calls it
toolbox      all tools of a persona: calling one, whatever it is called with
"""
