"""Whatever it is given, it raises an error that says what to do, or gives the row its error, and works on."""

import signal
import threading
import time
import unittest

import pyarrow

import texlens


class BadInput(unittest.TestCase):
    def test_errors_say_what_to_do(self):
        table = pyarrow.table({"a": ["x"], "b": ["y"]})
        wrong = [
            (ValueError, "it is one of", lambda: texlens.score("a", "b", kind="paper")),
            (ValueError, 'there is no metric "blue"', lambda: texlens.score("a", "b", metrics=["blue"])),
            (ValueError, "", lambda: texlens.score("a", "b", metrics=["visual_exact"])),
            (ValueError, "", lambda: texlens.score("a", "b", settings={"colour": 1})),
            (ValueError, "", lambda: texlens.score("a", "b", settings={"formulas.min_similarity": "much"})),
            (ValueError, "at most 524288", lambda: texlens.score("a", "b" * 600_000)),
            (TypeError, "must be a str", lambda: texlens.score("a", 3)),
            (TypeError, "must be a str", lambda: texlens.score(None, "a")),
            (TypeError, "must be a str", lambda: texlens.score(["a", None], ["a"], kind="document")),
            (TypeError, "a list of ids", lambda: texlens.score("a", "b", metrics="ds")),
            (ValueError, "name its columns", lambda: texlens.score_batch(table)),
            (ValueError, "one of each", lambda: texlens.score_batch(["a"], [])),
            (
                TypeError,
                "must be strings, not Int64",
                lambda: texlens.score_batch(pyarrow.array([1]), pyarrow.array([2])),
            ),
            (TypeError, "", lambda: texlens.score_batch([1], ["a"])),
            (TypeError, "not str", lambda: texlens.score_batch("a", "b")),
            (TypeError, "not int", lambda: texlens.score_batch(1, 2)),
            (ValueError, "", lambda: texlens.reward("a" * 600_000, ["b"])),
            (TypeError, "", lambda: texlens.reward("a", [1])),
        ]
        for kind, message, call in wrong:
            with self.subTest(message=message), self.assertRaisesRegex(kind, message):
                call()
        self.assertEqual(texlens.score("x", "x", kind="formula", metrics=["exact"])["exact"], 1.0)

    def test_a_bad_row_costs_itself_alone(self):
        huge = "a" * 50_000_000
        references = ["x", None, "x", huge, "x"]
        batch = texlens.score_batch(references, ["x", "x", None, "x", "y"], kind="formula", metrics=["exact"])
        rows = pyarrow.record_batch(batch).to_pydict()
        self.assertEqual(rows["exact"], [1.0, None, None, None, 0.0])
        self.assertEqual(rows["error"][1:3], ["the reference is null", "the prediction is null"])
        self.assertIn("at most 524288", rows["error"][3])
        self.assertEqual([rows["error"][0], rows["error"][4]], [None, None])

    def test_no_rows_give_no_rows(self):
        batch = pyarrow.record_batch(texlens.score_batch([], [], kind="formula", metrics=["exact"]))
        self.assertEqual(batch.num_rows, 0)
        self.assertEqual(batch.schema.names, ["exact", "error"])
        nulls = texlens.score_batch(pyarrow.nulls(2), pyarrow.nulls(2), kind="formula", metrics=["exact"])
        self.assertEqual(pyarrow.record_batch(nulls).column("error").to_pylist(), ["the reference is null"] * 2)


class Long(unittest.TestCase):
    ROWS = 2_000

    def work(self):
        return texlens.score_batch(["a b c " * 200] * self.ROWS, ["a c d " * 200] * self.ROWS, threads=2)

    def test_an_interrupt_stops_it(self):
        # A shell may have started this process with interrupts ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        threading.Timer(1, lambda: signal.raise_signal(signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            self.work()

    def test_other_threads_run_meanwhile(self):
        turns = 0
        scored = threading.Event()

        def score():
            texlens.score_batch(["a b c " * 200] * 500, ["a c d " * 200] * 500, threads=1)
            scored.set()

        thread = threading.Thread(target=score)
        thread.start()
        while not scored.is_set():
            turns += 1
            time.sleep(0.001)
        thread.join()
        self.assertGreater(turns, 10)


if __name__ == "__main__":
    unittest.main()
