"""What tests and benches of the engines share: pages in files, runs of an example, their processes and results."""

import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pyarrow
import pyarrow.parquet

from pages import pairs

EXAMPLES = Path(__file__).parents[1] / "examples"
# A cluster of Spark on this machine: two workers, each a Java process with one core and its Python processes.
CLUSTER = [
    "--master local-cluster[2,1,1024]",
    "--conf spark.ui.enabled=false",
    "--conf spark.ui.showConsoleProgress=false",
    "pyspark-shell",
]


@dataclass(frozen=True)
class Example:
    """An example, and how the command lines of the processes of its engine begin or go on."""

    script: str
    # Where its files are in the folder of its results.
    files: str
    # The processes that score. They do it now if one of them is busy.
    workers: re.Pattern
    busy: re.Pattern
    # The part of the driver that the engine started.
    driver: re.Pattern
    environment: tuple[tuple[str, str], ...]
    # The exit code of a run that comes to its end.
    code: int = 0

    def start(self, pages, out, log=None):
        """Starts a run, whose output goes beside its results or to another place, with the ending `.log`."""
        with open(f"{log or out}.log", "w", encoding="utf-8") as output:
            return subprocess.Popen(
                [sys.executable, EXAMPLES / self.script, pages, out],
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | dict(self.environment),
            )

    def victims(self, run):
        """Returns the workers of a run, if one of them is busy."""
        processes = descendants(run.pid)
        if not any(self.busy.search(command) for command in processes.values()):
            return []
        return [process for process, command in processes.items() if self.workers.search(command)]

    def kill_worker(self, run, chance):
        """Kills a worker at random; tells whether there was one."""
        victims = self.victims(run)
        if victims:
            kill(chance.choice(victims))
        return bool(victims)

    def kill_driver(self, run):
        for process, command in descendants(run.pid).items():
            if self.driver.search(command):
                kill(process)
        run.kill()
        run.wait()

    def results(self, out):
        return [file for file in Path(out).glob(self.files) if file.is_file()]

    def scores(self, out):
        """Returns all scores, in the order of their ids."""
        tables = [pyarrow.parquet.read_table(file) for file in self.results(out)]
        return pyarrow.concat_tables(tables).sort_by("id").replace_schema_metadata(None)


RAY = Example(
    script="score_ray.py",
    files="*.parquet",
    workers=re.compile("^ray::Map"),
    busy=re.compile("^ray::Map"),
    driver=re.compile("$^"),
    environment=(("RAY_USAGE_STATS_ENABLED", "0"),),
)
SPARK = Example(
    script="score_spark.py",
    files="*/*.parquet",
    workers=re.compile("CoarseGrainedExecutorBackend|pyspark.daemon"),
    busy=re.compile("pyspark.daemon"),
    driver=re.compile("deploy.SparkSubmit"),
    environment=(
        ("PYSPARK_PYTHON", sys.executable),
        ("SPARK_LOCAL_IP", "127.0.0.1"),
        ("PYSPARK_SUBMIT_ARGS", " ".join(CLUSTER)),
    ),
)


PROGRESS = re.compile(r"(\d+)(?: of \d+)? rows,[^\r\n\x1b]*")


def rows_so_far(out):
    """Returns the numbers of rows that a run says it has scored, one after the other."""
    return [int(said[1]) for said in PROGRESS.finditer(output(out))]


def progress(out):
    """Returns the last line in which a run tells its progress, empty before the first."""
    said = [said[0] for said in PROGRESS.finditer(output(out))]
    return said[-1] if said else ""


def output(out):
    return Path(f"{out}.log").read_text(encoding="utf-8", errors="replace")


def status(process):
    """Returns the fields of a process from its state on."""
    # The name of the program, in parentheses, can contain anything.
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()


def processor_seconds(process):
    try:
        user, system = status(process)[11:13]
    except OSError:
        return 0
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def descendants(process):
    """Returns the command lines of a process and of all that it and its children started."""
    commands, children = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
            parent = int(status(entry.name)[1])
        except OSError:
            continue
        commands[int(entry.name)] = command.decode(errors="replace")
        children.setdefault(parent, []).append(int(entry.name))
    found, new = {}, [process]
    while new:
        one = new.pop()
        if one in commands:
            found[one] = commands[one]
        new += children.get(one, [])
    return found


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def memory(process):
    """Returns the bytes of a process, of which it shares each page with others in equal parts."""
    try:
        sizes = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    except OSError:
        return 0
    return sum(int(size) * 1024 for size in re.findall(r"^Pss: +(\d+) kB", sizes, re.MULTILINE))


def write_pages(folder, files, rows):
    """Writes pages; of each file, one is null, one is nothing like LaTeX, and one is too long."""
    folder.mkdir()
    for file in range(files):
        ids = [f"{file:04}-{row:05}" for row in range(rows)]
        made = [
            (f"Page {id}. {a}", f"Page {id}. {b}")
            for id, (a, b) in zip(ids, pairs(range(file * rows, file * rows + rows)))
        ]
        references, predictions = [a for a, _ in made], [b for _, b in made]
        predictions[1], predictions[2], references[3] = None, "}" * 1000, "a" * 600_000
        table = pyarrow.table({"id": ids, "reference": references, "prediction": predictions})
        pyarrow.parquet.write_table(table, folder / f"part-{file:04}.parquet", compression="zstd")


def bits(table):
    """Returns a table with the bits of its numbers, so that equal tables are equal in every bit."""
    columns = [
        column.combine_chunks().view(pyarrow.uint64()) if column.type == pyarrow.float64() else column
        for column in table.columns
    ]
    return pyarrow.table(columns, names=table.column_names)
