"""Which vocabulary a model reads with, and an estimate that is no less than the truth on ordinary texts."""

import json
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.adapters.context.counting import InstalledCounters
from omoide.domain.context.token_count import ESTIMATE, estimate, vocabulary_of

SAMPLES = {
    "ja talk": "昨日は朝から雨で、モモを病院に連れて行った。先生は元気ですよと言ってくれて、ほっとした。帰りに駅前で食パンを買った。",
    "ja kanji": "減衰係数について相談された。記憶保持曲線の検証結果を踏まえ、既定値を零点九九五に決定。次回会議で再度報告予定。",
    "ja katakana": "プロジェクトのデータベースマイグレーションとキャッシュサーバーのパフォーマンスチューニング",
    "en talk": "We talked about her sister's wedding in October; she was happy, and a little worried about the speech.",
    "en long words": "Internationalization responsibilities notwithstanding, characteristically unsatisfactory configurations persist.",
    "code": "def read(self, persona_id: PersonaId) -> list[Episode]:\n    return [row for row in self._rows if row.id != persona_id]\n",
    "json": '{"id": "episode_2026-03-28_001", "arousal": 0.735, "tags": ["joy", "relief"], "week": null}',
    "emoji": "やった！🎉🎉 結婚おめでとう💐👨‍👩‍👧‍👦❤️🇯🇵 so happy 😂😂",
    "mixed": "GitHubのActionsが落ちたので、retry 3回でPRをmergeした（#1234）。",
    "block": "- [2026-01-18][L1] 減衰係数について相談された → 0.995を採用決定\n- [2026-01-19][L3][archived] 技術選定, 相談 → JSON\n",
    "other scripts": "Привет, как дела? Γειά σου κόσμε. 안녕하세요, 오늘 날씨가 좋네요. สวัสดีครับ",
    "url": "https://example.com/path/to/some-page?query=memory&lang=ja#section-4.2",
}
VOCABULARIES = ("gpt-4o", "gpt-4", "llama-3.1-70b", "deepseek-v3")


@pytest.mark.parametrize(
    ("model", "vocabulary"),
    [
        ("gpt-4o-mini", "o200k_base"), ("openai/gpt-5.2", "o200k_base"), ("o3-mini", "o200k_base"), ("gpt-4.1", "o200k_base"),
        ("gpt-4-turbo", "cl100k_base"), ("gpt-3.5-turbo", "cl100k_base"), ("azure:GPT-4o", "o200k_base"),
        ("meta-llama/Llama-3.3-70B", "llama3"), ("deepseek-chat", "deepseek_v3"),
        ("claude-sonnet-4-5", None), ("gemini-2.5-pro", None), ("", None), ("opus", None), ("o", None),
    ],
)  # fmt: skip
def test_a_model_is_known_by_its_name(model: str, vocabulary: str | None) -> None:
    assert vocabulary_of(model) == vocabulary


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("model", VOCABULARIES)
def test_the_estimate_is_no_less_than_the_truth(model: str, name: str) -> None:
    count = InstalledCounters().of(model)
    assert count.name == vocabulary_of(model), "the vocabulary is installed with the tools of development"
    assert estimate(SAMPLES[name]) >= count(SAMPLES[name])


@pytest.mark.parametrize("model", VOCABULARIES)
@pytest.mark.parametrize("persona", ["haru_ja", "june_en"])
def test_the_estimate_is_no_less_than_the_truth_of_any_turn_of_the_sample_personas(persona: str, model: str) -> None:
    count = InstalledCounters().of(model)
    turns = json.loads((resources.files("omoide.sample") / f"{persona}.json").read_text(encoding="utf-8"))["turns"]
    for turn in turns:
        text = f"{turn['user']}\n{turn['assistant'] or ''}"
        assert estimate(text) >= count(text), text


def test_the_estimate_is_no_more_than_about_twice_the_truth_on_talk() -> None:
    count = InstalledCounters().of("gpt-4o")
    for name in ("ja talk", "en talk", "mixed", "block"):
        assert estimate(SAMPLES[name]) <= 2.1 * count(SAMPLES[name]), name


def test_models_without_a_public_vocabulary_are_estimated() -> None:
    assert InstalledCounters().of("claude-sonnet-4-5").name == ESTIMATE
    assert InstalledCounters().of("").name == ESTIMATE


@given(st.text(), st.text())
def test_two_texts_together_take_no_more_than_each_alone(one: str, other: str) -> None:
    assert estimate(one + other) <= estimate(one) + estimate(other)
