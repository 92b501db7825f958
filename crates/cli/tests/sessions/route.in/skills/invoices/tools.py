def read_invoice(path: str, currency: str = "EUR") -> dict:
    """Read one bill and return its amounts.

    Args:
        path: The scanned document.
        currency: What amounts are given in.
    """
    return {}


def get_tools():
    return [read_invoice]
