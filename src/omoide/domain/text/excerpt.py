"""What is read or kept of a text that is too long: its beginning, or its two ends, where people say what they want."""


def edges(text: str, *, longest: int) -> str:
    """Return the text, or its two ends with a line between them when it has more characters than `longest`."""
    half = longest // 2
    return text if len(text) <= longest else f"{text[:half]}\n{text[-half:]}"


def clipped(text: str, *, longest: int) -> str:
    """Return the text, or its beginning and end around an ellipsis when it is longer."""
    joined = text.strip()
    if len(joined) <= longest:
        return joined
    head = (longest - 1) * 2 // 3
    return f"{joined[:head]}…{joined[-(longest - 1 - head) :]}"


def one_line(text: str, *, longest: int) -> str:
    """Return the text with its blanks joined, cut to `longest` characters with an ellipsis."""
    joined = " ".join(text.split())
    return joined if len(joined) <= longest else joined[: longest - 1].rstrip() + "…"
