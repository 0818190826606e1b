"""Measures the wheel beside the command, and beside the Python tools whose values its text metrics equal.

Prints a table; asserts nothing about time. Records the results for `cargo xtask figures`.
"""

import datetime
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

import texlens

PAIRS = 400
ROUNDS = 3
TEXT = ["bleu", "sacrebleu", "chrf", "chrf_pp", "rouge1", "rouge2", "rougel"]
TEXT += ["wer", "mer", "wil", "cer", "edit_similarity", "indel_similarity"]


def pairs():
    """Returns pages of the samples, each with a copy in which some words are wrong."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path("www/samples").glob("*.tex"))]
    made = []
    for index in range(PAIRS):
        words = texts[index % len(texts)].split(" ")
        wrong = [word[::-1] if (place * 7 + index) % 23 == 0 else word for place, word in enumerate(words)]
        made.append((" ".join(words), " ".join(wrong)))
    return made


def by_tools(reference, prediction, scorer):
    """Calculates the text metrics as people assemble them."""
    words, others = reference.split(), prediction.split()
    smooth = nltk.translate.bleu_score.SmoothingFunction().method1
    nltk.translate.bleu_score.sentence_bleu([words], others, smoothing_function=smooth)
    sacrebleu.sentence_bleu(prediction, [reference])
    sacrebleu.sentence_chrf(prediction, [reference])
    sacrebleu.sentence_chrf(prediction, [reference], word_order=2)
    scorer.score(reference, prediction)
    jiwer.process_words(reference, prediction)
    jiwer.process_characters(reference, prediction)
    rapidfuzz.distance.Levenshtein.normalized_similarity(reference, prediction)
    rapidfuzz.distance.Indel.normalized_similarity(reference, prediction)


def fastest(work):
    """Returns the seconds of the fastest of several runs."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def main():
    made = pairs()
    table = pyarrow.table({"reference": [a for a, _ in made], "prediction": [b for _, b in made]})
    scorer = rouge_score.rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "pairs.jsonl")
        lines = [json.dumps({"id": index, "reference": a, "prediction": b}) for index, (a, b) in enumerate(made)]
        path.write_text("\n".join(lines), encoding="utf-8")
        command = [
            os.environ["TEXLENS_CLI"],
            "score",
            "--pairs",
            path,
            "--kind",
            "page",
            "--whole-answers",
            "--jobs",
            "1",
        ]
        environment = {**os.environ, "TEXLENS_TEX": str(Path(folder, "no-engine"))}

        def run():
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

        seconds = {
            "tools": fastest(lambda: [by_tools(a, b, scorer) for a, b in made]),
            "text": fastest(lambda: texlens.score_batch(table, metrics=TEXT, threads=1)),
            "all": fastest(lambda: texlens.score_batch(table, threads=1)),
            "two": fastest(lambda: texlens.score_batch(table, threads=2)),
            "command": fastest(run),
        }
    figures = {
        "pages.tools": PAIRS / seconds["tools"],
        "pages.text": PAIRS / seconds["text"],
        "pages.all": PAIRS / seconds["all"],
        "speed": seconds["tools"] / seconds["text"],
        "overhead": seconds["all"] / seconds["command"],
        "two": seconds["all"] / seconds["two"],
    }
    for name, value in figures.items():
        print(f"{name:12} {value:8.2f}")
    record(figures)


def record(figures):
    folder = Path(os.environ.get("CARGO_TARGET_DIR", "target"), "bench")
    folder.mkdir(parents=True, exist_ok=True)
    date = datetime.date.today().isoformat()
    results = {"date": date, "version": texlens.__version__, "processors": os.cpu_count(), "figures": figures}
    Path(folder, "wheel.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
