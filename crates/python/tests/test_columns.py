"""Columns of texts in every form, and columns of scores for every reader."""

import struct
import unittest

import polars
import pyarrow

import texlens

# Not UTF-8 from byte 1 on.
WRONG = b"x\xff\xfey"


def scored(references, predictions):
    return texlens.score_batch(references, predictions, kind="formula", metrics=["exact"]).to_dict()


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
