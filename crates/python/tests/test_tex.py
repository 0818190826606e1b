"""What needs the TeX engine has the results of the command."""

import json
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from test_numbers import FORMULAS, PAGE, PAGES

import texlens

TEXTS = [
    "A formula $x^2$.",
    "A formula $x^2.",
    "One.\n\n\\nosuch Two.\n\\begin{tabular}{l} a & b \\end{tabular}",
    "",
    "\\documentclass{article}\\begin{document}x\\end{document}",
    "\\documentclass{nosuch}\\begin{document}x\\end{document}",
    "Ä ö \\newpage $\\alpha$",
]
LOOKS = [*FORMULAS, ("x^2_{i}", "$x_i^{2}$"), ("x^2", "x_2"), ("x^2", "x^{2")]


def command(*arguments, codes=(0,)):
    run = subprocess.run(
        [os.environ["TEXLENS_CLI"], *map(str, arguments)], check=False, capture_output=True, encoding="utf-8"
    )
    assert run.returncode in codes, run.stderr
    return run.stdout


def written(texts, folder):
    """Writes each text to a file. No name begins with another."""
    paths = [Path(folder, f"text{chr(ord('a') + index)}.tex") for index in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def scores_by_command(kind, pairs):
    """Returns the scores that the command gives with the TeX engine."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "pairs.jsonl")
        lines = [
            json.dumps({"id": index, "reference": reference, "prediction": prediction})
            for index, (reference, prediction) in enumerate(pairs)
        ]
        path.write_text("\n".join(lines), encoding="utf-8")
        output = command("score", "--pairs", path, "--kind", kind, "--whole-answers", "--typeset")
    return [json.loads(line)["metrics"] for line in output.splitlines()]


class Compile(unittest.TestCase):
    def test_verdicts_are_those_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = written(TEXTS, folder)
            for form in (None, "fragment", "document"):
                options = [f"--{form}"] if form else []
                lines = command("compile", "--format", "json", *options, *paths, codes=(0, 1)).splitlines()
                for text, line in zip(TEXTS, lines, strict=True):
                    with self.subTest(text=text, form=form):
                        expected = json.loads(line)
                        del expected["file"]
                        self.assertEqual(texlens.compile(text, form=form), expected)

    def test_threads_share_the_engine(self):
        verdicts = []
        texts = ["$x$", "$x"] * 4

        def compiled(text):
            verdicts.append((text, texlens.compile(text)["compiles"]))

        threads = [threading.Thread(target=compiled, args=(text,)) for text in texts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(verdicts), sorted((text, text == "$x$") for text in texts))

    def test_other_threads_run_meanwhile(self):
        turns = 0
        done = threading.Event()

        def work():
            texlens.compile("\\newcount\\n \\loop\\advance\\n by 1 \\ifnum\\n<2000000 \\repeat x")
            done.set()

        thread = threading.Thread(target=work)
        thread.start()
        while not done.wait(0.001):
            turns += 1
        thread.join()
        self.assertGreater(turns, 10)

    def test_errors_say_what_to_do(self):
        half = "ab\ud800"
        wrong = [
            (TypeError, "latex must be a str, not int", lambda: texlens.compile(1)),
            (ValueError, "latex has a lone surrogate at index 2", lambda: texlens.compile(half)),
            (ValueError, 'unknown form "page": it is one of', lambda: texlens.compile("x", form="page")),
            (ValueError, 'unknown kind "body": it is one of', lambda: texlens.render("x", kind="body")),
            (ValueError, 'unknown format "pdf": it is one of', lambda: texlens.render("x", format="pdf")),
            (ValueError, "dpi must be from 10 to 2400", lambda: texlens.render("x", dpi=0)),
            (TypeError, "dpi must be a whole number, not str", lambda: texlens.render("x", dpi="300")),
            (ValueError, "only bodies of documents are drawn", lambda: texlens.render(TEXTS[4])),
            (ValueError, "too large; draw at a lower resolution", lambda: self.large()),
            (TypeError, "tex must be True or False, not str", lambda: texlens.score("x", "x", tex="yes")),
        ]
        for kind, message, call in wrong:
            with self.subTest(message=message), self.assertRaisesRegex(kind, message):
                call()

    @staticmethod
    def large():
        return texlens.render("\\rule{30cm}{30cm}", kind="fragment", format="png", dpi=2400)

    def test_an_engine_that_is_missing_or_damaged_is_an_error(self):
        program = """
import sys, texlens
calls = [
    lambda: texlens.compile("x"),
    lambda: texlens.render("x"),
    lambda: texlens.score("x", "x", tex=True),
    lambda: texlens.reward("x", ["x"], tex=True),
]
for call in calls:
    try:
        call()
    except OSError as error:
        print(error)
print(texlens.about()["tex_engine"], texlens.score("a b", "a b")["ds"])
"""
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, "TEXLENS_TEX": folder},
                check=True,
                capture_output=True,
                encoding="utf-8",
            )
            *errors, last = run.stdout.splitlines()
            self.assertEqual(len(errors), 4, run.stdout)
            for error in errors:
                self.assertIn("manifest.json cannot be read", error)
                self.assertIn("name the folder of an engine in TEXLENS_TEX", error)
            self.assertEqual(last, "None 1.0")
            self.assertEqual(run.stderr, "")


class Render(unittest.TestCase):
    def test_drawings_are_those_of_the_command(self):
        texts = {
            "formula": [r"\frac{a}{b}", r"\[ a &= b \\ c &= d \]", "", "x^{2"],
            "fragment": ["A paragraph.\\footnote{A note.}", "\\begin{tabular}{ll} a & b \\\\ \\end{tabular}"],
            "page": ["One.\\newpage Two.", "A formula $x^2$ and \\undefined."],
        }
        for kind, of_kind in texts.items():
            for format in ("svg", "png"):
                for text, expected in zip(of_kind, self.by_command(of_kind, kind, format), strict=True):
                    with self.subTest(kind=kind, format=format, text=text):
                        drawn = texlens.render(text, kind=kind, format=format, dpi=100)
                        self.assertEqual([one if format == "png" else one.encode() for one in drawn], expected)

    @staticmethod
    def by_command(texts, kind, format):
        """Returns the drawings of each text."""
        with tempfile.TemporaryDirectory() as folder:
            paths = written(texts, folder)
            options = [] if kind == "page" else [f"--{kind}"]
            command("render", *paths, *options, "--format", format, "--dpi", 100, codes=(0, 1))
            drawings = [sorted(Path(folder).glob(f"{path.stem}*.{format}")) for path in paths]
            return [[drawing.read_bytes() for drawing in of_text] for of_text in drawings]

    def test_errors_of_a_text_are_logged(self):
        with self.assertLogs("texlens", "WARNING") as logs:
            texlens.render("x^{2")
            texlens.render("\\font\\other=wncyr10 \\other abc", kind="fragment")
        self.assertIn("the drawing may be incomplete: line 1: Missing } inserted", logs.output[0])
        self.assertIn("the font wncyr10 has no outlines: 3", logs.output[1])
        with self.assertNoLogs("texlens"):
            texlens.render("x^{2}")


class Scores(unittest.TestCase):
    def test_they_are_those_of_the_command(self):
        for kind, pairs in (("page", PAGES), ("formula", LOOKS)):
            expected = scores_by_command(kind, pairs)
            for scores, (reference, prediction) in zip(expected, pairs, strict=True):
                with self.subTest(kind=kind, prediction=prediction[:40]):
                    scored = texlens.score(reference, prediction, kind=kind, tex=True)
                    self.assertEqual(scored.details, scores)
            references, predictions = zip(*pairs, strict=True)
            for threads in (1, 3):
                batch = texlens.score_batch(references, predictions, kind=kind, tex=True, threads=threads).to_dict()
                self.assertEqual(batch.pop("error"), [None] * len(pairs))
                for metric, values in batch.items():
                    with self.subTest(kind=kind, metric=metric, threads=threads):
                        self.assertEqual(values, [scores[metric]["value"] for scores in expected])

    def test_the_engine_defines_what_it_is_needed_for(self):
        self.assertEqual(texlens.score(PAGE, PAGE, tex=True)["csr"], 1.0)
        metrics = ["visual_exact", "cdm_structural"]
        same = texlens.score("x^2_{i}", "x_i^{2}", kind="formula", metrics=metrics, tex=True)
        self.assertEqual(same, {"visual_exact": 1.0, "cdm_structural": 1.0})
        without = texlens.score("x^2_{i}", "x_i^{2}", kind="formula", metrics=metrics)
        self.assertEqual(without, {"visual_exact": None, "cdm_structural": None})

    def test_a_bad_row_costs_itself_alone(self):
        rows = (["x", None, "x", "x" * 600_000], ["x", "x", "\\nosuch", "x"])
        batch = texlens.score_batch(*rows, kind="formula", metrics=["visual_exact"], tex=True).to_dict()
        self.assertEqual(batch["visual_exact"], [1.0, None, None, None])
        self.assertEqual([error is None for error in batch["error"]], [True, False, True, False])


class Rewards(unittest.TestCase):
    def test_they_are_those_of_the_command(self):
        completions = [prediction for reference, prediction in PAGES if reference == PAGE]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "pages.jsonl")
            path.write_text(json.dumps({"id": "p", "reference": PAGE, "completions": completions}), encoding="utf-8")
            records = [json.loads(line) for line in command("reward", path, "--csr").splitlines()]
        expected = [record for record in records if record["record"] == "completion"]
        rewarded = texlens.reward(PAGE, completions, tex=True)
        for one, other in zip(rewarded, expected, strict=True):
            for key in ("reward", "advantage", "passed", "total", "tests", "undefined"):
                self.assertEqual(one[key], other[key], key)
        self.assertIn("csr", rewarded[0]["tests"])
        [without] = texlens.reward(PAGE, [PAGE], tex=True, without=["csr"])
        self.assertNotIn("csr", without["tests"])

    def test_a_function_keeps_the_engine_when_it_is_pickled(self):
        function = pickle.loads(pickle.dumps(texlens.reward_function(tex=True)))
        [one] = function.rewards.reward(PAGE, [PAGE])
        self.assertEqual(one["tests"]["csr"]["value"], 1.0)


if __name__ == "__main__":
    unittest.main()
