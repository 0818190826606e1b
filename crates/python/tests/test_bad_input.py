"""Bad input raises an error that says what to do, or affects only its row."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import polars
import pyarrow

import texlens


class BadInput(unittest.TestCase):
    def test_errors_say_what_to_do(self):
        table = pyarrow.table({"a": ["x"], "b": ["y"]})
        frame = polars.from_arrow(table)
        half = "ab\ud800c"
        numbers = pyarrow.array([1])
        no_numbers = pyarrow.chunked_array([], pyarrow.int64())
        batch, score, reward = texlens.score_batch, texlens.score, texlens.reward
        wrong = [
            (ValueError, "it is one of", lambda: score("a", "b", kind="paper")),
            (TypeError, "kind must be a str, not NoneType", lambda: score("a", "b", kind=None)),
            (TypeError, "kind must be a str, not NoneType", lambda: batch(["a"], ["b"], kind=None)),
            (ValueError, "kind has a lone surrogate at index 2", lambda: score("a", "b", kind=half)),
            (TypeError, "spans must be True or False, not str", lambda: score("a", "b", spans="yes")),
            (ValueError, 'there is no metric "blue"', lambda: score("a", "b", metrics=["blue"])),
            (ValueError, "visual_exact is defined on formulas", lambda: score("a", "b", metrics=["visual_exact"])),
            (ValueError, 'there is no setting "colour"', lambda: score("a", "b", settings={"colour": 1})),
            (
                ValueError,
                'fa.min_similarity must be a number from 0 to 1, not "much"',
                lambda: score("a", "b", settings={"fa.min_similarity": "much"}),
            ),
            (TypeError, "settings must be a mapping .* not list", lambda: score("a", "b", settings=["fa"])),
            (TypeError, "settings must be a mapping .* not str", lambda: reward("a", ["b"], settings="fa=1")),
            (TypeError, "name of a setting must be a str, not int", lambda: score("a", "b", settings={1: 2})),
            (ValueError, "name of a setting has a lone surrogate", lambda: score("a", "b", settings={half: 2})),
            (ValueError, "value of profile has a lone surrogate", lambda: score("a", "b", settings={"profile": half})),
            (ValueError, "the prediction has 600000 bytes and at most 524288", lambda: score("a", "b" * 600_000)),
            (TypeError, "the prediction must be a str, or a list of str .* not int", lambda: score("a", 3)),
            (TypeError, "the reference must be a str, or a list of str .* not None", lambda: score(None, "a")),
            (TypeError, "the reference must be a str, or a list of str .* not bytes", lambda: score(b"a", "a")),
            (
                TypeError,
                "the prediction must be a str, or a list .* not bytearray",
                lambda: score("a", bytearray(b"a")),
            ),
            (ValueError, "a list of pages needs kind='document'; .* use score_batch", lambda: score(["a"], ["b"])),
            (ValueError, "a list of pages needs kind='document'", lambda: score("a", ["b"], kind="formula")),
            (
                TypeError,
                "page 2 of the reference must be a str, not None",
                lambda: score(["a", None], ["a"], kind="document"),
            ),
            (ValueError, "the reference has a lone surrogate at index 2", lambda: score(half, "a")),
            (
                ValueError,
                "page 1 of the prediction has a lone surrogate at index 2",
                lambda: score(["a"], [half], kind="document"),
            ),
            (TypeError, "metrics must be a list of ids, not str", lambda: score("a", "b", metrics="ds")),
            (
                TypeError,
                "metrics must be a list of ids, not bytearray",
                lambda: score("a", "b", metrics=bytearray(b"ds")),
            ),
            (TypeError, "an id in metrics must be a str, not int", lambda: score("a", "b", metrics=[1])),
            (ValueError, "an id in metrics has a lone surrogate", lambda: score("a", "b", metrics=[half])),
            (ValueError, "no usable column 'reference': name its columns", lambda: batch(table)),
            (ValueError, "no usable column 'reference': name its columns", lambda: batch(frame)),
            (ValueError, "no usable column 'c': name its columns", lambda: batch(frame, reference="a", prediction="c")),
            (ValueError, "or give two columns", lambda: batch(["a"])),
            (ValueError, "but two columns are given", lambda: batch(["a"], ["a"], reference="a")),
            (ValueError, "but two columns are given", lambda: batch(["a"], ["a"], prediction="prediction")),
            (TypeError, "LazyFrame has no rows yet: collect it", lambda: batch(frame.lazy())),
            (TypeError, "LazyFrame has no rows yet: collect it", lambda: batch(["a"], frame.lazy())),
            (ValueError, "1 references and 0 predictions: give one of each", lambda: batch(["a"], [])),
            (TypeError, "the references must be strings, not Int64", lambda: batch(numbers, ["a"])),
            (TypeError, "the references must be strings, not Int64", lambda: batch(no_numbers, [])),
            (
                TypeError,
                "the predictions must be strings, not a dictionary of Int64: convert",
                lambda: batch(["a"], numbers.dictionary_encode()),
            ),
            (TypeError, "the reference of row 1 must be a str, not int", lambda: batch(["a", 1], ["a", "a"])),
            (
                ValueError,
                "the prediction of row 1 has a lone surrogate at index 2",
                lambda: batch(["a", "a"], ["a", half]),
            ),
            (TypeError, "references must be a list or a column of strings, not str", lambda: batch("a", ["b"])),
            (TypeError, "predictions must be a list or a column of strings, not dict", lambda: batch(["a"], {"a": 1})),
            (TypeError, "references must be a list or a column of strings, not int", lambda: batch(1, 2)),
            (TypeError, "references must be a list or a column of strings, not bytes", lambda: batch(b"a", ["b"])),
            (TypeError, "predictions must be a list .* not bytearray", lambda: batch(["a"], bytearray(b"b"))),
            (ValueError, "threads must be from 1 to 1024", lambda: batch(["a"], ["b"], threads=0)),
            (ValueError, "threads must be from 1 to 1024", lambda: batch(["a"], ["b"], threads=-1)),
            (ValueError, "threads must be from 1 to 1024", lambda: batch(["a"], ["b"], threads=10**5000)),
            (TypeError, "threads must be a whole number, not float", lambda: batch(["a"], ["b"], threads=1.5)),
            (ValueError, "the reference has 600000 bytes", lambda: reward("a" * 600_000, ["b"])),
            (ValueError, "the reference has a lone surrogate at index 2", lambda: reward(half, ["b"])),
            (TypeError, "the reference must be a str, not None", lambda: reward(None, ["b"])),
            (TypeError, "completion 1 must be a str, not int", lambda: reward("a", ["a", 1])),
            (TypeError, "the reference must be a str, not bytes", lambda: reward(b"a", ["b"])),
            (TypeError, "completion 0 must be a str, not bytearray", lambda: reward("a", [bytearray(b"b")])),
            (TypeError, "completions must be a list of texts, not str", lambda: reward("a", "b")),
            (TypeError, "completions must be a list of texts, not bytearray", lambda: reward("a", bytearray(b"b"))),
            (TypeError, "without must be a list of ids, not str", lambda: reward("a", ["b"], without="fidelity")),
            (TypeError, "an id in without must be a str, not int", lambda: reward("a", ["b"], without=[1])),
            (ValueError, "an id in without has a lone surrogate", lambda: reward("a", ["b"], without=[half])),
        ]
        for kind, message, call in wrong:
            with self.subTest(message=message), self.assertRaisesRegex(kind, message):
                call()
        self.assertEqual(texlens.score("x", "x", kind="formula", metrics=["exact"])["exact"], 1.0)

    def test_a_bad_completion_costs_itself_alone(self):
        right, *wrong = texlens.reward("a b c", ["a b c", None, "\ud800", "a" * 600_000])
        self.assertEqual(right["reward"], 1.0)
        reasons = ["is None", "the completion has a lone surrogate at index 0", "at most 524288"]
        for one, reason in zip(wrong, reasons, strict=True):
            self.assertIsNone(one["reward"])
            self.assertIn(reason, one["error"])

    def test_booleans_of_numpy_are_booleans(self):
        class Bool:
            """Has what a boolean of NumPy has."""

            def __init__(self, value):
                self.value = value

            def __bool__(self):
                return self.value

            def __str__(self):
                return str(self.value)

        Bool.__module__, Bool.__name__ = "numpy", "bool_"
        # Two of the three citations have no entry in the bibliography.
        reference, prediction = "\\cite{7}\\cite{a,b}\n@misc{7}", "\\cite{7}\n@misc{7}"
        values = []
        for value in (True, False):
            own, other = (
                texlens.score(
                    reference, prediction, metrics=["cc"], settings={"cc.every_citation": one}, spans=one
                ).details["cc"]
                for one in (value, Bool(value))
            )
            self.assertEqual(own, other)
            self.assertEqual("spans" in own, value)
            values.append(own["value"])
        self.assertEqual(values, [1 / 3, 1.0])

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
    def test_an_interrupt_stops_it(self):
        # A shell may have started this process with interrupts ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        reference, prediction = "a b $x^2$ c " * 2_000, "a b $x^3$ d " * 2_000

        def batch(rows, threads):
            texlens.score_batch([reference] * rows, [prediction] * rows, threads=threads)

        def reward(rows):
            texlens.reward(reference, [prediction] * rows)

        def function(rows):
            texlens.reward_function()(completions=[prediction] * rows, reference=[reference] * rows)

        works = [(batch, 1), (batch, 2), (reward,), (function,)]
        for work, *arguments in works:
            with self.subTest(work=work.__name__, arguments=arguments):
                begun = time.monotonic()
                work(1, *arguments)
                one = time.monotonic() - begun
                # About a minute of work, unless it is stopped.
                rows = int(60 / one) + 1
                threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
                begun = time.monotonic()
                with self.assertRaises(KeyboardInterrupt):
                    work(rows, *arguments)
                self.assertLess(time.monotonic() - begun, 5 + 3 * one)

    def test_other_threads_run_meanwhile(self):
        turns = 0
        scored = threading.Event()

        def score():
            texlens.score_batch(["a b c " * 200] * 60, ["a c d " * 200] * 60, threads=1)
            scored.set()

        thread = threading.Thread(target=score)
        thread.start()
        while not scored.is_set():
            turns += 1
            time.sleep(0.001)
        thread.join()
        self.assertGreater(turns, 10)

    @unittest.skipUnless(hasattr(os, "sched_setaffinity"), "the system has no such limit")
    def test_there_are_as_many_threads_as_processors_for_the_process(self):
        program = """
import os, sys, threading, time, texlens
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
scored = threading.Event()
most = 0
def watch():
    global most
    while not scored.is_set():
        most = max(most, len(os.listdir("/proc/self/task")))
        time.sleep(0.005)
watcher = threading.Thread(target=watch)
watcher.start()
reference, prediction = "a b c " * 200, "a c d " * 200
if sys.argv[1] == "reward":
    texlens.reward(reference, [prediction] * 30)
elif sys.argv[1] == "row":
    texlens.score_batch([reference * 4], [prediction * 4], threads=8)
else:
    texlens.score_batch([reference] * 30, [prediction] * 30, threads=eval(sys.argv[1]))
scored.set()
watcher.join()
print(most)
"""
        threads = {
            work: int(subprocess.run([sys.executable, "-c", program, work], check=True, capture_output=True).stdout)
            for work in ("None", "1", "2", "reward", "row")
        }
        # One thread is that of the caller, and another one watches. Of several threads, another one waits for them.
        self.assertEqual(threads, {"None": 2, "1": 2, "2": 5, "reward": 2, "row": 2})

    def test_a_system_that_refuses_threads_gets_its_scores(self):
        program = """
import texlens
scores = texlens.score_batch(["x", "x"], ["x", "y"], kind="formula", metrics=["exact"], threads=2)
print(scores.to_dict()["exact"], texlens.reward("a b c", ["a b c"])[0]["reward"])
"""
        # No system has memory for such a thread.
        environment = {**os.environ, "RUST_MIN_STACK": str(2**50)}
        command = [sys.executable, "-c", program]
        run = subprocess.run(command, check=False, env=environment, capture_output=True, encoding="utf-8")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "[1.0, 0.0] 1.0\n", ""))


if __name__ == "__main__":
    unittest.main()
