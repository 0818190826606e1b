"""The numbers are those of the command, whatever the texts and however they are brought."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import polars
import pyarrow

import texlens

PAGE = r"""\section{Tides} The moon pulls at the sea, as was said long ago \cite{newton}. See \ref{f}.
\[ F = \frac{G m}{r^2} \]
\begin{figure}\caption{The moon.}\label{f}\end{figure}
\begin{tabular}{ll} high & 12.5 \\ low & 3 \\ \end{tabular}
"""

# Texts as they come from models: right, wrong, cut off, not LaTeX, not even text.
PAGES = [
    (PAGE, PAGE),
    (PAGE, PAGE.replace("12.5", "12,5").replace(r"\cite{newton}", "[1]")),
    (PAGE, PAGE[:150]),
    (PAGE, ""),
    ("", PAGE),
    (PAGE, "# Tides\n\nThe moon pulls at the sea, as was said long ago.\n\n$$F = 1$$"),
    (PAGE, r"\section{" * 500),
    (PAGE, "\ufeff\u202e\U0001d54f \x00 \ud7ff " + PAGE.lower()),
    (PAGE, "the the " * 2000),
    ("Ein Satz über Öl und Wärme. Noch ein Satz.", "Ein Satz uber Ol und Warme. Noch ein Satz."),
    (r"\begin{equation} a \end{align}", r"\begin{align} a & \end{equation}"),
]
FORMULAS = [
    (r"\frac{a}{b}", r"\frac ab"),
    (r"\sum_{i=1}^n x_i", r"\sum_{i=1}^{n}x_{i}"),
    (r"\int_0^1 f(t)\,dt", r"\int f(t) dt"),
    (r"\mathbf{v}", r"\boldsymbol{v}"),
    ("x", ""),
    ("", "x"),
    (r"\left( x", r"\right) x"),
    ("x_" * 300, "x^" * 300),
    ("日本語", "日本"),
]


def by_command(kind, pairs):
    """Returns the scores that the command gives, without the TeX engine."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "pairs.jsonl")
        keys = ("id", "reference", "prediction")
        lines = [json.dumps(dict(zip(keys, (index, *pair), strict=True))) for index, pair in enumerate(pairs)]
        path.write_text("\n".join(lines), encoding="utf-8")
        command = [os.environ["TEXLENS_CLI"], "score", "--pairs", path, "--kind", kind, "--whole-answers"]
        environment = {**os.environ, "TEXLENS_TEX": str(Path(folder, "no-engine"))}
        output = subprocess.run(command, env=environment, check=True, capture_output=True, encoding="utf-8").stdout
    return [json.loads(line)["metrics"] for line in output.splitlines()]


def columns(pairs):
    return [reference for reference, _ in pairs], [prediction for _, prediction in pairs]


class Numbers(unittest.TestCase):
    def test_they_are_those_of_the_command(self):
        for kind, pairs in (("page", PAGES), ("formula", FORMULAS)):
            for expected, (reference, prediction) in zip(by_command(kind, pairs), pairs, strict=True):
                with self.subTest(kind=kind, prediction=prediction[:40]):
                    self.assertEqual(texlens.score(reference, prediction, kind=kind).details, expected)

    def test_a_batch_has_them_whatever_holds_the_texts(self):
        for kind, pairs in (("page", PAGES), ("formula", FORMULAS)):
            references, predictions = columns(pairs)
            expected = [texlens.score(reference, prediction, kind=kind) for reference, prediction in pairs]
            large = pyarrow.large_string()
            table = pyarrow.table({"reference": references, "prediction": predictions})
            given = {
                "lists": (references, predictions),
                "arrays": (pyarrow.array(references), pyarrow.array(predictions, large)),
                "parts": (
                    pyarrow.chunked_array([references[:3], references[3:]]),
                    pyarrow.chunked_array([predictions]),
                ),
                "views": (pyarrow.array(references, pyarrow.string_view()), pyarrow.array(predictions)),
                "series": (polars.Series(references), polars.Series(predictions)),
                "table": (table,),
                "batch": (table.to_batches()[0],),
                "frame": (polars.from_arrow(table),),
            }
            for name, columns_or_table in given.items():
                with self.subTest(kind=kind, given=name):
                    threads = 1 if name == "table" else 3
                    batch = pyarrow.record_batch(texlens.score_batch(*columns_or_table, kind=kind, threads=threads))
                    rows = batch.to_pylist()
                    self.assertEqual([row.pop("error") for row in rows], [None] * len(pairs))
                    self.assertEqual(rows, [dict(scores) for scores in expected])

    def test_documents_are_lists_of_pages(self):
        pages = [PAGE, "A last page."]
        self.assertEqual(texlens.score(pages, pages, kind="document")["ds"], 1.0)

    def test_settings_and_metrics_are_those_of_the_command(self):
        scores = texlens.score("a b", "a c", metrics=["wer", "ds"])
        self.assertEqual(set(scores), {"wer", "ds"})
        self.assertEqual(scores["wer"], 0.5)
        ids = {metric["id"] for metric in texlens.metrics()}
        self.assertLess({"ds", "ctp", "fa", "texbleu", "exact"}, ids)

    def test_spans_are_bytes_of_the_text(self):
        reference, prediction = "Öl $x$.", "Öl $y$."
        scores = texlens.score(reference, prediction, metrics=["edit_similarity"], spans=True)
        spans = scores.details["edit_similarity"]["spans"]
        ranges = [span["range"] for span in spans if span["side"] == "prediction"]
        shown = [prediction.encode()[at["start"] : at["end"]].decode() for at in ranges]
        self.assertIn("y", "".join(shown), spans)


class Rewards(unittest.TestCase):
    def test_they_are_those_of_the_command(self):
        completions = [prediction for reference, prediction in PAGES if reference == PAGE]
        page = json.dumps({"id": "p", "reference": PAGE, "completions": completions})
        for options, weights in ([], None), (["--weight", "fidelity=2,fa=4.5"], {"fidelity": 2, "fa": 4.5}):
            command = [os.environ["TEXLENS_CLI"], "reward", "--without", "csr", *options]
            output = subprocess.run(command, check=True, input=page, capture_output=True, encoding="utf-8").stdout
            records = [json.loads(line) for line in output.splitlines()]
            expected = [record for record in records if record["record"] == "completion"]
            rewarded = texlens.reward(PAGE, completions, weights=weights)
            for one, other in zip(rewarded, expected, strict=True):
                for key in ("reward", "advantage", "passed", "total", "groups", "tests", "undefined"):
                    self.assertEqual(one[key], other[key], key)

    def test_tests_can_be_left_out(self):
        [all_tests], [some] = texlens.reward(PAGE, [PAGE]), texlens.reward(PAGE, [PAGE], without=["fidelity"])
        self.assertLess(some["total"], all_tests["total"])
        with self.assertRaises(ValueError):
            texlens.reward(PAGE, [PAGE], without=["nothing"])

    def test_wrong_weights_are_refused(self):
        for weights, error in (
            ({"fa": 0}, ValueError),
            ({"fa": float("nan")}, ValueError),
            ({"csr": 2}, ValueError),
            ({"nothing": 2}, ValueError),
            ({"fa": "2"}, TypeError),
            ({"fa": True}, TypeError),
            ({"fa": None}, TypeError),
            ({2: 2}, TypeError),
            (["fa"], TypeError),
        ):
            with self.subTest(weights=weights), self.assertRaises(error):
                texlens.reward(PAGE, [PAGE], weights=weights)


if __name__ == "__main__":
    unittest.main()
