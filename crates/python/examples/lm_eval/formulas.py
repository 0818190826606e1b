"""The functions of texlens_formulas.yaml."""

from typing import Any

from PIL import Image

import texlens

METRICS = ["exact", "edit_similarity", "texbleu", "visual_exact"]


def images(formula: dict[str, Any]) -> list[Image.Image]:
    return [Image.open(formula["image"]).convert("RGB")]


def scores(formula: dict[str, Any], answers: list[str]) -> dict[str, float]:
    answer = texlens.strip_answer(answers[0])
    values = texlens.score(formula["reference"], answer, kind="formula", metrics=METRICS, tex=True)
    # The harness takes the mean over the samples that have a value.
    return {metric: value for metric, value in values.items() if value is not None}
