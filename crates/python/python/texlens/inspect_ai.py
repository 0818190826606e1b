"""A scorer for Inspect (https://inspect.aisi.org.uk): the metrics of texlens for answers of models.

    from texlens.inspect_ai import latex

    Task(dataset=..., solver=generate(), scorer=latex(kind="formula", metrics=["edit_similarity", "texbleu"]))

``inspect score LOG --scorer texlens/latex`` scores the answers of a log. Inspect is not installed with texlens.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import partial

import anyio
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

import texlens


@scorer(metrics={"*": [mean(), stderr()]})
def latex(
    kind: texlens.Kind = "page",
    metrics: Iterable[str] | None = None,
    settings: Mapping[str, object] | None = None,
    *,
    tex: bool = False,
    whole_answers: bool = False,
) -> Scorer:
    """Scores the LaTeX of an answer against the target; a value for each metric.

    The arguments are those of :func:`texlens.score`. Code fences and remarks around the LaTeX are removed by
    :func:`texlens.strip_answer`, except with ``whole_answers=True``. An undefined value is NaN, which Inspect leaves
    out of its means; ``metadata`` has the reasons. If a text cannot be scored, all values are NaN,
    and the explanation says why.
    """
    calculate = partial(texlens.score, kind=kind, metrics=metrics, settings=settings, tex=tex)
    # A wrong argument is an error of the task, not of each sample.
    unscored = dict.fromkeys(calculate("", ""), math.nan)

    async def score(state: TaskState, target: Target) -> Score:
        completion = state.output.completion
        answer = completion if whole_answers else texlens.strip_answer(completion)
        try:
            # Other samples go on meanwhile.
            scores = await anyio.to_thread.run_sync(calculate, target.text, answer)
        except ValueError as error:
            # A text that cannot be scored, as one that is too long, costs its sample and not the evaluation.
            return Score(value=unscored, answer=answer, explanation=str(error))
        details = scores.details
        return Score(
            value={metric: math.nan if value is None else value for metric, value in scores.items()},
            answer=answer,
            explanation="\n".join(
                f"{metric}: {detail['summary']}" for metric, detail in details.items() if detail.get("summary")
            ),
            metadata={
                "undefined": {metric: detail["reason"] for metric, detail in details.items() if "reason" in detail}
            },
        )

    return score
