"""The dream diary without erased words (SPEC X1): an entry made of a turn that goes, or that carries its words, goes whole."""

from collections.abc import Collection

from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.reflection.insight import Insight


def goes(insight: Insight, *, changed: Collection[int], words: ErasedWords) -> bool:
    """Tell whether an entry goes; `changed` are the turns that go or change."""
    held = {*insight.made_of, *(event_id for sentence in insight.sentences for event_id in sentence.evidence)}
    texts = (insight.trigger_topic, insight.strategy, insight.log_entry, *(each.text for each in insight.sentences))
    return not held.isdisjoint(changed) or any(map(words.are_in, texts))
