"""Scores many made pages by the examples for engines, while workers are killed at random, and by the command; measures
rate and memory.

    python xtask/bench/scale.py ROWS ENGINE...

Fails if a row is lost, double, or different from what the wheel gives without an engine. Prints rate and memory, and
asserts nothing about them. Records the results for `cargo xtask figures`.
"""

import os
import pty
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow.compute
import pyarrow.parquet
from results import record

import runs
import texlens

ROWS_OF_A_FILE = 250
# Seconds between two looks, and between two kills on average.
LOOK, KILL = 2.0, 15.0
PARTS = ["driver", "workers", "engine"]


class Command:
    """The command, which scores one file on all cores. Its only process takes the place of an engine's driver."""

    driver, workers = re.compile("^"), re.compile("$^")
    # Some rows cannot be scored, which is an error of the command.
    code = 1

    def start(self, pages, out):
        """Starts a run on a terminal, so that it shows its progress, which goes beside its results."""
        joined = out.with_name("joined.parquet")
        with pyarrow.parquet.ParquetWriter(joined, pyarrow.parquet.read_schema(first(pages))) as writer:
            for file in sorted(pages.glob("*.parquet")):
                writer.write_table(pyarrow.parquet.read_table(file))
        ours, theirs = pty.openpty()
        arguments = ["score", "--pairs", joined, "--out", out.with_suffix(".parquet"), "--whole-answers"]
        # The metrics that compile take a hundred times as long as all others together.
        environment = {**os.environ, "TEXLENS_TEX": str(out.with_name("no-engine"))}
        run = subprocess.Popen([os.environ["TEXLENS_CLI"], *arguments], stderr=theirs, env=environment)
        os.close(theirs)
        threading.Thread(target=keep, args=[ours, Path(f"{out}.log")]).start()
        return run

    def kill_worker(self, run, chance):
        return False

    def scores(self, out):
        return pyarrow.parquet.read_table(out.with_suffix(".parquet")).sort_by("id").drop_columns(["row", "kind"])


def keep(terminal, log):
    """Writes what a program shows on a terminal to a file, until the program ends."""
    with log.open("wb", buffering=0) as file, open(terminal, "rb", buffering=0) as shown:
        try:
            while part := shown.read(4096):
                file.write(part)
        # Linux reports the end of the other side as an error.
        except OSError:
            pass


def first(pages):
    return min(pages.glob("*.parquet"))


EXAMPLES = {"ray": runs.RAY, "spark": runs.SPARK, "command": Command()}


@dataclass
class Watch:
    """What happens during a run, by time."""

    example: runs.Example
    seconds: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    # What the run says of its progress.
    said: list = field(default_factory=list)
    # Bytes of memory: the driver, the workers together, and everything else that the engine started.
    memory: list = field(default_factory=list)
    # Seconds of processors, of processes that are gone, too.
    used: dict = field(default_factory=dict)
    kills: int = 0

    def look(self, run, out, begun):
        bytes_of = dict.fromkeys(PARTS, 0)
        for process, command in runs.descendants(run.pid).items():
            if process == run.pid or self.example.driver.search(command):
                part = "driver"
            else:
                part = "workers" if self.example.workers.search(command) else "engine"
            bytes_of[part] += runs.memory(process)
            self.used[process] = max(self.used.get(process, 0), runs.processor_seconds(process))
        self.seconds.append(time.monotonic() - begun)
        self.rows.append(max(runs.rows_so_far(out), default=0))
        self.said.append(runs.progress(out))
        self.memory.append(bytes_of)

    def peak(self, part, begin, end):
        """Returns the most memory of a part between two shares of the rows."""
        total = self.rows[-1]
        looks = [bytes_of[part] for rows, bytes_of in zip(self.rows, self.memory) if begin <= rows / total <= end]
        return max(looks, default=0)


def watched(example, pages, out):
    watch, chance, begun = Watch(example), random.Random(1), time.monotonic()
    run = example.start(pages, out)
    kill_at = begun + chance.expovariate(1 / KILL)
    while run.poll() is None:
        watch.look(run, out, begun)
        if time.monotonic() > kill_at:
            watch.kills += example.kill_worker(run, chance)
            kill_at = time.monotonic() + chance.expovariate(1 / KILL)
        time.sleep(LOOK)
    if run.returncode != example.code:
        raise SystemExit(Path(f"{out}.log").read_text(encoding="utf-8"))
    watch.rows[-1] = max(runs.rows_so_far(out))
    return watch, time.monotonic() - begun


def check(example, pages, out):
    """Compares all ids, and the scores of some files with those of the wheel alone; returns the number of rows."""
    ids = [name for file in sorted(pages.glob("*.parquet")) for name in column(file, "id")]
    scores = example.scores(out)
    if scores["id"].to_pylist() != sorted(ids):
        raise SystemExit(f"{scores.num_rows} rows of {len(ids)}, {len(scores['id'].unique())} of them different")
    metrics = [name for name in scores.column_names if name not in ("id", "error")]
    for file in sorted(pages.glob("*.parquet"))[::40]:
        table = pyarrow.parquet.read_table(file)
        alone = pyarrow.record_batch(texlens.score_batch(table, metrics=metrics))
        alone = pyarrow.Table.from_batches([alone]).add_column(0, "id", table["id"])
        rows = scores.filter(pyarrow.compute.is_in(scores["id"], table["id"]))
        if not runs.bits(rows).equals(runs.bits(alone.replace_schema_metadata(None))):
            raise SystemExit(f"{file.name}: other scores than without the engine")
    return scores.num_rows


def column(file, name):
    return pyarrow.parquet.read_table(file, columns=[name])[name].to_pylist()


def main(name, count):
    example = EXAMPLES[name]
    with tempfile.TemporaryDirectory() as folder:
        pages, out = Path(folder, "pages"), Path(folder, "out")
        runs.write_pages(pages, count // ROWS_OF_A_FILE, ROWS_OF_A_FILE)
        print(f"{name}: load before the run: {os.getloadavg()[0]:.1f}", flush=True)
        watch, seconds = watched(example, pages, out)
        rows = check(example, pages, out)
    rate, used = rows / seconds, sum(watch.used.values())
    print(
        f"{rows} rows, none lost, none double; {watch.kills} workers killed; {seconds:.0f} s, {rate:.0f} rows a second"
    )
    print(f"{used:.0f} seconds of processors, load after the run: {os.getloadavg()[0]:.1f}")
    print("seconds  driver MB  workers MB  engine MB  the run says")
    for share in range(10):
        begin, end = share / 10, (share + 1) / 10
        looks = [look for look, done in enumerate(watch.rows) if done / watch.rows[-1] <= end]
        peaks = [watch.peak(part, begin, end) / 1e6 for part in PARTS]
        seconds, said = watch.seconds[looks[-1]], watch.said[looks[-1]]
        print(f"{seconds:7.0f} {peaks[0]:10.0f} {peaks[1]:11.0f} {peaks[2]:10.0f}  {said}")
    figures = {
        "rows": rows,
        "kills": watch.kills,
        "rate": rate / os.cpu_count(),
        "cpu-rate": rows / used,
        "core-hours": used / rows * 1e6 / 3600,
        **{
            f"{part}.{place}": watch.peak(part, begin, end)
            for part in PARTS
            for place, begin, end in [("first", 0.1, 0.4), ("last", 0.7, 1)]
        },
    }
    record(name, figures)


if __name__ == "__main__":
    for name in sys.argv[2:]:
        main(name, int(sys.argv[1]))
