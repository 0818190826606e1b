"""The examples of the documentation, which need nothing but the wheel."""

import doctest
import importlib.metadata
import inspect
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import texlens


class Examples(unittest.TestCase):
    def test_docstrings(self):
        for name in ("texlens", "texlens._evaluate", "texlens._tex", "texlens._ocr"):
            found = doctest.testmod(sys.modules[name])
            self.assertGreater(found.attempted, 0, name)
            self.assertEqual(found.failed, 0, name)

    def test_a_score_has_its_reason(self):
        scores = texlens.score("A $x$.", "A $y$.")
        self.assertIsNone(scores["csr"])
        self.assertIn("compile", scores.details["csr"]["reason"])
        self.assertEqual(list(scores), list(scores.details))

    def test_a_batch_needs_no_library(self):
        batch = texlens.score_batch(["x", None], ["x", "y"], kind="formula", metrics=["exact"])
        self.assertIsInstance(batch, texlens.BatchScores)
        self.assertEqual((batch.num_rows, len(batch)), (2, 2))
        self.assertEqual(batch.column_names, ["exact", "error"])
        self.assertEqual(batch.to_dict(), {"exact": [1.0, None], "error": [None, "the reference is null"]})
        self.assertIn("2 rows: exact, error", repr(batch))
        for capsules in (batch.__arrow_c_schema__(), batch.__arrow_c_stream__(), *batch.__arrow_c_array__()):
            self.assertEqual(type(capsules).__name__, "PyCapsule")

    def test_it_imports_no_library(self):
        program = """
import sys
import texlens
batch = texlens.score_batch(["x", None], iter(["x", "y"]), kind="formula", metrics=["exact"])
batch.to_dict(), batch.__arrow_c_stream__(), texlens.score("x", "x"), texlens.reward("a", ["a"], tex=True)
[png] = texlens.render("x", format="png")
texlens.compile("x"), texlens.ocr(png)
print(*{name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - {"__main__", "texlens"})
"""
        # Without `site`, whose extensions import what they like.
        folder = Path(texlens.__file__).parents[1]
        command = [sys.executable, "-S", "-c", f"import sys; sys.path.append({str(folder)!r})\n{program}"]
        run = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
        self.assertEqual(run.stdout.split(), [])

    def test_named_settings_exist(self):
        text = inspect.getdoc(texlens.score)
        [(name, value)] = re.findall(r'\{"([a-z_.]+)": ([0-9.]+)\}', text)
        self.assertIsInstance(texlens.score("$a$", "$a$", settings={name: float(value)}), texlens.Scores)

    def test_the_keys_of_metrics_are_described(self):
        described = re.findall(r"``([a-z_]+)``", inspect.getdoc(texlens.metrics))
        for metric in texlens.metrics():
            self.assertEqual(list(metric), described)

    def test_the_keys_of_verdicts_are_described(self):
        described = re.findall(r"^- ``([a-z_]+)``", inspect.getdoc(texlens.compile), re.MULTILINE)
        verdict = texlens.compile("$x")
        self.assertEqual(list(verdict), described)
        [errors] = re.findall(r"each a dict with (.*?);", inspect.getdoc(texlens.compile), re.DOTALL)
        self.assertEqual(set(verdict["errors"][0]), set(re.findall(r"``([a-z_]+)``", errors)))

    def test_the_parts_are_in_the_package(self):
        package = Path(texlens.__file__).parent
        # The variables would name others.
        variables = ("TEXLENS_TEX", "ORT_DYLIB_PATH")
        environment = {name: value for name, value in os.environ.items() if name not in variables}
        program = "from texlens import about; print(about()['tex_engine'], about()['onnx_runtime'], sep='\\n')"
        run = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True)
        engine, runtime = (Path(os.fsdecode(line)) for line in run.stdout.splitlines())
        self.assertEqual(engine, package / "tex")
        self.assertEqual(runtime.parent, package)
        about = texlens.about()
        self.assertEqual(about["version"], texlens.__version__)
        self.assertEqual(set(about["networks"]), {"fast", "accurate"})
        # The source and the licences of the engine come with it.
        self.assertTrue((package / "tex/source/pdftex-source.tar.xz").is_file())
        self.assertGreater(len(list((package / "tex/licences").iterdir())), 3)

    def test_the_wheel_has_its_licences(self):
        files = {file.name: file for file in importlib.metadata.files("texlens")}
        for name, text in (
            ("LICENSE-MIT", "MIT License"),
            ("LICENSE-APACHE", "Apache License"),
            ("THIRD_PARTY.md", "## Rust crates"),
            ("THIRD_PARTY.md", "onnxruntime-node"),
        ):
            self.assertIn(text, files[name].read_text())


if __name__ == "__main__":
    unittest.main()
