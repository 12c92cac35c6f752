"""What is read of a text too long to be read whole: its beginning and its end, where people say what they want."""


def edges(text: str, *, longest: int) -> str:
    """Return the text, or its two ends with a line between them when it has more characters than `longest`."""
    half = longest // 2
    return text if len(text) <= longest else f"{text[:half]}\n{text[-half:]}"
