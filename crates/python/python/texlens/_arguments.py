"""Arguments that several functions read."""

from __future__ import annotations

import operator
from typing import Any


def whole(number: Any, what: str, least: int, most: int, advice: str = "") -> int:
    """Returns a whole number within limits. ``what`` names it in errors, ``advice`` follows its limits."""
    try:
        value = operator.index(number)
    except TypeError as error:
        raise TypeError(f"{what} must be a whole number, not {type(number).__name__}") from error
    if not least <= value <= most:
        raise ValueError(f"{what} must be from {least} to {most}{advice}")
    return value
