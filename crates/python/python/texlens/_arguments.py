"""Arguments that several functions read."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any, Literal

from . import _texlens

_MOST_THREADS = 1024

Kind = Literal["formula", "page", "document"]
"""The kind of a sample."""


def whole(number: Any, what: str, least: int, most: int, advice: str = "") -> int:
    """Returns a whole number within limits. ``what`` names it in errors, ``advice`` follows its limits."""
    try:
        value = operator.index(number)
    except TypeError as error:
        raise TypeError(f"{what} must be a whole number, not {type(number).__name__}") from error
    if not least <= value <= most:
        raise ValueError(f"{what} must be from {least} to {most}{advice}")
    return value


def as_options(
    kind: Kind, metrics: Iterable[str] | None, settings: Mapping[str, object] | None, tex: bool
) -> _texlens.Options:
    """Returns what is scored, and how."""
    ids = None if metrics is None else ids_of(metrics, "metrics")
    return _texlens.Options(kind, ids, list(as_settings(settings).items()), tex)


def as_settings(settings: Mapping[str, object] | None) -> dict[str, str]:
    """Returns the names with their values as in the command's ``--set``."""
    if settings is None:
        return {}
    if not isinstance(settings, Mapping):
        raise TypeError(
            "settings must be a mapping of names to values, such as {'fa.min_similarity': 0.5}, "
            f"not {type(settings).__name__}"
        )
    return {name: _word(value) for name, value in settings.items()}


def as_weights(weights: Mapping[str, float] | None) -> dict[str, float]:
    """Returns the weights of unit tests and groups by their names."""
    if weights is None:
        return {}
    if not isinstance(weights, Mapping):
        raise TypeError(
            f"weights must be a mapping of unit tests to numbers, such as {{'fa': 2}}, not {type(weights).__name__}"
        )
    return {name: _number(weight, f"the weight of {name}") for name, weight in weights.items()}


def _number(value: Any, what: str) -> float:
    # The numbers of NumPy are registered as such.
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{what} must be a number, not {type(value).__name__}")
    return float(value)


def _word(value: object) -> str:
    # The booleans of NumPy are written as those of Python, and have no type in common with them.
    text = str(value)
    return text.lower() if text in ("True", "False") else text


def ids_of(ids: Iterable[str], what: str) -> list[str]:
    """Returns the ids of an argument, which ``what`` names in errors."""
    return as_list(ids, what, "ids")


def as_list(items: Any, what: str, of: str) -> list[Any]:
    """Returns the items of a list or another iterable, but not the letters of one text."""
    if not _texlens.is_list(items):
        raise TypeError(f"{what} must be a list of {of}, not {type(items).__name__}: put a single one into a list")
    return list(items)


def as_column(given: Any, what: str) -> Any:
    """Returns one column, but not a table."""
    not_lazy(given)
    if hasattr(given, "column_names") or hasattr(given, "columns"):
        raise TypeError(f"{what} must be one column, not a table ({type(given).__name__}): give table[name]")
    return given


def not_lazy(given: Any) -> None:
    """Refuses a table or column of a library that has not calculated it yet."""
    if hasattr(type(given), "collect"):
        raise TypeError(f"a {type(given).__name__} has no rows yet: collect it first")


def words(column: Any, what: str) -> list[str | None]:
    """Returns the values of a column as words; missing ones are None."""
    column = as_column(column, what)
    rows = column.to_pylist() if hasattr(column, "to_pylist") else as_list(column, what, "values")
    # What is missing does not equal itself, as NaN, or has no truth value, as pandas.NA.
    return [None if value is None or _is_missing(value) else _word(value) for value in rows]


def _is_missing(value: Any) -> bool:
    try:
        return not operator.eq(value, value)
    except (TypeError, ValueError):
        return True


def as_threads(threads: int | None) -> int | None:
    """Returns a number of threads, if one is given."""
    advice = "; without it, there are as many as processors for this process"
    return None if threads is None else whole(threads, "threads", 1, _MOST_THREADS, advice)
