"""Tools: what a model may call, values and pure rules.

answer       what a tool gives back: data for the model, and an announcement for the log
arguments    what a model gave as arguments, read as what the tool takes; mistakes are told, not raised
bilingual    one text in Japanese and English
calls        a call as OpenAI, Anthropic or MCP write it, and the reply in the same shape
definition   one tool: name, title, description, what it takes and gives, what it does to the mind
failure      what went wrong, as data: what it was, and what to do
fields       what a tool takes or gives, read from a dataclass: names, kinds, bounds, texts
functions    tools as plain Python functions, with signature and docstring
handle       a short text that names where a cut text goes on; nothing is kept for it
portion      as much of a text as is shown at once, made harmless
rendering    a tool as OpenAI, Anthropic and MCP are told of it
schema       JSON Schema of what a tool takes and gives
"""
