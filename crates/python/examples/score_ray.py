"""Scores a Parquet dataset with Ray Data, and goes on where an earlier run was ended.

    python score_ray.py PAGES OUT

PAGES is a folder of Parquet files with the columns id, reference and prediction. Each of them becomes a file of the
same name in OUT: the ids with a column for each metric, and the column error. A file that is there is complete, so a
run that was ended goes on where it was. If a worker dies, another one scores its file again.
"""

import sys
from pathlib import Path

import pyarrow
import pyarrow.parquet
import ray

import texlens

METRICS = ["ds", "ctp", "fa", "sa", "chrf", "wer"]


def score(row: dict[str, str]) -> dict[str, int]:
    pages, scores = Path(row["pages"]), Path(row["scores"])
    table = pyarrow.parquet.read_table(pages, columns=["id", "reference", "prediction"])
    batch = pyarrow.record_batch(texlens.score_batch(table, metrics=METRICS, threads=1))
    table = pyarrow.Table.from_batches([batch]).add_column(0, "id", table["id"])
    # The file has its name only when it is complete.
    unfinished = scores.with_suffix(".unfinished")
    pyarrow.parquet.write_table(table, unfinished)
    unfinished.rename(scores)
    return {"rows": table.num_rows}


def main(pages: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    files = sorted(pages.glob("*.parquet"))
    work = [{"pages": str(file), "scores": str(out / file.name)} for file in files if not (out / file.name).exists()]
    done = ray.data.from_items(work, override_num_blocks=len(work)).map(score).take_all() if work else []
    print(f"{sum(one['rows'] for one in done)} rows of {len(work)} files, {len(files) - len(work)} files were there")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
