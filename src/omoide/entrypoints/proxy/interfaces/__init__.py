"""The providers' interfaces, each in the words of `wire`.

chat_completions     OpenAI's chat completions
responses            OpenAI's responses
anthropic_messages   Anthropic's messages
"""
