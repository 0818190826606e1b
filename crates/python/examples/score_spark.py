"""Scores a Parquet dataset with Spark, and goes on where an earlier run was ended.

    spark-submit score_spark.py PAGES OUT

PAGES is a folder of Parquet files with the columns id, reference and prediction. OUT gets a folder for each batch of
files: the ids with a column for each metric, and the column error. If a worker dies, Spark repeats its task. If the run
is ended, the next one repeats the batch that was not complete, and replaces its folder.
"""

import sys
import time
from collections.abc import Iterable, Iterator

import pyarrow
from pyspark.sql import DataFrame, SparkSession

import texlens

METRICS = ["ds", "ctp", "fa", "sa", "chrf", "wer"]
PAGE = "id string, reference string, prediction string"
# The columns are in the order of texlens.
NUMBERS = texlens.score_batch([], [], metrics=METRICS).column_names[:-1]
SCORES = ", ".join(["id string", *(f"{metric} double" for metric in NUMBERS), "error string"])


def score(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        scores = pyarrow.record_batch(texlens.score_batch(batch, metrics=METRICS, threads=1))
        yield pyarrow.record_batch([batch["id"], *scores.columns], names=["id", *scores.schema.names])


def main(pages: str, out: str) -> None:
    spark = SparkSession.builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", 500).getOrCreate()
    files = 4 * spark.sparkContext.defaultParallelism
    begin, rows = time.monotonic(), 0

    def write(batch: DataFrame, number: int) -> None:
        nonlocal rows
        folder = f"{out}/{number:06}"
        batch.mapInArrow(score, SCORES).write.mode("overwrite").parquet(folder)
        rows += spark.read.parquet(folder).count()
        print(f"{rows} rows, {rows / (time.monotonic() - begin):.0f} rows a second", flush=True)

    # The checkpoint says which files a batch has before it begins, and afterwards that it is complete. Without an age,
    # Spark ignores new files that are a week older than others.
    source = spark.readStream.schema(PAGE).options(maxFilesPerTrigger=files, maxFileAge="36500d").parquet(pages)
    sink = source.writeStream.foreachBatch(write).option("checkpointLocation", f"{out}/_checkpoint")
    sink.trigger(availableNow=True).start().awaitTermination()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
