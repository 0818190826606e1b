"""Makes text.json: scores of the similarity libraries on pairs that go to their limits.

    pip install sacrebleu==2.6.0 nltk==3.10.4 rouge_score==0.1.2 jiwer==4.0.0 Levenshtein==0.27.5 rapidfuzz==3.14.6
    python recipe.py

The formulas and sentences are our own. Where a benchmark computes a score itself (the keys `ppb` and `omnidocbench`),
this file follows its code in words of its own.

    python recipe.py --random 4000 --seed 1 FILE

writes as many random pairs instead, which are not kept: `TEXLENS_ORACLE=FILE cargo test -p texlens-metrics random`.
"""

import json
import random
import re
import sys
import warnings
from importlib.metadata import version
from pathlib import Path

import jiwer
import Levenshtein
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu, sentence_bleu
from rapidfuzz import fuzz
from rouge_score import rouge_scorer
from sacrebleu.metrics import BLEU, CHRF

warnings.filterwarnings("ignore")

LIBRARIES = ["sacrebleu", "nltk", "rouge_score", "jiwer", "Levenshtein", "rapidfuzz"]

METHOD1 = SmoothingFunction().method1
ROUGE = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL", "rougeLsum"])

DELETED = """\\mathbf \\mathrm \\mathnormal \\mathit \\mathbb \\mathcal \\mathscr \\mathfrak \\mathsf
\\mathtt \\textbf \\text \\boldmath \\boldsymbol \\operatorname \\bm \\symbfit \\mathbfcal \\symbf
\\scriptscriptstyle \\notag \\setlength \\coloneqq \\space \\thickspace \\thinspace \\medspace
\\nobreakspace \\negmedspace \\quad \\qquad \\enspace \\substackw""".split()
DELETED += [" ", "$$", "\\left", "\\right", "\\displaystyle", "\\text"]


def omnidocbench_formula(formula):
    formula = formula.strip().strip("$").strip("\n")
    if display := re.search(r"\\\[(.+?)(?<!\\)\\\]", formula):
        formula = display.group(1).strip()
    for span in [r"\\tag\{.*?\}", r"\\hspace\{.*?\}", r"\\begin\{.*?\}", r"\\end\{.*?\}", r"\\arraycolsep.*?\}"]:
        formula = re.sub(span, "", formula)
    formula = formula.strip(".")
    for piece in DELETED:
        formula = formula.replace(piece, "")
    return formula.lower()


def edit_distance(a, b):
    longest = max(len(a), len(b))
    return Levenshtein.distance(a, b) / longest if longest else 0.0


def pdf_parse_bench_formula(formula):
    return " ".join(re.sub(r"\$+", "", formula).split())


def pdf_parse_bench_tokens(formula):
    return re.findall(r"\\[a-zA-Z]+|[a-zA-Z0-9]+|[{}()\[\]|_^=+\-*/\\,.<>']", formula)


def nltk_bleu(reference, prediction, **options):
    return float(sentence_bleu([reference], prediction, **options))


def scores(reference, prediction):
    def sacrebleu(tokenize):
        return BLEU(tokenize=tokenize, effective_order=True).sentence_score(prediction, [reference]).score

    rouge = ROUGE.score(reference, prediction)
    words = jiwer.process_words(reference, prediction)
    cleaned = [pdf_parse_bench_formula(text) for text in (reference, prediction)]
    tokens = [pdf_parse_bench_tokens(text) for text in cleaned]
    normalised = [omnidocbench_formula(text) for text in (reference, prediction)]
    return {
        "sacrebleu.sentence_bleu_13a_exp_effective": sacrebleu("13a"),
        "sacrebleu.sentence_bleu_none_effective": sacrebleu("none"),
        "sacrebleu.sentence_bleu_char_effective": sacrebleu("char"),
        "sacrebleu.sentence_bleu_intl_effective": sacrebleu("intl"),
        "sacrebleu.chrF2": CHRF().sentence_score(prediction, [reference]).score,
        "sacrebleu.chrF2++": CHRF(word_order=2).sentence_score(prediction, [reference]).score,
        "nltk.sentence_bleu_ws_nosmooth": nltk_bleu(reference.split(), prediction.split()),
        "nltk.sentence_bleu_ws_method1": nltk_bleu(reference.split(), prediction.split(), smoothing_function=METHOD1),
        "nltk.sentence_bleu_char_method1": nltk_bleu(list(reference), list(prediction), smoothing_function=METHOD1),
        "ppb.naive_bleu": round(nltk_bleu(*tokens, smoothing_function=METHOD1), 4),
        "ppb.naive_levenshtein": round(1 - edit_distance(*cleaned), 4),
        **{f"rouge_score.{name}": list(score) for name, score in rouge.items()},
        "jiwer.wer": words.wer,
        "jiwer.cer": jiwer.cer(reference, prediction),
        "jiwer.mer": words.mer,
        "jiwer.wil": words.wil,
        "levenshtein.norm_similarity": 1 - edit_distance(reference, prediction),
        "levenshtein.ratio_indel": Levenshtein.ratio(reference, prediction),
        "rapidfuzz.ratio": fuzz.ratio(reference, prediction),
        "rapidfuzz.partial_ratio": fuzz.partial_ratio(reference, prediction),
        "omnidocbench.edit_dist_norm": edit_distance(*normalised),
        "omnidocbench.edit_dist_raw": edit_distance(reference, prediction),
    }


def corpus_scores(references, predictions):
    words = jiwer.process_words(references, predictions)
    tokens = [[text.split()] for text in references], [text.split() for text in predictions]
    return {
        "sacrebleu.corpus_bleu": BLEU().corpus_score(predictions, [references]).score,
        "sacrebleu.corpus_chrF2": CHRF().corpus_score(predictions, [references]).score,
        "sacrebleu.corpus_chrF2++": CHRF(word_order=2).corpus_score(predictions, [references]).score,
        "nltk.corpus_bleu": float(corpus_bleu(*tokens, smoothing_function=METHOD1)),
        "jiwer.corpus_wer": words.wer,
        "jiwer.corpus_cer": jiwer.cer(references, predictions),
        "jiwer.corpus_mer": words.mer,
        "jiwer.corpus_wil": words.wil,
    }


EULER = r"\left( \sum_{k=1}^{n} \frac{1}{k^{2}} \right) \to \frac{\pi^2}{6}"
PROSE = (
    "Let $f$ be continuous on [0, 1]; then, by Weierstrass, it is bounded.\nIt attains its maximum, say 3.14, at x-1."
)
LONG = " ".join(f"w{i % 37}" if i % 5 else "the" for i in range(400))

# (id, reference, prediction)
PAIRS = [
    ("both empty", "", ""),
    ("reference empty", "", "x + y"),
    ("prediction empty", "x + y", ""),
    ("white space only", " \n\t", "  "),
    ("white space against a formula", "a", " \n "),
    ("one token", "x", "x"),
    ("one token, wrong", "x", "y"),
    ("three tokens", "a + b", "a + b"),
    ("equal", EULER, EULER),
    ("spacing", EULER, EULER.replace(" ", "")),
    ("capitals", EULER, EULER.upper()),
    ("a changed digit", EULER, EULER.replace("6", "8")),
    ("truncated", EULER, EULER[:25]),
    ("a looping tail", "a+b", "a+b" + "+b" * 40),
    ("repeats clipped", "the the cat", "the the the the"),
    ("repeats of both", "ab " * 20, "ab " * 33),
    ("swapped words", "b a", "a b"),
    ("alignments of equal cost", "a b c d e f", "b a d c f e"),
    ("more ties", "x y x y x y z", "y x y x y x"),
    ("prose", PROSE, PROSE.replace("continuous", "continous").replace("\n", " ")),
    ("prose in lines", PROSE + "\nSo much for it.", "So much for that.\n" + PROSE),
    ("single line breaks are no spaces", "one\ntwo three", "one two\tthree"),
    ("runs of white space", "one \n two\n\n three ", "\none two three"),
    ("Unicode for commands", r"\alpha \leq \beta^2", "α ≤ β²"),
    ("accents, composed or not", "naïve café", "nai\u0308ve cafe\u0301"),
    ("letters that become ASCII", "\u212a \u0130x", "k ix"),
    ("beyond the plane", "𝔸𝔹 → 𝟙", "𝔸ℂ → 𝟙"),
    ("Chinese", "设函数在区间上连续", "设函数在区间上连读。"),
    ("other white space", "a\u00a0b\u2003c\u3000d", "a b c d"),
    ("separators are white space", "a\u001cb \u001f", "a b"),
    ("points and dashes", "1,000.5 -- a.b,c. 5-3 x-y 1990-", "1,000.5 - a. b,c 5 -3 x-y 1990"),
    ("entities", "a &lt; b &amp;amp; &quot;c&quot;", 'a < b &amp; "c"'),
    ("hyphenation", "hyphen-\nated <skipped>", "hyphenated"),
    ("punctuation at words", "(hi) !! a? -b 'c'", "hi ! a -b c ' ("),
    ("a piece with one letter lost, repeated", "2\n\n\\bgin{array} i=1 " * 5, "2\n\n\\begin{array} i=1 " * 9),
    ("dollars", "$$x^2$$", r"\[x^2\]"),
    ("an array", r"\begin{array}{cc}1&2\\3&4\end{array}", r"\begin{matrix}1&2\\3&4\end{matrix}"),
    (
        "normaliser",
        r"\[ \tag{1} \mathbf{X} \leftarrow \hspace{2em}\text{if}\\] y. \]",
        r"\mathrm x\quad\arraycolsep=2pt}",
    ),
    ("normaliser, several lines", "$$\n..\\[ a\n\\] \\tag{1\n2}.\n$$", "\\left.\\ left b \\right)."),
    ("a part", "the quick brown fox", "qick brwn"),
    ("a part at the end", "abcdefgh" * 12, "xx" + "efgh" * 20),
    ("equal lengths", "abcdefghij", "cdefghijab"),
    ("long, unrelated", LONG, LONG[::-1]),
    ("long, similar", LONG, LONG.replace("the", "a").replace("w3", "v")),
    ("long, moved", LONG, LONG[600:] + " " + LONG[:600]),
]

# (id, from, to): all pairs from one to another.
CORPORA = [
    ("all", "both empty", "long, moved"),
    ("nothing but empty references", "both empty", "reference empty"),
    ("short ones", "one token", "three tokens"),
    ("formulas", "equal", "a looping tail"),
    ("prose", "prose", "runs of white space"),
]

SNIPPETS = r"""\frac { } { } ^ _ { } \alpha \left( \right) \sum_ i=1 x y z + - = 1 2 10 3.5 , . ; $ $$ \[ \]
& \\ \text{if} \mathbf \tag{1} \begin{array} \end{array} \quad the of a function is Let proof. (cf. "x" it's
α ≤ é 中 ½ « » &lt; &amp; - x-y !""".split()
SPACES = ["", "", "", " ", " ", " ", "\n", "  ", "\n\n", "\t", "\u00a0", "\u2028"]


def random_text(random, words):
    return "".join(random.choice(SNIPPETS) + random.choice(SPACES) for _ in range(words))


def random_pairs(count, seed):
    """Texts of up to 120 snippets, and what remains of them after some were replaced, dropped, doubled or moved."""
    rng = random.Random(seed)
    for number in range(count):
        reference = random_text(rng, int(rng.random() ** 3 * 120))
        prediction = list(reference)
        for _ in range(rng.choice([0, 1, 2, 5, 20])):
            start = rng.randrange(len(prediction) + 1)
            end = start + rng.choice([1, 1, 3, 10, 40])
            edit = rng.choice(["replace", "drop", "double", "move"])
            piece = prediction[start:end]
            prediction[start:end] = {
                "replace": list(random_text(rng, 1)),
                "drop": [],
                "double": piece + piece,
                "move": piece[::-1],
            }[edit]
        if rng.random() < 0.1:
            prediction = random_text(rng, rng.randrange(60))
        pair = reference, "".join(prediction)
        yield f"random {number}", *(pair if rng.random() < 0.5 else pair[::-1])


def scored(pairs):
    for name, reference, prediction in pairs:
        yield {"id": name, "ref": reference, "pred": prediction, "scores": rounded(scores(reference, prediction))}


def rounded(values):
    return {
        key: [round(v, 8) for v in value] if isinstance(value, list) else round(value, 8)
        for key, value in values.items()
    }


def corpus(name, first, last):
    ids = [pair[0] for pair in PAIRS]
    members = PAIRS[ids.index(first) : ids.index(last) + 1]
    values = corpus_scores([pair[1] for pair in members], [pair[2] for pair in members])
    return {"id": name, "pairs": [pair[0] for pair in members], "scores": rounded(values)}


def main(arguments):
    if arguments[:1] == ["--random"]:
        _, count, _, seed, path = arguments
        lines = scored(random_pairs(int(count), int(seed)))
        Path(path).write_text("".join(json.dumps(line) + "\n" for line in lines))
        return
    oracle = {
        "versions": {name: version(name) for name in LIBRARIES},
        "pairs": list(scored(PAIRS)),
        "corpora": [corpus(*parts) for parts in CORPORA],
    }
    path = Path(__file__).with_name("text.json")
    path.write_text(json.dumps(oracle, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
