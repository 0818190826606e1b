"""A task for Inspect: a model reads images of formulas, and texlens scores its answers.

    inspect eval inspect_task.py --model PROVIDER/MODEL -T folder=FORMULAS

FORMULAS is a folder with formulas.jsonl, one formula a line: {"id": "1", "image": "1.png", "reference": "x^2"}.
"""

import json
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser, ContentImage, ContentText
from inspect_ai.solver import generate

from texlens.inspect_ai import latex

PROMPT = "Write the formula on the image as LaTeX. Answer with the LaTeX alone, without dollar signs."


@task
def read_formulas(folder: str) -> Task:
    samples = []
    for line in Path(folder, "formulas.jsonl").read_text(encoding="utf-8").splitlines():
        formula = json.loads(line)
        image = ContentImage(image=str(Path(folder, formula["image"])))
        question = ChatMessageUser(content=[ContentText(text=PROMPT), image])
        samples.append(Sample(id=formula["id"], input=[question], target=formula["reference"]))
    return Task(
        dataset=samples,
        solver=generate(),
        scorer=latex(kind="formula", metrics=["exact", "edit_similarity", "texbleu", "visual_exact"], tex=True),
    )
