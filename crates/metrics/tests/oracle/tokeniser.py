"""Makes tokenizer.json, a small tokeniser of the kind of TeXBLEU's, and tokeniser.json: its tokens of some texts.

    pip install tokenizers==0.23.3
    python tokeniser.py

The formulas are our own. The tokeniser is trained like the authors' (`bin/metric.py` of TeXBLEU), on less.

    python tokeniser.py TOKENIZER FILE OUT [COUNT]

writes the tokens that another tokeniser gives for COUNT formulas of a file with a formula a line (`inline|display`, a
tab, LaTeX) and for the awkward texts. They are not kept:
`TEXLENS_TEXBLEU_TOKENIZER=TOKENIZER TEXLENS_TEXBLEU_TOKENS=OUT cargo test -p texlens-metrics tokeniser`.
"""

import gzip
import json
import random
import re
import sys
from importlib.metadata import version
from pathlib import Path

from tokenizers import Tokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.trainers import BpeTrainer

FOLDER = Path(__file__).parent
SPECIAL = ["[UNK]", "[CLS]", "[SEP]", "[PAD]", "[MASK]"]

FORMULAS = r"""
x = \frac{-b \pm \sqrt{b^{2} - 4ac}}{2a}
\sum_{i=1}^{n} i = \frac{n(n+1)}{2}
\int_{0}^{\infty} e^{-x^{2}} \mathrm{d}x = \frac{\sqrt{\pi}}{2}
\begin{pmatrix} a & b \\ c & d \end{pmatrix}^{-1} = \frac{1}{ad - bc} \begin{pmatrix} d & -b \\ -c & a \end{pmatrix}
\lim_{h \to 0} \frac{f(x+h) - f(x)}{h} = f'(x)
\left\{ x \in \mathbb{R} \mid \alpha \leq x < \beta \right\}
\mathcal{L}(\theta) = \prod_{k=1}^{N} p(y_{k} \mid x_{k}; \theta)
\nabla \cdot \mathbf{E} = \frac{\rho}{\varepsilon_{0}}
\sin^{2} \varphi + \cos^{2} \varphi = 1 \quad \text{for all } \varphi
\hat{\beta} = (X^{\top} X)^{-1} X^{\top} y
f \colon A \to B, \quad a \mapsto \bar{a} \otimes \tilde{a}
\binom{n}{k} = \frac{n!}{k!\,(n-k)!}
|\langle u, v \rangle|^{2} \le \langle u, u \rangle \cdot \langle v, v \rangle
""".strip().split("\n")

AWKWARD = [
    "",
    " ",
    " \t\n\r\x0b\x0c\x85\xa0\u2028\u3000x",
    "x",
    "\\",
    "\\\\\\\\",
    "\x1c\x1d\x1e\x1f\x00\x7f",
    "[UNK][MASK] [CLS",
    "x[SEP]y[PAD]\\[MASK]{",
    "[UNK]]",
    "\\frac{1}{2}\\frac{1}{2}",
    "}{}{}{}{}}}}{{{{",
    "%%%% % comment",
    "naïve Ω≈ç√∫ 中文 数学 한국어 हिन्दी ไทย",
    "e\u0301 e\u200de \u200c a\u20dd",
    "😀👩‍👩‍👧‍👧🏳️‍🌈",
    "x_1__2 _ __ 1_000",
    "٣٤ ½ ² ⅷ ① Ⓐ",
    "‿⁀⁔︳︴﹍＿a",
    "\ufeffx\u200b\u2060\u00ad",
    "\U0001d465\U0001d7d8 \U0010ffff\ue000\u0378",
    "x" * 99,
]

LONG = ["x" * 3000, "ab" * 3000 + "+-" * 3000, "\\frac{a}{b} " * 400]


def random_texts(count, seed):
    """Texts of characters from all planes, with commands between them."""
    draw = random.Random(seed)
    pieces = ["\\frac", "{", "}", "[MASK]", " ", "sum", "_", "^", "\\"]
    blocks = [(0x20, 0x7F), (0xA0, 0x600), (0x600, 0x3000), (0x3000, 0xD800), (0xE000, 0x10000), (0x10000, 0x20000)]

    def character():
        return chr(draw.randrange(*draw.choice(blocks)))

    def text():
        return "".join(draw.choice(pieces) if draw.random() < 0.3 else character() for _ in range(draw.randrange(40)))

    return [text() for _ in range(count)]


def spaced(text):
    """The spacing of `bin/metric.py`."""
    return re.sub(r"\s+", " ", re.sub(r"(?<![\\])(\\)", r" \1", text)).strip()


def case(tokeniser, text):
    found = tokeniser.encode(text)
    # Places are those of characters, and wanted are those of bytes.
    byte = [0]
    for character in text:
        byte.append(byte[-1] + len(character.encode()))
    ranges = [[byte[start], byte[end]] for start, end in found.offsets]
    return {"text": text, "ids": found.ids, "ranges": ranges, "spaced": tokeniser.encode(spaced(text)).ids}


def small():
    tokeniser = Tokenizer(BPE(unk_token="[UNK]"))
    tokeniser.pre_tokenizer = Whitespace()
    trainer = BpeTrainer(special_tokens=SPECIAL, vocab_size=150, show_progress=False)
    tokeniser.train_from_iterator(FORMULAS, trainer)
    return tokeniser


def formulas(path, count):
    with gzip.open(path, "rt") if path.endswith(".gz") else open(path) as lines:
        texts = [line.rstrip("\n").split("\t", 1)[1] for line in lines]
    return random.Random(1).sample(texts, count)


def main():
    if len(sys.argv) > 1:
        tokeniser_file, file, out, *count = sys.argv[1:]
        tokeniser = Tokenizer.from_file(tokeniser_file)
        texts = formulas(file, int(count[0]) if count else 1000) + AWKWARD + LONG + random_texts(2000, 1)
        Path(out).write_text("\n".join(json.dumps(case(tokeniser, text)) for text in texts) + "\n")
        return
    tokeniser = small()
    tokeniser.save(str(FOLDER / "tokenizer.json"))
    cases = [case(tokeniser, text) for text in FORMULAS + AWKWARD + random_texts(60, 2)]
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in cases)
    made_with = json.dumps({"tokenizers": version("tokenizers")})
    (FOLDER / "tokeniser.json").write_text('{"made_with": %s, "cases": [\n%s\n]}\n' % (made_with, lines))


if __name__ == "__main__":
    main()
