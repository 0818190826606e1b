"""Measures how well a system turns pages into LaTeX: the scores of the app and the command of texlens.

>>> import texlens
>>> texlens.score(r"\\frac{a}{b}", r"\\frac{a}{c}", kind="formula", metrics=["edit_similarity"])
{'edit_similarity': 0.9090909090909091}
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import _texlens
from ._arguments import Kind, as_column, as_list, as_options, as_settings, as_threads, as_weights, ids_of, not_lazy
from ._evaluate import Evaluation, evaluate
from ._ocr import Box, Network, Ocr, OcrPage, Origin, ReadFrom, Token, ocr
from ._tex import DrawingKind, Form, compile, render
from ._texlens import BatchScores

__version__: str = _texlens.__version__
__all__ = [
    "BatchScores",
    "Box",
    "DrawingKind",
    "Evaluation",
    "Form",
    "Kind",
    "Network",
    "Ocr",
    "OcrPage",
    "Origin",
    "ReadFrom",
    "RewardFunction",
    "Rewards",
    "Scores",
    "Token",
    "about",
    "compile",
    "evaluate",
    "metrics",
    "ocr",
    "render",
    "reward",
    "reward_function",
    "score",
    "score_batch",
    "strip_answer",
]

_LOGGER = logging.getLogger(__name__)


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
    tex: bool = False,
) -> Scores:
    """Scores a prediction against its reference.

    A document is a list of its pages, and only a document is a list. Without ``metrics``, all metrics of the kind are
    calculated. ``settings`` are those of docs/settings.md, for example ``{"fa.min_similarity": 0.5}``. Metrics that
    need the TeX engine are undefined, except with ``tex=True``: then texts are compiled for ``csr``, and formulas are
    set for the metrics that compare how they look, as by ``texlens score --typeset``. Texts are scored as they are:
    the command removes the code fences and remarks around the LaTeX, :func:`strip_answer` does it here.

    Raises ValueError if a metric or a setting is unknown, if a text is too long or has a lone surrogate, or if a list
    of pages is given without ``kind="document"``. Raises OSError if the engine cannot be used.
    """
    scores = _texlens.score(reference, prediction, as_options(kind, metrics, settings, tex), spans)
    return Scores(json.loads(scores))


def score_batch(
    references: Any,
    predictions: Any | None = None,
    *,
    reference: str | None = None,
    prediction: str | None = None,
    kind: Kind = "page",
    metrics: Iterable[str] | None = None,
    settings: Mapping[str, object] | None = None,
    threads: int | None = None,
    tex: bool = False,
) -> BatchScores:
    """Scores many samples.

    Give two columns of strings: arrays of pyarrow, Polars or another library with the Arrow interface, whose texts are
    not copied, or any other iterable of str and None. NaN and ``pandas.NA`` are nulls, too. With ``kind="document"``,
    each string is a whole document: its pages in order, with a line break between two of them.

    Or give one table: one of pyarrow, Polars or pandas, a dict of columns, or any other object that has a column by its
    name, ``table[name]``. ``reference`` and ``prediction`` are the names of its columns; by default, they are
    ``"reference"`` and ``"prediction"``.

    Returns a row for each sample, in the same order. There is a column of doubles for each metric, null where the
    metric is undefined, and the column ``error``, which says why a row could not be scored: a text is null, too long,
    not UTF-8, or not in the dictionary of its column. ``to_dict()`` needs no library; ``pyarrow.table(scores)`` and
    ``polars.DataFrame(scores)`` use the Arrow interface.

    With ``tex=True``, texts are compiled and formulas set with the TeX engine, as by :func:`score`.

    By default, ``threads`` is the number of processors available to this process. Other Python threads can run
    meanwhile. In the main thread, Ctrl+C stops the work as soon as the rows in progress are scored: with ``tex=True``,
    up to 64 formulas for each thread.

    Raises ValueError or TypeError if a metric, a setting or a column cannot be used.
    """
    if predictions is None:
        not_lazy(references)
        names = ("reference" if reference is None else reference, "prediction" if prediction is None else prediction)
        references, predictions = (_column(references, name) for name in names)
    elif reference is not None or prediction is not None:
        raise ValueError("reference= and prediction= name the columns of one table, but two columns are given")
    references, predictions = as_column(references, "references"), as_column(predictions, "predictions")
    return _texlens.score_batch(references, predictions, as_options(kind, metrics, settings, tex), as_threads(threads))


class Rewards:
    """Rewards of pages: the share of TexOCR's unit tests that a completion passes.

    ``without`` leaves out tests by the ids of their metrics, or the groups ``structural``, ``usability``, ``fidelity``.
    ``weights`` maps tests, or groups for each of their tests, to what they count for; later ones replace earlier ones,
    and without one, a test counts for 1. A reward is then the weight of the tests passed over the weight of all tests.
    The test ``csr`` needs the TeX engine and is left out, except with ``tex=True``. Instances can be pickled.
    """

    def __init__(
        self,
        *,
        without: Iterable[str] = (),
        weights: Mapping[str, float] | None = None,
        settings: Mapping[str, object] | None = None,
        tex: bool = False,
    ) -> None:
        self._without = ids_of(without, "without")
        self._weights = as_weights(weights)
        self._settings = as_settings(settings)
        self._tex = tex
        options = as_options("page", None, self._settings, tex)
        self._rewards = _texlens.Rewards(options, self._without, list(self._weights.items()))

    def __getstate__(self) -> dict[str, Any]:
        return {"without": self._without, "weights": self._weights, "settings": self._settings, "tex": self._tex}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)

    def reward(self, reference: str, completions: Sequence[str | None]) -> list[dict[str, Any]]:
        """Rewards the completions of one page.

        Returns a dict for each completion: ``reward`` (0 to 1, or None if the page has no test), ``advantage`` over the
        other completions, ``passed`` and ``total`` tests, the same numbers for each of the ``groups``, ``tests`` with
        value, threshold and weight, and ``undefined`` metrics with their reasons. A completion that cannot be rewarded
        has ``reward`` None and an ``error``.

        Raises ValueError if the reference is too long or has a lone surrogate.
        """
        return self._rewards.reward(reference, as_list(completions, "completions", "texts"))


def reward(
    reference: str,
    completions: Sequence[str | None],
    *,
    without: Iterable[str] = (),
    weights: Mapping[str, float] | None = None,
    settings: Mapping[str, object] | None = None,
    tex: bool = False,
) -> list[dict[str, Any]]:
    """Rewards the completions of one page; see :class:`Rewards`."""
    return Rewards(without=without, weights=weights, settings=settings, tex=tex).reward(reference, completions)


class RewardFunction:
    """A reward function for trainers such as TRL's ``GRPOTrainer``; see :func:`reward_function`.

    ``column`` is the name of the dataset's column with the references. ``rewards`` holds the tests and settings that
    the function uses; its method ``reward`` also returns the tests of each completion.
    """

    def __init__(
        self,
        *,
        column: str = "reference",
        without: Iterable[str] = (),
        weights: Mapping[str, float] | None = None,
        settings: Mapping[str, object] | None = None,
        tex: bool = False,
    ) -> None:
        self.__name__ = "texlens_reward"
        self.column = column
        self.rewards = Rewards(without=without, weights=weights, settings=settings, tex=tex)

    def __call__(self, completions: Sequence[Any], **columns: Any) -> list[float | None]:
        if self.column not in columns:
            raise ValueError(
                f"the dataset has no column {self.column!r}: name the one with the references in "
                "reward_function(column=...)"
            )
        references = as_list(columns[self.column], f"the column {self.column!r}", "texts")
        completions = as_list(completions, "completions", "texts or conversations")
        if len(references) != len(completions):
            raise ValueError(
                f"there are {len(references)} references and {len(completions)} completions: give one of each for "
                "every row"
            )
        rewards: list[float | None] = [None] * len(completions)
        errors: dict[int, str] = {}
        for reference, rows in self._pages(references, completions, errors).items():
            try:
                rewarded = self.rewards.reward(reference, list(rows.values()))
            except ValueError as error:
                errors.update(dict.fromkeys(rows, str(error)))
                continue
            for row, one in zip(rows, rewarded, strict=True):
                rewards[row] = one["reward"]
                if "error" in one:
                    errors[row] = one["error"]
        if errors:
            row = min(errors)
            _LOGGER.warning("%d of %d rows have no reward; row %d: %s", len(errors), len(rewards), row, errors[row])
        return rewards

    @staticmethod
    def _pages(
        references: Sequence[Any], completions: Sequence[Any], errors: dict[int, str]
    ) -> dict[str, dict[int, str]]:
        """Returns each reference with its completions by their rows, so that it is parsed once."""
        pages: dict[str, dict[int, str]] = {}
        for row, (reference, completion) in enumerate(zip(references, completions, strict=True)):
            text = _content(completion)
            if not isinstance(reference, str):
                errors[row] = f"the reference must be a str, not {type(reference).__name__}"
            elif text is None:
                errors[row] = "the completion must be a str, or messages of which one of the assistant has text"
            elif not isinstance(text, str):
                errors[row] = f"the completion must be a str or messages with text, not {type(text).__name__}"
            else:
                pages.setdefault(reference, {})[row] = text
        return pages


def reward_function(
    *,
    column: str = "reference",
    without: Iterable[str] = (),
    weights: Mapping[str, float] | None = None,
    settings: Mapping[str, object] | None = None,
    tex: bool = False,
) -> RewardFunction:
    """Returns a reward function for trainers such as TRL's ``GRPOTrainer``. It can be pickled.

    The trainer calls it with the completions, as texts or as messages, and the columns of its dataset; ``column`` names
    the one with the references. Of messages, the last one of the assistant counts: one with the role ``assistant`` or
    without a role. If its content has parts, those of text are joined, and others do not count. A row without a reward
    gets None, which the trainer skips: its page has no test, or one of its texts is missing or cannot be used. The
    logger ``texlens`` warns of such texts. With ``tex=True``, completions are compiled for the test ``csr``.
    """
    return RewardFunction(column=column, without=without, weights=weights, settings=settings, tex=tex)


def strip_answer(answer: str) -> str:
    r"""Returns a model's answer without the code fences and remarks around its LaTeX, as the command reads it.

    >>> import texlens
    >>> texlens.strip_answer("Here is the formula:\n```latex\nx^2\n```")
    'x^2\n'

    A text without fences stays as it is, and so does one of which the rule is not sure (docs/import.md).
    """
    return _texlens.strip_answer(answer)


def metrics() -> list[dict[str, Any]]:
    """Describes all metrics.

    The keys are:

    - ``id``: the name in ``metrics=`` and in results;
    - ``name`` and ``about``: a short name, and a sentence;
    - ``group``: the metrics that are shown together;
    - ``higher_is_better``: False for error rates and distances;
    - ``least`` and ``greatest``: the range of values; None if there is no upper limit;
    - ``kinds``: the kinds of samples that have the metric;
    - ``source``: the publication or program that defines the metric.
    """
    return _texlens.metrics()


def about() -> dict[str, Any]:
    """Returns the version, and the parts of the wheel.

    The keys are ``version``; ``networks``, the versions of the networks that read images; ``tex_engine``, the folder of
    the TeX engine; and ``onnx_runtime``, the library that runs the networks. A part that is missing is None. The
    environment variables ``TEXLENS_TEX`` and ``ORT_DYLIB_PATH`` name others.
    """
    return _texlens.about()


def _content(completion: Any) -> Any:
    """Returns a completion that is a text, or the text of the assistant's last message; None if there is none."""
    messages = [completion] if isinstance(completion, Mapping) else completion
    if not isinstance(messages, (list, tuple)):
        return completion
    # After the assistant's message, the results of tools may follow.
    answers = [one for one in messages if isinstance(one, Mapping) and one.get("role") in (None, "assistant")]
    content = answers[-1].get("content") if answers else None
    if not isinstance(content, (list, tuple)):
        return content
    texts = [text for text in map(_text, content) if isinstance(text, str)]
    return "".join(texts) if texts else None


def _text(part: Any) -> Any:
    """Returns the text of a part of a message. Parts of other types, such as reasoning, also have texts."""
    if not isinstance(part, Mapping):
        return part
    return part.get("text") if part.get("type") in (None, "text") else None


def _column(table: Any, name: str) -> Any:
    try:
        return table[name]
    # Each library raises errors of its own.
    except Exception as error:
        raise ValueError(
            f"the table ({type(table).__name__}) has no usable column {name!r}: name its columns with reference= and "
            f"prediction=, or give two columns ({error})"
        ) from error
