"""Tools of this skill. Docstrings are descriptions, type hints are schemas."""


def greet(name: str, times: int = 1) -> str:
    """Greet somebody by name.

    Args:
        name: Who to greet.
        times: How often.
    """
    if times < 1:
        raise ValueError(f"times is {times}; give 1 or more")
    return " ".join([f"Hello, {name}!"] * times)


def get_tools() -> list:
    return [greet]
