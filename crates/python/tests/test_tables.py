"""The tables that the command writes, as DuckDB and Polars read them, and those of other programs, as it reads them."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import duckdb
import polars
import pyarrow
import pyarrow.feather
import pyarrow.parquet

PAGE = r"\section{Tides} The moon pulls at the sea, as was said long ago, and so does the sun. $x^2$"
TEXTS = [PAGE, PAGE.replace("sea", "see"), "", None, PAGE.replace("x^2", "y^2")]
ROWS = 50


def table():
    texts = [TEXTS[row % 5] for row in range(ROWS)]
    return pyarrow.table({"id": list(range(100, 100 + ROWS)), "text": [PAGE] * ROWS, "markdown": texts})


def score(path, *arguments):
    environment = {**os.environ, "TEXLENS_TEX": str(Path(path).parent / "no-engine")}
    command = [os.environ["TEXLENS_CLI"], "score", "--pairs", path, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def scored(self, path, out="scores.parquet"):
        run = score(path, "--out", self.folder / out)
        self.assertEqual((run.returncode, run.stdout), (1, ""), run.stderr)
        return self.folder / out

    def check(self, frame):
        """Checks the scores of `table`, as a table of Polars."""
        self.assertEqual(frame["row"].to_list(), list(range(ROWS)))
        self.assertEqual(frame["id"].to_list(), list(range(100, 100 + ROWS)))
        self.assertEqual(set(frame["kind"]), {"page"})
        self.assertEqual(frame["ds"][0], 1.0)
        self.assertTrue(0.9 < frame["ds"][1] < 1.0)
        self.assertEqual(frame["ds"].null_count(), ROWS // 5)
        self.assertEqual(frame["error"].drop_nulls().to_list(), ["the prediction is null"] * (ROWS // 5))
        metrics = frame.drop("row", "id", "kind", "error")
        self.assertEqual(set(metrics.dtypes), {polars.Float64})

    def test_polars_reads_the_scores(self):
        path = self.folder / "pages.parquet"
        pyarrow.parquet.write_table(table(), path)
        self.check(polars.read_parquet(self.scored(path)))
        self.check(polars.read_ipc(self.scored(path, "scores.arrow")))

    def test_duckdb_reads_the_scores(self):
        path = self.folder / "pages.parquet"
        pyarrow.parquet.write_table(table(), path)
        scores = self.scored(path)
        connection = duckdb.connect()
        mean, errors = connection.execute(f"SELECT avg(ds), count(error) FROM '{scores}'").fetchone()
        self.assertEqual(errors, ROWS // 5)
        self.assertAlmostEqual(mean, polars.read_parquet(scores)["ds"].mean())
        # Ids have the type that they had, so that tables are joined by them.
        joined = connection.execute(
            f"SELECT count(*) FROM '{path}' p JOIN '{scores}' s ON p.id = s.id WHERE p.text = p.markdown AND s.ds = 1"
        )
        self.assertEqual(joined.fetchone(), (ROWS // 5,))
        notes = connection.execute(f"SELECT decode(key), decode(value) FROM parquet_kv_metadata('{scores}')")
        notes = dict(notes.fetchall())
        self.assertEqual(notes["texlens.kind"], "page")
        self.assertEqual(json.loads(notes["texlens.settings"])["ctp.min_words"], "8")
        columns = {"reference": "text", "prediction": "markdown", "id": "id"}
        self.assertEqual(json.loads(notes["texlens.columns"]), columns)

    def test_tables_of_other_programs_are_read(self):
        given = table()
        frame = polars.from_arrow(given)
        written = {
            "snappy.parquet": lambda path: pyarrow.parquet.write_table(given, path, row_group_size=7),
            "zstd.parquet": lambda path: pyarrow.parquet.write_table(given, path, compression="zstd", version="1.0"),
            "gzip.parquet": lambda path: pyarrow.parquet.write_table(given, path, compression="gzip"),
            "lz4.parquet": lambda path: pyarrow.parquet.write_table(
                given, path, compression="lz4", data_page_version="2.0", use_dictionary=False
            ),
            "delta.parquet": lambda path: pyarrow.parquet.write_table(
                given, path, use_dictionary=False, column_encoding={"markdown": "DELTA_BYTE_ARRAY"}
            ),
            "polars.parquet": lambda path: frame.write_parquet(path),
            "category.parquet": lambda path: frame.with_columns(
                polars.col("text").cast(polars.Categorical)
            ).write_parquet(path),
            "duckdb.parquet": lambda path: duckdb.from_arrow(given).write_parquet(str(path)),
            "lz4.feather": lambda path: pyarrow.feather.write_feather(given, path, compression="lz4", chunksize=7),
            "zstd.arrow": lambda path: frame.write_ipc(path, compression="zstd"),
            "stream.arrow": lambda path: frame.write_ipc_stream(path),
        }
        for name, write in written.items():
            with self.subTest(file=name):
                path = self.folder / name
                write(path)
                self.check(polars.read_parquet(self.scored(path)))

    def test_a_damaged_row_group_is_named_and_the_others_are_scored(self):
        path = self.folder / "damaged.parquet"
        options = {"row_group_size": 10, "compression": "none", "use_dictionary": False}
        pyarrow.parquet.write_table(table(), path, **options)
        group = pyarrow.parquet.ParquetFile(path).metadata.row_group(2).column(2)
        data = bytearray(path.read_bytes())
        start = group.data_page_offset
        data[start : start + group.total_compressed_size] = b"\xa5" * group.total_compressed_size
        path.write_bytes(data)
        run = score(path, "--out", self.folder / "scores.parquet")
        self.assertEqual((run.returncode, run.stderr), (1, ""))
        frame = polars.read_parquet(self.folder / "scores.parquet")
        self.assertEqual(frame["row"].to_list(), [*range(21), *range(30, ROWS)])
        self.assertIn("row group 2 cannot be read (rows 20 to 29, from 0)", frame["error"][20])
        self.assertEqual(frame.filter(polars.col("error").is_null()).height, 32)

    def test_a_table_whose_columns_are_not_known_is_refused(self):
        path = self.folder / "pages.parquet"
        pyarrow.parquet.write_table(table().rename_columns(["id", "a", "b"]), path)
        run = score(path, "--out", self.folder / "scores.parquet")
        self.assertEqual(run.returncode, 2)
        self.assertIn('there are "id", "a", "b"', run.stderr)
        run = score(path, "--out", self.folder / "scores.parquet", "--columns", "reference=a,prediction=b")
        self.assertEqual(run.returncode, 1)
        self.check(polars.read_parquet(self.folder / "scores.parquet"))


if __name__ == "__main__":
    unittest.main()
