"""The example for Ray: workers that are killed and runs that are ended lose no row and double none."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import polars
import pyarrow
import pyarrow.parquet

EXAMPLE = Path(__file__).parents[1] / "examples/score_ray.py"
FILES, ROWS = 24, 250


def write_pages(folder):
    """Writes pages, some of them null, too long, or nothing like LaTeX."""
    folder.mkdir()
    for file in range(FILES):
        ids = [f"{file:03}-{row:04}" for row in range(ROWS)]
        references = [
            rf"\section{{Part {name}}} The value of $x_{row}$ follows from the estimate of line {row}, as was shown."
            rf"\[ x_{row} = {row} \]"
            for row, name in enumerate(ids)
        ]
        predictions = [text.replace("value", "valve").replace("=", "") for text in references]
        predictions[1], predictions[2], references[3] = None, "}" * 1000, "a" * 600_000
        table = pyarrow.table({"id": ids, "reference": references, "prediction": predictions})
        pyarrow.parquet.write_table(table, folder / f"part-{file:03}.parquet")


def start(pages, out):
    command = [sys.executable, EXAMPLE, pages, out]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")


def workers():
    """Returns the processes that run tasks of Ray, which name themselves after the task."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if (entry / "cmdline").read_bytes().startswith(b"ray::Map"):
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def scores(out):
    return polars.read_parquet(out / "*.parquet").sort("id")


class Ray(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = Path(cls.folder.name)
        write_pages(cls.root / "pages")
        run = start(cls.root / "pages", cls.root / "undisturbed")
        output, _ = run.communicate(timeout=600)
        if run.returncode:
            raise AssertionError(output)
        cls.expected = scores(cls.root / "undisturbed")

    def test_every_row_is_scored_once(self):
        self.assertEqual(self.expected.height, FILES * ROWS)
        self.assertEqual(self.expected["id"].n_unique(), FILES * ROWS)
        errors = self.expected.filter(polars.col("error").is_not_null())
        self.assertEqual(errors.height, 2 * FILES)

    def test_killed_workers_lose_nothing(self):
        chance = random.Random(1)
        out, killed = self.root / "killed", 0
        run = start(self.root / "pages", out)
        while run.poll() is None:
            time.sleep(0.5)
            running = workers()
            if killed < 3 and running:
                os.kill(chance.choice(running), signal.SIGKILL)
                killed += 1
        self.assertEqual(run.returncode, 0, run.stdout.read())
        self.assertGreater(killed, 0)
        self.assertTrue(scores(out).equals(self.expected))
        run.stdout.close()

    def test_an_ended_run_goes_on(self):
        out = self.root / "ended"
        run = start(self.root / "pages", out)
        while run.poll() is None and len(list(out.glob("*.parquet"))) < 5:
            time.sleep(0.02)
        run.kill()
        run.communicate()
        before = len(list(out.glob("*.parquet")))
        self.assertLess(before, FILES)
        run = start(self.root / "pages", out)
        output, _ = run.communicate(timeout=600)
        self.assertEqual(run.returncode, 0, output)
        self.assertNotIn(" 0 files were there", output)
        self.assertTrue(scores(out).equals(self.expected))


if __name__ == "__main__":
    unittest.main()
