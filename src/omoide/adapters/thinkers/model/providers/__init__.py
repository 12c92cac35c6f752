"""One provider per file: how its models are made.  Imported only when the first question is asked.

openai      OpenAI and everything that speaks like it: Ollama, llama.cpp, vLLM, LM Studio, OpenRouter
anthropic   Claude
gemini      Gemini
"""
