def read_invoice(path: str, currency: str = "EUR", pages: list[int] | None = None) -> dict:
    """Read an invoice and return its fields.

    Args:
        path: The PDF or image.
        currency: What amounts are given in.
        pages: Only these pages.
    """
    raise SystemExit("a stranger's code must not run")


raise SystemExit("a stranger's code must not run")


def get_tools():
    return [read_invoice]
