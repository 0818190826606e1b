"""The tests of every example: workers that are killed and runs that are ended lose no row and double none."""

import random
import tempfile
import time
from functools import cache
from pathlib import Path

import runs

FILES, ROWS = 24, 250
FOLDER = tempfile.TemporaryDirectory()
ROOT = Path(FOLDER.name)


@cache
def pages():
    runs.write_pages(ROOT / "pages", FILES, ROWS)
    return ROOT / "pages"


@cache
def undisturbed(example):
    """Returns the scores of a run in which nothing happens."""
    out = ROOT / f"undisturbed-{example.script}"
    finish(example.start(pages(), out), out)
    return example.scores(out)


def finish(run, out):
    """Waits for the end of a run, which must succeed."""
    run.wait(timeout=900)
    if run.returncode:
        raise AssertionError(Path(f"{out}.log").read_text(encoding="utf-8"))


class Tests:
    """What a class of tests takes over, with its `example`."""

    def test_every_row_is_scored_once(self):
        scores = undisturbed(self.example)
        self.assertEqual(scores.num_rows, FILES * ROWS)
        self.assertEqual(len(scores["id"].unique()), FILES * ROWS)
        self.assertEqual(scores.num_rows - scores["error"].null_count, 2 * FILES)

    def test_killed_workers_lose_nothing(self):
        out, chance, killed = ROOT / f"killed-{self.example.script}", random.Random(1), 0
        run = self.example.start(pages(), out)
        while run.poll() is None:
            time.sleep(0.5)
            if killed < 3:
                killed += self.example.kill_worker(run, chance)
        finish(run, out)
        self.assertGreater(killed, 0)
        self.assert_same(self.example.scores(out), undisturbed(self.example))

    def test_an_ended_run_goes_on(self):
        out = ROOT / f"ended-{self.example.script}"
        run = self.example.start(pages(), out)
        # When the second part of the work is done, the first one is noted as complete.
        while run.poll() is None and len(runs.rows_so_far(out)) < 2:
            time.sleep(0.02)
        self.example.kill_driver(run)
        self.assertLess(runs.rows_so_far(out)[-1], FILES * ROWS)
        finish(self.example.start(pages(), out), out)
        self.assertLess(runs.rows_so_far(out)[-1], FILES * ROWS)
        self.assert_same(self.example.scores(out), undisturbed(self.example))

    def assert_same(self, scores, expected):
        self.assertEqual(scores.schema, expected.schema)
        self.assertTrue(runs.bits(scores).equals(runs.bits(expected)))
