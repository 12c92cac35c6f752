from omoide.domain.events.event import Turn
from omoide.domain.recall import passage
from omoide.domain.recall.passage import Side
from omoide.domain.text.chunks import ChunkRules
from omoide.domain.text.tokens import document_tokens

RULES = ChunkRules()


def sides(turn: Turn) -> list[Side]:
    return [piece.side for piece in passage.of_turn(turn, rules=RULES)]


def test_a_short_turn_is_one_piece_of_both_sides() -> None:
    [piece] = passage.of_turn(Turn(user="猫の名前はモモ", assistant="覚えたよ"), rules=RULES)
    assert (piece.side, piece.text) == (Side.WHOLE, "猫の名前はモモ\n覚えたよ")
    assert set(piece.tokens) >= {*document_tokens("猫の名前はモモ"), *document_tokens("覚えたよ")}


def test_no_word_is_made_of_the_end_of_one_side_and_the_beginning_of_the_other() -> None:
    [piece] = passage.of_turn(Turn(user="猫", assistant="犬"), rules=RULES)
    assert piece.tokens == ("猫", "犬")


def test_a_turn_too_long_for_one_piece_has_pieces_of_each_side() -> None:
    assert sides(Turn(user="あ" * 200, assistant="い" * 99)) == [Side.WHOLE]
    assert sides(Turn(user="あ" * 200, assistant="い" * 100)) == [Side.USER, Side.ASSISTANT]
    assert sides(Turn(user="あ" * 400, assistant="い")) == [Side.USER, Side.USER, Side.ASSISTANT]


def test_a_turn_of_one_side_keeps_its_side() -> None:
    assert sides(Turn(user="おはよう")) == [Side.USER]
    assert sides(Turn(user="", assistant="おはよう")) == [Side.ASSISTANT]


def test_images_are_pieces_of_their_own() -> None:
    assert sides(Turn(user="見て", assistant="いいね", image_summaries=("海の写真",))) == [Side.WHOLE, Side.IMAGE]
    assert sides(Turn(user="", image_summaries=("海の写真",))) == [Side.IMAGE]
