"""Times the Python libraries on pairs of texts, as `crates/metrics/examples/throughput.rs` times texlens.

    python xtask/bench/metrics.py [FORMULAS.jsonl [PAGES.jsonl]]

Lines are {"ref", "pred"}; without a file, the pairs of crates/metrics/tests/oracle/text.json are used. Prints JSON:
{"throughput": [{"metric", "library", "unit", "pairs", "seconds"}], "skipped": {library: reason}}, where seconds is the
time of all pairs together. A library that is not installed is skipped.

Each library is called as its documentation shows. Objects that can be reused are made once; caches of texts are emptied
between rounds.
"""

import gc
import json
import sys
import time
import warnings
from importlib import import_module
from pathlib import Path

SECONDS = 0.5
ORACLE = Path(__file__).resolve().parents[2] / "crates/metrics/tests/oracle/text.json"


def sacrebleu():
    metrics = import_module("sacrebleu.metrics")
    bleu = metrics.BLEU(effective_order=True)
    chrf, chrf_pp = metrics.CHRF(), metrics.CHRF(word_order=2)
    post = bleu.tokenizer._post_tokenizer
    caches = [type(tokenizer).__call__ for tokenizer in (bleu.tokenizer, post)]
    yield "sacrebleu", lambda a, b: bleu.sentence_score(b, [a]), lambda: [cache.cache_clear() for cache in caches]
    yield "chrf", lambda a, b: chrf.sentence_score(b, [a])
    yield "chrf_pp", lambda a, b: chrf_pp.sentence_score(b, [a])


def nltk():
    module = import_module("nltk.translate.bleu_score")
    method1 = module.SmoothingFunction().method1
    yield "bleu", lambda a, b: module.sentence_bleu([a.split()], b.split(), smoothing_function=method1)


def rouge_score():
    scorer = import_module("rouge_score.rouge_scorer").RougeScorer
    for metric, kind in [("rouge1", "rouge1"), ("rouge2", "rouge2"), ("rougel", "rougeL"), ("rougelsum", "rougeLsum")]:
        yield metric, scorer([kind]).score


def jiwer():
    module = import_module("jiwer")
    for metric in ["wer", "cer", "mer", "wil"]:
        yield metric, getattr(module, metric)


def rapidfuzz():
    fuzz = import_module("rapidfuzz.fuzz")
    distance = import_module("rapidfuzz.distance.Levenshtein")
    yield "edit_similarity", distance.normalized_similarity
    # The counterpart of texlens, which also reports where the texts differ.
    yield (
        "edit_similarity with differences",
        lambda a, b: (distance.normalized_similarity(a, b), distance.opcodes(a, b).as_list()),
    )
    yield "indel_similarity", fuzz.ratio
    yield "partial_ratio", fuzz.partial_ratio


LIBRARIES = [sacrebleu, nltk, rouge_score, jiwer, rapidfuzz]


def pairs(path):
    if path is None:
        lines = json.loads(ORACLE.read_text(encoding="utf-8"))["pairs"]
    else:
        lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    return [(line["ref"], line["pred"]) for line in lines]


def seconds(score, texts, forget):
    """Returns the time of the fastest round over all texts, which other processes disturb least."""
    fastest, begin = float("inf"), time.perf_counter()
    gc.disable()
    while time.perf_counter() - begin < SECONDS:
        forget()
        start = time.perf_counter()
        for reference, prediction in texts:
            score(reference, prediction)
        fastest = min(fastest, time.perf_counter() - start)
    gc.enable()
    return fastest


def main(paths):
    warnings.filterwarnings("ignore")
    units = [("formula", pairs(paths[0] if paths else None))]
    if len(paths) > 1:
        units.append(("page", pairs(paths[1])))
    rows, skipped = [], {}
    for library in LIBRARIES:
        try:
            metrics = list(library())
        except ImportError as error:
            skipped[library.__name__] = f"{error}: pip install {library.__name__}"
            print(f"skipped: {skipped[library.__name__]}", file=sys.stderr)
            continue
        for metric, score, *forget in metrics:
            for unit, texts in units:
                rows.append(
                    {
                        "metric": metric,
                        "library": library.__name__,
                        "unit": unit,
                        "pairs": len(texts),
                        "seconds": seconds(score, texts, *forget or [lambda: None]),
                    }
                )
    json.dump({"throughput": rows, "skipped": skipped}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main(sys.argv[1:])
