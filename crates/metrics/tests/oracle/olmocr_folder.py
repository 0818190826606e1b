"""Compares every verdict of `texlens evaluate` on a benchmark folder with that of olmOCR-bench's own script.

    git clone https://github.com/allenai/olmocr && git -C olmocr checkout f7cfe4c
    pip install playwright rapidfuzz fuzzysearch beautifulsoup4 lxml tqdm numpy pypdf Pillow lingua-language-detector
    texlens evaluate olmocr/olmocr/bench/sample_data --csv verdicts.csv
    python olmocr_folder.py --olmocr olmocr --folder olmocr/olmocr/bench/sample_data verdicts.csv

The script runs the official `main`, which also prints its rates, and reads the verdicts behind them. It prints each
test with two verdicts, or with one only, and the number of equal verdicts. Exit code: 0 if all are equal, otherwise 1.
"""

import argparse
import csv
import sys

from olmocr_math import official


def official_verdicts(folder):
    """Returns the official verdicts by system and id of the test."""
    from olmocr.bench import benchmark

    verdicts = {}
    evaluate = benchmark.evaluate_candidate

    def recorded(candidate, *arguments):
        result = evaluate(candidate, *arguments)
        system = candidate.rstrip("/").rpartition("/")[2]
        for pages in result[-1].values():
            for test, passed, _ in (one for tests in pages.values() for one in tests):
                verdicts[system, test.id] = passed
        return result

    benchmark.evaluate_candidate = recorded
    sys.argv = ["benchmark", "--dir", folder, "--force"]
    benchmark.main()
    return verdicts


def our_verdicts(path):
    """Returns the verdicts in the CSV of `texlens evaluate` by system and id of the test."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["level"] == "test"]
    return {(row["system"], row["id"].partition(":")[2]): float(row["value"]) > 0.5 for row in rows}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--olmocr", required=True)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--folder", required=True)
    parser.add_argument("csv")
    arguments = parser.parse_args()
    official(arguments.olmocr, arguments.browser, None)
    theirs, ours = official_verdicts(arguments.folder), our_verdicts(arguments.csv)
    tests = sorted(theirs.keys() | ours.keys())
    different = [test for test in tests if theirs.get(test) != ours.get(test)]
    for system, test in different:
        verdicts = f"official {theirs.get((system, test))}, texlens {ours.get((system, test))}"
        print(f"{system} {test}: {verdicts}")
    print(f"{len(tests) - len(different)} of {len(tests)} verdicts are equal")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
