"""Columns of texts in every form, and columns of scores for every reader."""

import struct
import subprocess
import sys
import unittest

import pandas
import polars
import pyarrow

import texlens

# Not UTF-8 from byte 1 on.
WRONG = b"x\xff\xfey"


def scored(references, predictions):
    return texlens.score_batch(references, predictions, kind="formula", metrics=["exact"]).to_dict()


def errors(column):
    """Returns the errors of a column's rows in comparison with `x`."""
    return scored(column, ["x"] * len(column))["error"]


def strings(kind, *texts):
    """Returns an array of these bytes, which nobody checks."""
    if kind == pyarrow.string_view():
        # Texts of up to 12 bytes stand in their views.
        views = b"".join(struct.pack("<i12s", len(text), text) for text in texts)
        return pyarrow.Array.from_buffers(kind, len(texts), [None, pyarrow.py_buffer(views)])
    width = "i" if kind == pyarrow.string() else "q"
    offsets = [sum(map(len, texts[:count])) for count in range(len(texts) + 1)]
    buffers = [struct.pack(f"<{len(offsets)}{width}", *offsets), b"".join(texts)]
    return pyarrow.Array.from_buffers(kind, len(texts), [None, *map(pyarrow.py_buffer, buffers)])


class Texts(unittest.TestCase):
    def test_texts_that_are_not_utf8_cost_their_row(self):
        kinds = [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()]
        columns = {str(kind): strings(kind, b"x", WRONG, b"x") for kind in kinds}
        for kind in kinds[:2]:
            values = strings(kind, b"x", WRONG)
            columns[f"dictionary of {kind}"] = pyarrow.DictionaryArray.from_arrays([0, 1, 0], values, safe=False)
        for name, column in columns.items():
            with self.subTest(column=name):
                scores = scored(column, ["x"] * 3)
                self.assertEqual(scores["exact"], [1.0, None, 1.0])
                self.assertIn("the reference is not UTF-8 at byte 1", scores["error"][1])
                self.assertIn("the prediction is not UTF-8 at byte 1", scored(["x"] * 3, column)["error"][1])

    def test_a_part_of_a_column_has_its_own_rows(self):
        for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()):
            column = pyarrow.array(["a", "x", None, "a long text that no view holds", "a"], kind).slice(1, 3)
            for given in (column, column.dictionary_encode() if kind != pyarrow.string_view() else column):
                with self.subTest(kind=given.type):
                    scores = scored(given, ["x", "x", "a long text that no view holds"])
                    self.assertEqual(scores["exact"], [1.0, None, 1.0])
                    self.assertEqual(scores["error"], [None, "the reference is null", None])

    def test_categories_are_texts(self):
        texts = ["x", None, "y", "x"]
        columns = [
            polars.Series(texts, dtype=polars.Categorical),
            polars.Series(texts, dtype=polars.Enum(["y", "x"])),
            pyarrow.array(texts).dictionary_encode(),
            pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, None, 2, 0]), ["x", "", "y"]),
            pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1, 2, 0]), pyarrow.array(["x", None, "y"])),
            pyarrow.chunked_array([pyarrow.array(part).dictionary_encode() for part in (["x", None], ["y", "x"])]),
        ]
        for column in columns:
            with self.subTest(column=repr(column)):
                self.assertEqual(scored(column, ["x"] * 4)["exact"], [1.0, None, 0.0, 1.0])
        none = pyarrow.array([None, None], pyarrow.string()).dictionary_encode()
        self.assertEqual(scored(none, ["x"] * 2)["error"], ["the reference is null"] * 2)

    def test_an_index_outside_the_dictionary_costs_its_row(self):
        indices = pyarrow.array([0, 1, 2, -1, 100, None])
        for kind in (pyarrow.int8(), pyarrow.int64()):
            column = pyarrow.DictionaryArray.from_arrays(indices.cast(kind), ["x", "y"], safe=False)
            scores = scored(column, ["x"] * 6)
            self.assertEqual(scores["exact"], [1.0, 0.0, None, None, None, None])
            self.assertEqual(scores["error"][:2] + scores["error"][5:], [None, None, "the reference is null"])
            for error in scores["error"][2:5]:
                self.assertIn("the reference has an index outside its dictionary", error)
        empty = pyarrow.DictionaryArray.from_arrays([0, None], pyarrow.array([], pyarrow.string()), safe=False)
        wrong, null = errors(empty)
        self.assertIn("outside its dictionary", wrong)
        self.assertEqual(null, "the reference is null")

    def test_damaged_columns_are_refused(self):
        def of_offsets(kind, *offsets):
            packed = struct.pack(f"<{len(offsets)}{'i' if kind == pyarrow.string() else 'q'}", *offsets)
            buffers = [None, pyarrow.py_buffer(packed), pyarrow.py_buffer(b"abcdefgh")]
            return pyarrow.Array.from_buffers(kind, len(offsets) - 1, buffers)

        def of_view(*buffers, length=20, buffer=0, offset=0):
            view = struct.pack("<i4sii", length, b"abcd", buffer, offset)
            return pyarrow.Array.from_buffers(
                pyarrow.string_view(), 1, [None, *map(pyarrow.py_buffer, (view, *buffers))]
            )

        text = b"abcdefghijklmnopqrst"
        damaged = {
            "no buffer": of_view(),
            "a short buffer": of_view(text[:19]),
            "a late start": of_view(text, offset=1),
        }
        damaged["another buffer"] = of_view(text, buffer=1)
        for kind in (pyarrow.string(), pyarrow.large_string()):
            damaged[f"{kind}, backwards"] = of_offsets(kind, 0, 5, 2, 8)
            damaged[f"{kind}, beyond the end"] = of_offsets(kind, 0, 100, 8)
            damaged[f"{kind}, below 0"] = of_offsets(kind, 0, -5, 8)
            values = damaged[f"{kind}, backwards"]
            damaged[f"dictionary of {kind}"] = pyarrow.DictionaryArray.from_arrays([0, 1, 2], values, safe=False)
        for name, column in damaged.items():
            with self.subTest(column=name):
                with self.assertRaisesRegex(ValueError, "the column of the references is damaged"):
                    scored(column, ["x"] * len(column))
                with self.assertRaisesRegex(ValueError, "the column of the predictions is damaged"):
                    scored(["x"] * len(column), column)
        self.assertEqual(scored(of_view(text), [text.decode()])["exact"], [1.0])

    def test_nulls_may_stand_for_anything(self):
        views = struct.pack("<i12s", 1, b"x") + struct.pack("<i4sii", 20, b"abcd", 7, 7)
        buffers = [pyarrow.py_buffer(b"\x01"), pyarrow.py_buffer(views)]
        column = pyarrow.Array.from_buffers(pyarrow.string_view(), 2, buffers)
        self.assertEqual(errors(column), [None, "the reference is null"])

    def test_columns_without_a_text_have_their_rows(self):
        nan = float("nan")
        columns = [
            polars.Series([None, None]),
            polars.Series([None, None], dtype=polars.String),
            pandas.Series([nan, nan]),
            pandas.Series([None, None]),
            pandas.Series([nan, pandas.NA], dtype=object),
            pyarrow.array([None, None], pyarrow.int64()),
        ]
        for column in columns:
            with self.subTest(column=repr(column)):
                self.assertEqual(errors(column), ["the reference is null"] * 2)
                self.assertEqual(scored(["x"] * 2, column)["error"], ["the prediction is null"] * 2)
        for column in (polars.Series([]), pandas.Series([], dtype=object), pyarrow.chunked_array([], pyarrow.string())):
            with self.subTest(column=repr(column)):
                self.assertEqual(scored(column, column), {"exact": [], "error": []})

    def test_columns_of_pandas(self):
        texts = ["x", None, float("nan"), pandas.NA, "y"]
        for kind in (object, "str", "string"):
            for column in (pandas.Series(texts, dtype=kind), pandas.Series(["", *texts], dtype=kind)[1:]):
                with self.subTest(kind=kind):
                    scores = scored(column, ["x"] * 5)
                    self.assertEqual(scores["exact"], [1.0, None, None, None, 0.0])
                    self.assertEqual(scores["error"], [None, *["the reference is null"] * 3, None])
        frame = pandas.DataFrame({"reference": ["x", None], "prediction": ["x", "x"]})
        self.assertEqual(texlens.score_batch(frame, kind="formula", metrics=["exact"]).to_dict()["exact"], [1.0, None])
        self.assertEqual(scored(pandas.Series(["x", None], dtype="category"), ["x", "x"])["exact"], [1.0, None])

    def test_a_wrong_row_of_pandas_is_named(self):
        for row, error, message in (
            (1.5, TypeError, "the reference of row 1 must be a str, not float"),
            (1, TypeError, "the reference of row 1 must be a str, not int"),
            ("\ud800", ValueError, "the reference of row 1 has a lone surrogate at index 0"),
        ):
            with self.subTest(row=row), self.assertRaisesRegex(error, message):
                scored(pandas.Series(["x", row], dtype=object), ["x", "x"])

    def test_pandas_needs_no_pyarrow(self):
        program = """
import sys
sys.modules["pyarrow"] = None
import pandas, texlens
for kind in (object, "str", "category"):
    table = pandas.DataFrame({"reference": ["x", None, float("nan")], "prediction": "x"}, dtype=kind)
    print(texlens.score_batch(table, kind="formula", metrics=["exact"]).to_dict()["exact"])
"""
        run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, encoding="utf-8")
        self.assertEqual(run.stdout.splitlines(), ["[1.0, None, None]"] * 3)

    def test_an_error_of_the_export_is_its_cause(self):
        class Exporter:
            def __init__(self, error):
                self.error = error

            def __arrow_c_stream__(self, requested_schema=None):
                raise self.error

        with self.assertRaisesRegex(TypeError, "must be a list or a column of strings, not Exporter") as raised:
            scored(Exporter(RuntimeError("closed")), ["x"])
        self.assertEqual(repr(raised.exception.__cause__), "RuntimeError('closed')")
        with self.assertRaises(KeyboardInterrupt):
            scored(Exporter(KeyboardInterrupt()), ["x"])

    def test_iterables_are_columns(self):
        for given in (("x", None), iter(["x", None]), (text for text in ("x", None))):
            self.assertEqual(scored(given, ["x", "x"])["exact"], [1.0, None])


class Scores(unittest.TestCase):
    def test_libraries_read_them(self):
        batch = texlens.score_batch(["x", None], ["x", "y"], kind="formula", metrics=["exact", "cer"])
        expected = {"exact": [1.0, None], "cer": [0.0, None], "error": [None, "the reference is null"]}
        self.assertEqual(batch.to_dict(), expected)
        self.assertEqual(pyarrow.record_batch(batch).to_pydict(), expected)
        self.assertEqual(pyarrow.table(batch).to_pydict(), expected)
        self.assertEqual(polars.DataFrame(batch).to_dict(as_series=False), expected)
        self.assertEqual(pyarrow.schema(batch).names, batch.column_names)

    def test_they_are_cast_on_request(self):
        batch = texlens.score_batch(["x"], ["x"], kind="formula", metrics=["exact"])
        wanted = pyarrow.schema([("exact", pyarrow.float32()), ("error", pyarrow.large_string())])
        self.assertEqual(pyarrow.record_batch(batch, schema=wanted).schema, wanted)


if __name__ == "__main__":
    unittest.main()
