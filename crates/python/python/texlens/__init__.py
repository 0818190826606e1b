"""Measures how well a system turns pages into LaTeX: the scores of the app and the command of texlens.

>>> import texlens
>>> texlens.score(r"\\frac{a}{b}", r"\\frac{a}{c}", kind="formula", metrics=["edit_similarity"])
{'edit_similarity': 0.9090909090909091}
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from . import _texlens

__version__: str = _texlens.__version__
__all__ = ["Kind", "Rewards", "Scores", "metrics", "reward", "reward_function", "score", "score_batch"]

Kind = Literal["formula", "page", "document"]
"""What is scored."""


class Scores(dict[str, "float | None"]):
    """The scores of one sample: each metric's value by its id, or None if the metric is undefined for the sample.

    ``details`` has the same keys. Each value is a dict with ``value``; ``reason``, if the metric is undefined;
    ``numerator`` and ``denominator``, if the value is a rate; ``summary``; and ``spans``, if they were asked for: the
    passages that explain the value, as byte ranges of the UTF-8 text.
    """

    def __init__(self, details: Mapping[str, dict[str, Any]]) -> None:
        super().__init__({metric: detail["value"] for metric, detail in details.items()})
        self.details = dict(details)


def score(
    reference: str | Sequence[str],
    prediction: str | Sequence[str],
    *,
    kind: Kind = "page",
    metrics: Iterable[str] | None = None,
    settings: Mapping[str, object] | None = None,
    spans: bool = False,
) -> Scores:
    """Scores a prediction against its reference.

    A document is a list of its pages. Without ``metrics``, all metrics of the kind are calculated. ``settings`` are
    those of docs/settings.md, for example ``{"formulas.min_similarity": 0.5}``. Metrics that need the TeX engine are
    undefined.

    Raises ValueError if a metric or a setting is unknown, or if a text is too long.
    """
    scores = _texlens.score(reference, prediction, _options(kind, metrics, settings), spans)
    return Scores(json.loads(scores))


def score_batch(
    references: Any,
    predictions: Any | None = None,
    *,
    reference: str = "reference",
    prediction: str = "prediction",
    kind: Kind = "page",
    metrics: Iterable[str] | None = None,
    settings: Mapping[str, object] | None = None,
    threads: int | None = None,
) -> Any:
    """Scores many samples.

    Give two columns of strings: lists, or arrays of pyarrow, Polars or another library with the Arrow interface, whose
    texts are not copied. Or give one table, whose columns ``reference`` and ``prediction`` are scored.

    Returns a record batch in the order of the rows, with the Arrow interface: ``pyarrow.record_batch(batch)`` or
    ``polars.DataFrame(batch)``. It has a column of doubles for each metric, null where the metric is undefined, and the
    column ``error``, which says why a row could not be scored: a null text, or one that is too long.

    ``threads`` are as many as there are processors unless given; Python's lock is released. Ctrl+C stops the work.
    """
    if predictions is None:
        references, predictions = _column(references, reference), _column(references, prediction)
    count = threads if threads is not None else os.cpu_count() or 1
    columns = (_arrow(references, "references"), _arrow(predictions, "predictions"))
    return _texlens.score_batch(*columns, _options(kind, metrics, settings), count)


class Rewards:
    """Rewards of pages: the share of TexOCR's unit tests that a completion passes.

    ``without`` leaves out tests by the ids of their metrics, or the groups ``structural``, ``usability``, ``fidelity``.
    The test ``csr`` needs the TeX engine and is left out.
    """

    def __init__(self, *, without: Iterable[str] = (), settings: Mapping[str, object] | None = None) -> None:
        self._rewards = _texlens.Rewards(_options("page", None, settings), list(without))

    def reward(self, reference: str, completions: Sequence[str | None]) -> list[dict[str, Any]]:
        """Rewards the completions of one page.

        Returns a dict for each completion: ``reward`` (0 to 1, or None if the page has no test), ``advantage`` over the
        other completions, ``passed`` and ``total`` tests, ``tests`` with value and threshold, and ``undefined`` metrics
        with their reasons. A completion that cannot be rewarded has ``reward`` None and an ``error``.
        """
        return self._rewards.reward(reference, list(completions))


def reward(
    reference: str,
    completions: Sequence[str | None],
    *,
    without: Iterable[str] = (),
    settings: Mapping[str, object] | None = None,
) -> list[dict[str, Any]]:
    """Rewards the completions of one page; see :class:`Rewards`."""
    return Rewards(without=without, settings=settings).reward(reference, completions)


def reward_function(
    *,
    column: str = "reference",
    without: Iterable[str] = (),
    settings: Mapping[str, object] | None = None,
) -> Callable[..., list[float | None]]:
    """Returns a reward function for trainers such as TRL's ``GRPOTrainer``.

    The trainer calls it with the completions, as texts or as messages, and the columns of its dataset; ``column`` names
    the one with the references. A completion without a reward gets None, which the trainer leaves out.
    """
    rewards = Rewards(without=without, settings=settings)

    def texlens_reward(completions: Sequence[Any], **columns: Any) -> list[float | None]:
        if column not in columns:
            raise ValueError(
                f"the dataset has no column {column!r}: name the one with the references in reward_function(column=...)"
            )
        pairs = zip(columns[column], completions, strict=True)
        return [rewards.reward(reference, [_content(completion)])[0]["reward"] for reference, completion in pairs]

    return texlens_reward


def metrics() -> list[dict[str, Any]]:
    """Describes all metrics: ``id``, ``name``, ``about``, ``group``, ``kinds``, range, direction and source."""
    return _texlens.metrics()


def _options(kind: Kind, metrics: Iterable[str] | None, settings: Mapping[str, object] | None) -> _texlens.Options:
    if isinstance(metrics, str):
        raise TypeError("metrics must be a list of ids, not one str")
    ids = None if metrics is None else list(metrics)
    return _texlens.Options(kind, ids, {name: _setting(value) for name, value in (settings or {}).items()})


def _setting(value: object) -> str:
    """Writes a value as in the command's ``--set``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _content(completion: Any) -> str | None:
    """Returns the text of a completion, which may be a list of messages."""
    if isinstance(completion, (list, tuple)) and completion:
        completion = completion[-1]
    return completion.get("content") if isinstance(completion, Mapping) else completion


def _column(table: Any, name: str) -> Any:
    try:
        return table[name]
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(
            f"the table has no column {name!r}: name its columns with reference= and prediction="
        ) from error


def _arrow(column: Any, what: str) -> Any:
    """Returns a column with the Arrow interface."""
    if hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__"):
        return column
    if isinstance(column, str) or not isinstance(column, Iterable):
        raise TypeError(f"{what} must be a list or a column of strings, not {type(column).__name__}")
    return _texlens.strings(list(column))
