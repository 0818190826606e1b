"""The comparison of systems."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from . import _texlens
from ._arguments import Kind, as_column, as_list, as_options, as_threads, whole, words
from ._texlens import BatchScores

_MOST_SEED = 2**64 - 1
_MOST_RESAMPLES = 2**31 - 1


class Evaluation(dict[str, Any]):
    """The comparison of systems, in the form of a level in the output of ``texlens evaluate --format json``.

    Keys are ``level``; ``samples``, ``documents`` and ``common``, the numbers of samples, of their documents, and of
    samples with a prediction of every system; ``resampling``; ``systems``, each with ``metrics`` and ``groups``;
    ``differences`` of every two systems; ``breakdowns`` by tags; and ``problems``. Each metric of a system has its
    ``mean`` and ``interval``, the number of samples where it is ``defined``, and the reasons where it is ``undefined``.

    ``scores`` is the table of all scores, with the columns ``id``, ``document`` and ``system``; ``missing``, the number
    of missing predictions, one for each page of a document; one for each metric; and ``error``: why a sample could not
    be scored, or why a prediction that exists counts as missing.
    """

    def __init__(self, comparison: Mapping[str, Any], scores: BatchScores) -> None:
        super().__init__(comparison)
        self.scores = scores


def evaluate(
    references: Any,
    predictions: Mapping[str, Any],
    *,
    ids: Iterable[Any] | None = None,
    documents: Iterable[Any] | None = None,
    tags: Mapping[str, Iterable[Any]] | None = None,
    kind: Kind = "page",
    metrics: Iterable[str] | None = None,
    settings: Mapping[str, object] | None = None,
    tex: bool = False,
    common: bool = False,
    resamples: int = _texlens.DEFAULT_RESAMPLES,
    seed: int = _texlens.DEFAULT_SEED,
    threads: int | None = None,
) -> Evaluation:
    """Scores the predictions of systems on the same samples, and compares the systems.

    >>> import texlens
    >>> evaluation = texlens.evaluate(
    ...     ["a b c", "d e f"], {"first": ["a b c", "d e"], "second": ["a b c", "d e f"]}, metrics=["ds"]
    ... )
    >>> [(system["system"], system["metrics"][0]["mean"]) for system in evaluation["systems"]]
    [('first', 0.8), ('second', 1.0)]

    ``predictions`` has a column for each system by its name. Columns are those of :func:`score_batch`. A null
    prediction is missing: it is scored as empty text and counted. A sample whose reference is null or cannot be used
    has no scores and is counted, too, and ``problems`` names it.

    ``ids`` name the rows; by default, their numbers do, from 0. ``documents`` names the document of each row: intervals
    are drawn over documents, since pages of one document resemble each other. With ``kind="document"``, the rows of a
    document are its pages in order, which are scored together. ``tags`` has a column for each tag by its name; the
    systems are compared again for each value of a tag.

    With ``common=True``, only samples with a prediction of every system are compared. Intervals are percentiles of
    ``resamples`` draws of documents with ``seed``. The numbers are those of ``texlens evaluate``, with any number of
    ``threads``. In the main thread, Ctrl+C stops the work after the steps in progress.

    Raises ValueError or TypeError if a metric, a setting or a column cannot be used.
    """
    if not isinstance(predictions, Mapping):
        raise TypeError(
            "predictions must be a dict with the predictions of each system by its name, such as "
            f"{{'my system': predictions}}, not {type(predictions).__name__}"
        )
    if tags is not None and not isinstance(tags, Mapping):
        raise TypeError(
            "tags must be a dict with the values of each tag by its name, such as {'language': languages}, "
            f"not {type(tags).__name__}"
        )
    if not predictions:
        raise ValueError("predictions has no system: give the predictions of at least one by its name")
    options = as_options(kind, metrics, settings, tex)
    columns = [
        (_name(name, "a system"), as_column(column, f"the predictions of {name!r}"))
        for name, column in predictions.items()
    ]
    references = as_column(references, "references")
    if not hasattr(references, "__len__"):
        references = as_list(references, "references", "texts")
    names = [str(row) for row in range(len(references))] if ids is None else _labels(ids, "ids")
    of_documents = None if documents is None else _labels(documents, "documents")
    of_tags = [(_name(name, "a tag"), words(column, f"the tag {name!r}")) for name, column in (tags or {}).items()]
    drawing = (
        common,
        whole(resamples, "resamples", 0, _MOST_RESAMPLES),
        whole(seed, "seed", 0, _MOST_SEED),
    )
    comparison, scores = _texlens.evaluate(
        references, columns, (names, of_documents, of_tags), options, drawing, as_threads(threads)
    )
    return Evaluation(json.loads(comparison), scores)


def _name(name: object, of: str) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of {of} must be a str, not {type(name).__name__}")
    return name


def _labels(column: Any, what: str) -> list[str]:
    labels: list[str] = []
    for row, label in enumerate(words(column, what)):
        if label is None:
            raise ValueError(f"{what} has none for row {row}: give one for every row")
        labels.append(label)
    return labels
