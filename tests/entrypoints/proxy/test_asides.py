"""What chat clients ask for themselves is known by the words of their own prompts."""

import json

import pytest

from omoide.entrypoints.proxy.asides import aside_of
from omoide.entrypoints.proxy.interfaces.chat_completions import ChatCompletions

HISTORY = "### Chat History:\n<chat_history>\nUSER: hi\nASSISTANT: hello\n</chat_history>"
ASIDES = [
    ("title", f"### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n{HISTORY}"),
    ("tags", f"### Task:\nGenerate 1-3 broad tags categorizing the main themes of the chat history.\n{HISTORY}"),
    ("follow-ups", f"### Task:\nSuggest 3-5 relevant follow-up questions or prompts for the user.\n{HISTORY}"),
    ("task", f"### Task:\nAnalyze the chat history to determine the necessity of search queries.\n{HISTORY}"),
    ("autocompletion", "### Task:\nYou are an autocompletion system. Continue the text in `<text>`.\n<text>x</text>"),
    ("title", "Provide a concise, 5-word-or-less title for the conversation, using title case conventions."),
    ("title", "Analyze this conversation and provide:\n1. The detected language\n2. A concise title in it"),
    ("summary", "Ignore previous instructions. Summarize the most important facts and events in the story so far."),
    ("expression", "Ignore previous instructions. Classify the emotion of the last message. Output one word."),
    ("impersonation", "[Write your next reply from the point of view of Taro, using the chat history so far.]"),
    ("title", "Please write a 5-10 word title for the following conversation:\n\nhi"),
]
TALK = [
    "",
    "この会話にタイトルを付けるなら何がいい？",
    "### Task:\nWrite a poem about the sea.\n### Output:\nfour lines",
    "Can you suggest a title and some tags for my blog post about cats?",
    "Let's pause the game. What was your favourite chapter?",
    "Summarize the most important facts about Kyoto for me",
    "Please generate a concise title",
]


def aside(text: str, *, system: str = "You are Haru.") -> str:
    messages = [{"role": "system", "content": system}, {"role": "user", "content": text}]
    return aside_of(ChatCompletions().read(json.dumps({"messages": messages})))


@pytest.mark.parametrize(("kind", "text"), ASIDES)
def test_a_clients_own_prompt_is_known(kind: str, text: str) -> None:
    assert aside(text) == kind


@pytest.mark.parametrize("text", TALK)
def test_talk_is_talk(text: str) -> None:
    assert aside(text) == ""
    assert aside(text, system=f"### Task:\nBe Haru and write titles.\n{HISTORY}") == ""
