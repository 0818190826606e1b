"""Systems are compared as the command does it, and bad rows cost themselves only."""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import polars
import pyarrow
from test_numbers import FORMULAS
from test_numbers import PAGES as TEXTS

import texlens

# In a file, a byte-order mark is no part of the text.
PAGES = [pair for pair in TEXTS if not pair[1].startswith("\ufeff")]

METRICS = ["ds", "fa", "wer", "edit_similarity"]


def dataset():
    """Returns ids, documents, tags, references and the predictions of two systems. Some predictions are missing."""
    references = [reference for reference, _ in PAGES]
    first = [prediction for _, prediction in PAGES]
    second: list[str | None] = [*references[1:], None]
    rows = len(PAGES)
    ids = [f"p{row}" for row in range(rows)]
    documents = [f"d{row // 3}" for row in range(rows)]
    return ids, documents, [row % 2 for row in range(rows)], references, {"first": first, "second": second}


def by_command(*arguments):
    """Returns the level of the dataset that the command evaluates, without the TeX engine."""
    ids, documents, columns, references, systems = dataset()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = []
        numbers: dict[str, int] = {}
        for row, key in enumerate(ids):
            (folder / f"{key}.tex").write_text(references[row], encoding="utf-8", newline="")
            number = numbers[documents[row]] = numbers.get(documents[row], 0) + 1
            keys = {"id": key, "document": documents[row], "page": number, "reference": f"{key}.tex"}
            lines.append(json.dumps({**keys, "columns": columns[row]}))
        (folder / "manifest.jsonl").write_text("\n".join(lines), encoding="utf-8")
        given = []
        for system, predictions in systems.items():
            of_system = folder / "systems" / system
            of_system.mkdir(parents=True)
            given += ["--system", f"{system}={of_system}"]
            for key, prediction in zip(ids, predictions, strict=True):
                if prediction is not None:
                    (of_system / f"{key}.tex").write_text(prediction, encoding="utf-8", newline="")
        command = [os.environ["TEXLENS_CLI"], "evaluate", folder, *given, "--whole-answers", "--format", "json"]
        environment = {**os.environ, "TEXLENS_TEX": str(folder / "no-engine")}
        # Its exit code says that predictions are missing.
        run = subprocess.run(
            [*command, *arguments], check=False, env=environment, capture_output=True, encoding="utf-8"
        )
    if not run.stdout:
        raise AssertionError(run.stderr)
    [level] = json.loads(run.stdout)["levels"]
    return level


class Evaluate(unittest.TestCase):
    maxDiff = None

    def test_the_numbers_are_those_of_the_command(self):
        ids, documents, columns, references, systems = dataset()
        for kind in ("page", "document"):
            with self.subTest(kind=kind):
                expected = by_command("--level", kind, "--by", "columns", "--resamples", "200")
                scores = expected.pop("scores")
                evaluation = texlens.evaluate(
                    references,
                    systems,
                    ids=ids,
                    documents=documents,
                    tags={"columns": columns},
                    kind=kind,
                    resamples=200,
                )
                self.assertEqual(dict(evaluation), expected)
                rows = pyarrow.table(evaluation.scores).to_pylist()
                self.assertEqual(len(rows), len(scores))
                for row, line in zip(rows, scores, strict=True):
                    self.assertEqual(
                        [row["id"], row["document"], row["system"]], [line["id"], line["document"], line["system"]]
                    )
                    self.assertEqual(row["missing"], line.get("missing", 0))
                    for metric, value in line["metrics"].items():
                        self.assertEqual(row[metric], value["value"], metric)

    def test_only_common_samples_and_some_metrics(self):
        ids, documents, _, references, systems = dataset()
        expected = by_command(
            "--level", "page", "--common", "--resamples", "100", "--seed", "7", "--metrics", ",".join(METRICS)
        )
        del expected["scores"]
        evaluation = texlens.evaluate(
            references, systems, ids=ids, documents=documents, metrics=METRICS, common=True, resamples=100, seed=7
        )
        self.assertEqual(dict(evaluation), expected)
        self.assertEqual(evaluation["left_out"], len(PAGES) - evaluation["samples"])

    def test_columns_of_any_library_and_any_number_of_threads(self):
        references, predictions = ([pair[side] for pair in FORMULAS] for side in (0, 1))
        ids = list(range(len(FORMULAS)))
        of = {"kind": "formula", "resamples": 100}
        expected = texlens.evaluate(references, {"one": predictions}, threads=1, **of)
        frame = polars.DataFrame({"reference": references, "one": predictions, "id": ids})
        table = frame.to_arrow()
        for name, columns in (("polars", frame), ("pyarrow", table)):
            with self.subTest(columns=name):
                given = texlens.evaluate(
                    columns["reference"], {"one": columns["one"]}, ids=columns["id"], threads=3, **of
                )
                self.assertEqual(given, expected)
        self.assertEqual(texlens.evaluate(iter(references), {"one": predictions}, **of), expected)

    def test_formulas_are_set_with_the_engine(self):
        references, predictions = [r"\frac{a}{b}", "x^2"], [r"\frac ab", "x_2"]
        evaluation = texlens.evaluate(
            references, {"one": predictions}, kind="formula", metrics=["visual_exact"], tex=True, resamples=100
        )
        self.assertEqual(evaluation.scores.to_dict()["visual_exact"], [1.0, 0.0])

    def test_a_row_that_cannot_be_used_costs_itself(self):
        broken = pyarrow.array([b"a", b"\xff", b"c"]).view(pyarrow.string())
        evaluation = texlens.evaluate(["a", "b", None], {"one": broken}, metrics=["ds"], resamples=100)
        [system] = evaluation["systems"]
        self.assertEqual([system["scored"], system["missing"], system["failed"]], [2, 1, 1])
        self.assertEqual(
            evaluation.scores.to_dict()["error"],
            [
                None,
                "the prediction is not UTF-8 at byte 0: decode the column with the encoding of its texts",
                "the reference is null",
            ],
        )
        self.assertEqual([problem["sample"] for problem in evaluation["problems"]], ["1", "2"])

    def test_nothing_to_compare_is_an_evaluation_without_values(self):
        evaluation = texlens.evaluate([], {"one": []}, resamples=100)
        self.assertEqual([evaluation["samples"], len(evaluation.scores)], [0, 0])

    def test_what_is_wrong_is_said(self):
        texts = ["a", "b"]
        table = polars.DataFrame({"reference": texts})
        wrong = [
            (
                (texts, texts),
                {},
                TypeError,
                "predictions must be a dict with the predictions of each system by its name",
            ),
            ((texts, {}), {}, ValueError, "predictions has no system"),
            ((texts, {1: texts}), {}, TypeError, "the name of a system must be a str, not int"),
            ((texts, {"x": ["a"]}), {}, ValueError, 'there are 2 references and 1 predictions of "x"'),
            ((texts, {"x": [1, 2]}), {}, TypeError, 'the system "x": the prediction of row 0 must be a str, not int'),
            ((texts, {"x": texts}), {"ids": ["a", "a"]}, ValueError, 'rows 0 and 1 have the same id, "a"'),
            ((texts, {"x": texts}), {"ids": ["a", None]}, ValueError, "ids has none for row 1"),
            ((texts, {"x": texts}), {"ids": "ab"}, TypeError, "ids must be a list of values, not str"),
            ((texts, {"x": texts}), {"documents": ["d"]}, ValueError, "there are 2 references and 1 documents"),
            ((texts, {"x": texts}), {"tags": {"t": [1]}}, ValueError, 'and 1 values of the tag "t"'),
            ((texts, {"x": texts}), {"tags": ["t"]}, TypeError, "tags must be a dict with the values of each tag"),
            ((texts, {"x": texts}), {"common": "yes"}, TypeError, "common must be True or False, not str"),
            ((table, {"x": texts}), {}, TypeError, "references must be one column, not a table (DataFrame)"),
            ((texts, {"x": table}), {}, TypeError, "the predictions of 'x' must be one column, not a table"),
            ((texts, {"x": texts}), {"ids": table}, TypeError, "ids must be one column, not a table"),
            ((table.lazy(), {"x": texts}), {}, TypeError, "a LazyFrame has no rows yet: collect it first"),
            ((texts, {"x": texts}), {"resamples": 0}, ValueError, "0 resamples are outside of the limits, 100 to"),
            ((texts, {"x": texts}), {"metrics": ["nothing"]}, ValueError, "nothing"),
            ((["a"] * 400_000, {"x": ["a"] * 400_000}), {}, ValueError, "at most 300000 are evaluated together"),
        ]
        for arguments, options, error, message in wrong:
            with self.subTest(message), self.assertRaisesRegex(error, re.escape(message)):
                texlens.evaluate(*arguments, **options)


if __name__ == "__main__":
    unittest.main()
