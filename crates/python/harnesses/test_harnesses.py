"""The examples for Inspect and lm-evaluation-harness give the numbers of texlens on a small dataset."""

import importlib.util
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import texlens

# Before the libraries are imported: these tests need no network.
os.environ |= {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}

import inspect_ai
import inspect_ai.log
import inspect_ai.model
import lm_eval
import lm_eval.api.model
import lm_eval.tasks

EXAMPLES = Path(__file__).parents[1] / "examples"
METRICS = ["exact", "edit_similarity", "texbleu", "visual_exact"]
# Formulas with the answers of a model: right, set as the reference is, wrong, wrapped in remarks, empty.
FORMULAS = [
    (r"\frac{a}{b}", r"\frac{a}{b}"),
    (r"\frac{a}{b}+1", r"\frac ab + 1"),
    ("x^2", "x_2"),
    (r"\sum_{i=1}^n x_i", "Here is the formula:\n```latex\n\\sum_{i=1}^{n} x_i\n```\n"),
    ("y", ""),
]
ANSWERS = [answer for _, answer in FORMULAS]


def expected():
    """Returns the scores of each formula."""
    return [
        texlens.score(reference, texlens.strip_answer(answer), kind="formula", metrics=METRICS, tex=True)
        for reference, answer in FORMULAS
    ]


def means():
    """Returns the mean of each metric over the formulas where it is defined."""
    values = {metric: [scores[metric] for scores in expected()] for metric in METRICS}
    defined = {metric: [value for value in column if value is not None] for metric, column in values.items()}
    return {metric: sum(column) / len(column) for metric, column in defined.items()}


def write_formulas(folder):
    lines = []
    for number, (reference, _) in enumerate(FORMULAS):
        [image] = texlens.render(reference, format="png", dpi=100)
        (folder / f"{number}.png").write_bytes(image)
        lines.append(json.dumps({"id": str(number), "image": f"{number}.png", "reference": reference}))
    (folder / "formulas.jsonl").write_text("\n".join(lines), encoding="utf-8")


class Reader(lm_eval.api.model.LM):
    """A model that gives the answers in order, and asks for images."""

    MULTIMODAL = True

    def generate_until(self, requests, disable_tqdm=False):
        images = [request.args[2]["visual"] for request in requests]
        assert all(image.width > 1 for [image] in images)
        return [ANSWERS[request.doc_id] for request in requests]

    def loglikelihood(self, requests, disable_tqdm=False):
        raise NotImplementedError

    def loglikelihood_rolling(self, requests, disable_tqdm=False):
        raise NotImplementedError


class Harnesses(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        write_formulas(self.folder)
        before = Path.cwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)

    @staticmethod
    def output(answer):
        output = inspect_ai.model.ModelOutput.from_content("mockllm/model", answer)
        # Otherwise the mock counts tokens, with a file from the network.
        output.usage = inspect_ai.model.ModelUsage(input_tokens=1, output_tokens=1)
        return output

    def run_inspect(self):
        spec = importlib.util.spec_from_file_location("inspect_task", EXAMPLES / "inspect_task.py")
        example = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(example)
        outputs = [self.output(answer) for answer in ANSWERS]
        model = inspect_ai.model.get_model("mockllm/model", custom_outputs=outputs)
        task = example.read_formulas(str(self.folder))
        # One after the other, so that each sample gets its answer.
        [log] = inspect_ai.eval(task, model=model, max_samples=1, log_dir=str(self.folder), display="none")
        return log

    def test_inspect_has_the_numbers_of_texlens(self):
        log = self.run_inspect()
        self.assertEqual(log.status, "success", log.error and log.error.message)
        means_of = {score.name: score.metrics["mean"].value for score in log.results.scores}
        self.assertEqual(set(means_of), set(METRICS))
        for metric, mean in means().items():
            self.assertAlmostEqual(means_of[metric], mean, places=12, msg=metric)
        samples = sorted(log.samples, key=lambda sample: int(sample.id))
        for sample, scores in zip(samples, expected(), strict=True):
            [score] = sample.scores.values()
            defined = {metric: value for metric, value in score.value.items() if not math.isnan(value)}
            self.assertEqual(defined, {metric: value for metric, value in scores.items() if value is not None})
            undefined = {metric for metric, value in scores.items() if value is None}
            self.assertEqual(set(score.metadata["undefined"]), undefined)

    def test_a_log_is_scored_by_the_name_of_the_scorer(self):
        log = self.run_inspect()
        command = [
            Path(sys.executable).with_name("inspect"),
            "score",
            log.location,
            "--overwrite",
            "--action",
            "overwrite",
            "--display",
            "none",
        ]
        scorer = ["--scorer", "texlens/latex", "-S", "kind=formula", "-S", "metrics=edit_similarity,exact"]
        run = subprocess.run([*command, *scorer], check=False, capture_output=True, encoding="utf-8")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        scored = inspect_ai.log.read_eval_log(log.location)
        found = {score.name: score.metrics["mean"].value for score in scored.results.scores}
        self.assertEqual(set(found), {"edit_similarity", "exact"})
        self.assertAlmostEqual(found["edit_similarity"], means()["edit_similarity"], places=12)

    def test_a_text_that_cannot_be_scored_costs_its_sample(self):
        from inspect_ai.dataset import Sample

        from texlens.inspect_ai import latex

        samples = [Sample(input="x", target="x"), Sample(input="y", target="y" * 600_000)]
        outputs = [self.output("x"), self.output("y")]
        model = inspect_ai.model.get_model("mockllm/model", custom_outputs=outputs)
        task = inspect_ai.Task(dataset=samples, scorer=latex(kind="formula", metrics=["exact"]))
        [log] = inspect_ai.eval(task, model=model, max_samples=1, log_dir=str(self.folder), display="none")
        self.assertEqual(log.status, "success", log.error and log.error.message)
        [score] = log.results.scores
        self.assertEqual(score.metrics["mean"].value, 1.0)
        [reason] = [score.explanation for score in log.samples[1].scores.values()]
        self.assertIn("600000", reason.replace(",", ""))

    def test_a_wrong_argument_is_an_error_of_the_task(self):
        from texlens.inspect_ai import latex

        with self.assertRaisesRegex(ValueError, "nothing"):
            latex(metrics=["nothing"])

    def test_lm_eval_has_the_numbers_of_texlens(self):
        tasks = lm_eval.tasks.TaskManager(include_path=str(EXAMPLES / "lm_eval"))
        results = lm_eval.simple_evaluate(model=Reader(), tasks=["texlens_formulas"], task_manager=tasks)
        found = results["results"]["texlens_formulas"]
        for metric, mean in means().items():
            self.assertAlmostEqual(found[f"{metric},none"], mean, places=12, msg=metric)
        self.assertEqual(len(results["samples"]["texlens_formulas"]), len(FORMULAS))


if __name__ == "__main__":
    unittest.main()
