"""Thin adapters for agent frameworks.  Each module imports its framework; nothing else of Omoide imports any of them.

anthropic_memory   Anthropic's memory tool (`memory_20250818`): files that Claude keeps, in the persona's store
langgraph          a LangGraph `BaseStore`
llama_index        a LlamaIndex memory block: what comes to mind, and what is learnt
openai_agents      an OpenAI Agents `Session`: the talk, item by item, and what is learnt of it
pydantic_ai        the persona's tools as a pydantic-ai toolset
turns              messages of a framework as turns that a mind learns
"""
