"""The encoder's vocabulary: every run of a text by its own tokenizer, the same whether it was met before or not."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from omoide.adapters.embedders.builtin import WEIGHTS
from omoide.adapters.embedders.vocabulary import FIRST_JAPANESE, Vocabulary, open_vocabulary

ENGLISH, JAPANESE = (Tokenizer.from_file(str(WEIGHTS / f"tokenizer_{name}.json")) for name in ("en", "ja"))


def test_kana_and_kanji_are_cut_by_one_tokenizer_and_the_rest_by_the_other() -> None:
    [(first, cat), (second, english), (third, dog)] = open_vocabulary(WEIGHTS).runs("猫がtwo dogs犬")
    assert (first, second, third) == (0, 2, 10)
    assert min(*cat.ids, *dog.ids) >= FIRST_JAPANESE > max(english.ids)
    assert english.places == ((0, 3), (4, 8))


@settings(max_examples=50, deadline=None)
@given(st.text(st.sampled_from("猫がモモ々 ab1.、😀"), max_size=90))
def test_a_run_that_was_met_before_is_cut_alike(text: str) -> None:
    known = open_vocabulary(WEIGHTS)
    met = list(known.runs(text))
    assert met == list(known.runs(text)) == list(Vocabulary(ENGLISH, JAPANESE).runs(text))


def test_networks_share_one_vocabulary() -> None:
    assert open_vocabulary(WEIGHTS) is open_vocabulary(WEIGHTS)
