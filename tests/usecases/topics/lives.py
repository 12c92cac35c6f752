"""A small life that comes back to two things, and to many others once."""

from omoide import Mind

KNEE = (
    "健太の膝の手術が決まった",
    "健太の膝の手術、健太が怖がってる",
    "健太の膝の手術は健太の夏休み",
    "健太の膝の手術が終わった",
)
PLUM = ("庭の梅の花が咲いた", "庭の梅の花を切った", "庭の梅の花が散った")
ONCE = ("印刷会社で残業だった", "新しい鞄を買った", "雷がうるさい", "歯医者の予約を忘れた", "姉から葉書が届いた")
ANSWER = "うん。"


def say(mind: Mind, texts: tuple[str, ...], *, first_day: int = 1, month: int = 1) -> None:
    """Let one text a day be said, and be digested."""
    for place, text in enumerate(texts):
        mind.observe(user=text, assistant=ANSWER, at=f"2026-{month:02}-{first_day + place:02}T20:00")
    mind.digest()


def names(mind: Mind) -> list[str]:
    """Return what topics are called, the largest first."""
    return [topic.name for topic in mind.topics.list()]


def by_topic(mind: Mind) -> dict[int, set[str]]:
    """Return the labels of each topic's members."""
    return {int(topic.id): {each.label for each in mind.topics.members(topic.id)} for topic in mind.topics.list()}
