"""Scores a Parquet dataset with Ray Data, and goes on where an earlier run was ended.

    python score_ray.py PAGES OUT

PAGES is a folder of Parquet files with the columns id, reference and prediction. Each of them becomes a file of the
same name in OUT: the ids with a column for each metric, and the column error. A file that is there is complete, so a
run that was ended goes on where it was. If a worker dies, another one scores its file again.

Both are absolute paths, which all machines of a cluster can read, or addresses such as s3://BUCKET/FOLDER.
"""

import sys
import time

import pyarrow
import pyarrow.parquet
import ray
from pyarrow.fs import FileSelector, FileSystem, SubTreeFileSystem

import texlens

METRICS = ["ds", "ctp", "fa", "sa", "chrf", "wer"]


def score(file: dict[str, str], pages: FileSystem, out: FileSystem) -> dict[str, int]:
    table = pyarrow.parquet.read_table(file["name"], columns=["id", "reference", "prediction"], filesystem=pages)
    batch = pyarrow.record_batch(texlens.score_batch(table, metrics=METRICS, threads=1))
    table = pyarrow.Table.from_batches([batch]).add_column(0, "id", table["id"])
    # The file has its name only when it is complete.
    pyarrow.parquet.write_table(table, file["name"] + ".unfinished", filesystem=out)
    out.move(file["name"] + ".unfinished", file["name"])
    return {"rows": table.num_rows}


def folder(place: str) -> FileSystem:
    storage, path = FileSystem.from_uri(place)
    storage.create_dir(path)
    return SubTreeFileSystem(path, storage)


def names(files: FileSystem) -> set[str]:
    return {file.path for file in files.get_file_info(FileSelector("")) if file.extension == "parquet"}


def main(pages: FileSystem, out: FileSystem) -> None:
    files, begin, rows = sorted(names(pages) - names(out)), time.monotonic(), 0
    print(f"{len(names(pages) & names(out))} files were there, {len(files)} files are scored", flush=True)
    # Ray's own bars count files as rows.
    ray.data.DataContext.get_current().enable_progress_bars = False
    work = ray.data.from_items([{"name": name} for name in files], override_num_blocks=max(len(files), 1))
    for number, done in enumerate(work.map(score, fn_kwargs={"pages": pages, "out": out}).iter_rows(), start=1):
        rows += done["rows"]
        rate = rows / (time.monotonic() - begin)
        print(f"{number} of {len(files)} files, {rows} rows, {rate:.0f} rows a second", flush=True)


if __name__ == "__main__":
    main(folder(sys.argv[1]), folder(sys.argv[2]))
