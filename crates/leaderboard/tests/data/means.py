"""Writes the means of the made result files with the code of pdf-parse-bench.

usage: python3 means.py CLONE, where CLONE is a clone of phorn1/pdf-parse-bench. Needs pydantic. What the code imports
besides is replaced by mocks, since means need neither models nor parsers.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock

DATA = Path(__file__).parent
SOURCES = "src/pdf_parse_bench"
MOCKS = [
    "bench",
    "bench.eval",
    "bench.extraction",
    "bench.utilities",
    "bench.utilities.base_parser",
    "bench.utilities.formula_renderer",
    "dotenv",
    "google",
    "google.genai",
    "Levenshtein",
    "mistralai",
    "nltk",
    "nltk.translate",
    "nltk.translate.bleu_score",
    "openai",
    "requests",
    "tqdm",
]


def code(clone: Path, commit: str, path: str) -> ModuleType:
    """Runs a module of the benchmark at a commit."""
    show = ["git", "-C", clone, "show", f"{commit}:{SOURCES}/{path}"]
    source = subprocess.run(show, check=True, capture_output=True).stdout
    for name in MOCKS:
        sys.modules.setdefault(name, MagicMock())
    with tempfile.NamedTemporaryFile(suffix=".py") as file:
        Path(file.name).write_bytes(source)
        spec = spec_from_file_location("bench.pipeline.code", file.name)
        module = module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    return module


def statistics(evaluators: ModuleType, page: Path) -> None:
    """Writes the statistics of a page, which the code of 2025 reads."""
    items = evaluators.load_formula_summaries(page / "eval_formula_results.json")
    evaluators.save_statistics(page / "eval_stats.json", evaluators.StatisticsCalculator.calculate(items))


def means(pipeline: ModuleType, folder: Path) -> dict:
    """Returns the means that the benchmark writes for a parser."""
    bench = object.__new__(pipeline.Benchmark)
    bench.parser_output_dir, bench.ground_truth_dir = folder, folder / "ground_truth"
    bench._parser = bench.parser = None
    bench.save_benchmark_summary()
    return json.loads((folder / "benchmark_results.json").read_text())


def main() -> None:
    """Compares the means with those of the files."""
    clone = Path(sys.argv[1])
    for commit, parsers in [("c53f8d8", ["2025-q4/alpha", "2025-q4/beta"]), ("7a70c66", ["2026-q1/gamma"])]:
        pipeline = code(clone, commit, "pipeline/pipeline.py")
        for parser in parsers:
            with tempfile.TemporaryDirectory() as temporary:
                folder = Path(temporary) / parser
                shutil.copytree(DATA / parser, folder)
                if commit == "c53f8d8":
                    evaluators = code(clone, commit, "eval/evaluators.py")
                    for page in folder.iterdir():
                        if page.is_dir():
                            statistics(evaluators, page)
                new = means(pipeline, folder)
            path = DATA / parser / "benchmark_results.json"
            old = json.loads(path.read_text())
            # The date and the names are made up.
            new |= {name: old[name] for name in ["date", "parser_name", "benchmark_name"]}
            print(parser, "as before" if new == old else "has other means")
            path.write_text(json.dumps(new, indent=2) + "\n")


if __name__ == "__main__":
    main()
