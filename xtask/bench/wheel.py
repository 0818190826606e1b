"""Measures the wheel beside the command, and beside the Python tools whose values its text metrics equal.

Prints a table; asserts nothing about time. Records the results for `cargo xtask figures`.
"""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

import jiwer
import nltk.translate.bleu_score
import pyarrow
import rapidfuzz.distance
import rouge_score.rouge_scorer
import sacrebleu
from results import record

import texlens
from pages import formula_pairs, pairs

PAGES, FORMULAS = 400, 10_000
ROUNDS = 3
SCORER = rouge_score.rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])
SMOOTH = nltk.translate.bleu_score.SmoothingFunction().method1


def bleu(reference, prediction):
    nltk.translate.bleu_score.sentence_bleu([reference.split()], prediction.split(), smoothing_function=SMOOTH)


def chrf(reference, prediction):
    sacrebleu.sentence_chrf(prediction, [reference])


def edits(reference, prediction):
    rapidfuzz.distance.Levenshtein.normalized_similarity(reference, prediction)


def others(reference, prediction):
    sacrebleu.sentence_bleu(prediction, [reference])
    sacrebleu.sentence_chrf(prediction, [reference], word_order=2)
    SCORER.score(reference, prediction)
    jiwer.process_words(reference, prediction)
    jiwer.process_characters(reference, prediction)
    rapidfuzz.distance.Indel.normalized_similarity(reference, prediction)


# The tools as people call them for each pair, and the metrics that give the same values.
TOOLS = {
    "bleu": (bleu, ["bleu"]),
    "chrf": (chrf, ["chrf"]),
    "edits": (edits, ["edit_similarity"]),
    "others": (
        others,
        ["sacrebleu", "chrf_pp", "rouge1", "rouge2", "rougel", "wer", "mer", "wil", "cer", "indel_similarity"],
    ),
}


def processors():
    """Returns the seconds of processors that this process and its children have taken."""
    # The time of this process in nanoseconds, that of its children in hundredths of a second.
    return time.process_time() + sum(os.times()[2:4])


def fastest(work, clock=processors):
    """Returns the seconds of the fastest of several runs. Other programs disturb those of processors least."""
    times = []
    for _ in range(ROUNDS):
        begun = clock()
        work()
        times.append(clock() - begun)
    return min(times)


def measure(kind, made, tools):
    """Returns the figures of pairs of a kind, with the given tools."""
    table = pyarrow.table({"reference": [a for a, _ in made], "prediction": [b for _, b in made]})

    def wheel(metrics=None, threads=1, clock=processors):
        return fastest(lambda: texlens.score_batch(table, kind=kind, metrics=metrics, threads=threads), clock)

    def tool(call):
        return fastest(lambda: [call(a, b) for a, b in made])

    theirs = {name: tool(TOOLS[name][0]) for name in tools}
    text = wheel([metric for name in tools for metric in TOOLS[name][1]])
    whole, command = wheel(), run_command(kind, made)
    one, two = (wheel(threads=threads, clock=time.perf_counter) for threads in (1, 2))
    return {
        "tools": len(made) / sum(theirs.values()),
        "text": len(made) / text,
        "all": len(made) / whole,
        "speed": sum(theirs.values()) / text,
        **{f"speed.{name}": theirs[name] / wheel(TOOLS[name][1]) for name in tools if name != "others"},
        "overhead": whole / command,
        "two": one / two,
    }


def run_command(kind, made):
    """Returns the seconds that the command takes for the same pairs, without the TeX engine."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "pairs.jsonl")
        lines = [json.dumps({"id": index, "reference": a, "prediction": b}) for index, (a, b) in enumerate(made)]
        path.write_text("\n".join(lines), encoding="utf-8")
        options = ["--kind", kind, "--whole-answers", "--jobs", "1"]
        command = [os.environ["TEXLENS_CLI"], "score", "--pairs", path, *options]
        environment = {**os.environ, "TEXLENS_TEX": str(Path(folder, "no-engine"))}
        return fastest(lambda: subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL))


def main():
    print(f"load: {os.getloadavg()[0]:.1f}")
    measured = {
        "pages": measure("page", list(pairs(range(PAGES))), ["bleu", "chrf", "edits", "others"]),
        "formulas": measure("formula", list(formula_pairs(range(FORMULAS))), ["bleu", "chrf", "edits"]),
    }
    figures = {f"{unit}.{name}": value for unit, values in measured.items() for name, value in values.items()}
    for name, value in figures.items():
        print(f"{name:22} {value:10.2f}")
    record("wheel", figures)


if __name__ == "__main__":
    main()
