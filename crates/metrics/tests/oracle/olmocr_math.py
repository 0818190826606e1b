"""Makes olmocr_math.jsonl: verdicts of olmOCR-bench's own code on tests of the type `math`, in Chromium.

    git clone https://github.com/allenai/olmocr && git -C olmocr checkout f7cfe4c
    pip install playwright==1.49.1 rapidfuzz==3.14.6 fuzzysearch==0.8.1 beautifulsoup4==4.15.0 lxml==6.1.3 tqdm
    python olmocr_math.py --olmocr olmocr --browser /usr/bin/chromium > olmocr_math.jsonl

Each case is a reference formula with a page that has it unchanged, rewritten, damaged, or within something else. The
formulas are our own. `--formulas FILE --number 300 --seed 1` takes them from a file with a formula in each line
instead (after a tab, if there is one; gzip is unpacked); that result is not kept:
`TEXLENS_ORACLE=FILE cargo test -p texlens-katex`.

The official code does not load KaTeX's fonts, so it measures characters in the serif fonts of the machine.
`--with-fonts DIST` loads them from KaTeX's folder `dist`; FONTCONFIG_FILE chooses the fonts of the machine. Both show
how far verdicts depend on fonts. olmocr_math.jsonl was made with Liberation Serif, which has the widths of Times.
`--cases FILE` runs the cases of an earlier result again.
"""

import argparse
import base64
import gzip
import json
import random
import re
import shutil
import sys
import tempfile
from pathlib import Path

FORMULAS = r"""E = mc^2
a_1 + b_1
\frac{a+b}{2}
\frac{1}{1+\frac{1}{x}}
x_i^2 + y_{ij}^{k+1}
\sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{6}
\int_0^1 f(x)\,dx
\left(\frac{x}{y}\right)^2
\sqrt{x^2+y^2}
\sqrt[3]{a+b}
\begin{pmatrix} a & b \\ c & d \end{pmatrix}
\begin{cases} x & x>0 \\ -x & \text{otherwise} \end{cases}
\begin{aligned} a &= b+c \\ &= d \end{aligned}
\hat{\theta} = \bar{x} + \tilde{y}
\overline{AB} \parallel \underline{CD}
\lim_{x\to 0} \frac{\sin x}{x} = 1
\prod_{k=1}^n (1+x_k)
\mathbb{R}^n \to \mathcal{H}
\mathrm{Tr}(\mathbf{A}) = \sum_i a_{ii}
A \subseteq B \cup C \setminus D
\forall \epsilon > 0 \; \exists \delta > 0
f: X \rightarrow Y, \quad x \mapsto f(x)
\nabla \cdot \mathbf{E} = \frac{\rho}{\varepsilon_0}
\max_{1\le i\le n} |x_i| \leq \|x\|_2
\binom{n}{k} = \frac{n!}{k!(n-k)!}
g'(x) = \lim_{h \to 0} \frac{g(x+h)-g(x)}{h}
\underbrace{a+\dots+a}_{n}
\overset{\mathrm{def}}{=} p(x \mid y)
\operatorname{rank} M < \min(m,n)
\not\equiv 0 \pmod p
x \neq y, \; x \notin S
\vec{v} \times \vec{w}
\iint_D \left| \frac{\partial f}{\partial x} \right| dA
\left\{ x \in \mathbb{Z} : x^2 < 10 \right\}
a \xrightarrow{f} b
\bigl( \alpha \bigr) \Bigl[ \beta \Bigr]
p^{2^{n}}_{i_{j}}
\log_2 8 = 3
\dot{x} = \ddot{y} \cdot t
\langle \psi | \phi \rangle
12{,}345.67
\text{if } x \text{ is even}
\undefinedmacro{x}
x = {-b \pm \sqrt{b^2-4ac} \over 2a}
""".strip().splitlines()

TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)

# Other ways to write the same, in both directions.
SYNONYMS = [
    (r"\leq", r"\le"),
    (r"\geq", r"\ge"),
    (r"\neq", r"\ne"),
    (r"\rightarrow", r"\to"),
    (r"\ldots", r"\dots"),
    (r"\dfrac", r"\frac"),
    (r"\tfrac", r"\frac"),
    (r"\overline", r"\bar"),
    (r"\mathrm", r"\text"),
    (r"\left", ""),
    (r"\right", ""),
    (r"\,", ""),
    (r"\lbrace", r"\{"),
    (r"\vert", "|"),
    (r"\mid", "|"),
    (r"\mathbf", r"\boldsymbol"),
    (r"\operatorname", r"\mathrm"),
    (r"\varepsilon", r"\epsilon"),
    (r"\quad", r"\;"),
    (r"\begin{aligned}", r"\begin{align*}"),
    (r"\end{aligned}", r"\end{align*}"),
    (r"\displaystyle", ""),
]


def tokens(formula):
    return TOKEN.findall(formula)


def written(parts):
    """Joins tokens; a letter after a command needs a space."""
    text = ""
    for part in parts:
        if text and part[:1].isalpha() and re.search(r"\\[a-zA-Z]+$", text):
            text += " "
        text += part
    return text


def rewritten(formula, rng):
    kind = rng.randrange(4)
    if kind == 0:
        return re.sub(r"([_^])([A-Za-z0-9])", r"\1{\2}", formula)
    if kind == 1:
        return re.sub(r"([_^])\{([A-Za-z0-9])\}", r"\1\2", formula)
    if kind == 2:
        return " ".join(part for part in tokens(formula) if not part.isspace()) if "text" not in formula else formula
    there = [(a, b) for a, b in SYNONYMS for a, b in ((a, b), (b, a)) if a and a in formula]
    if not there:
        return re.sub(r"(_\{[^{}]*\}|_\w)(\^\{[^{}]*\}|\^\w)", r"\2\1", formula)
    old, new = rng.choice(there)
    return re.sub(re.escape(old) + (r"(?![a-zA-Z])" if old[-1].isalpha() else ""), lambda _: new, formula)


def damaged(formula, rng):
    parts = tokens(formula)
    places = [i for i, part in enumerate(parts) if part not in "{}&^_" and not part.isspace()]
    letters = [i for i in places if len(parts[i]) == 1 and parts[i].isalnum()]
    kind = rng.randrange(6)
    if kind == 0 and len(places) > 1:
        del parts[rng.choice(places)]
    elif kind == 1 and letters:
        place = rng.choice(letters)
        parts[place] = rng.choice("0123456789" if parts[place].isdigit() else "abcdkmnpqtuvxyz")
    elif kind == 2:
        parts = [{"^": "_", "_": "^"}.get(part, part) for part in parts]
    elif kind == 3 and len(letters) > 1:
        a, b = rng.sample(letters, 2)
        parts[a], parts[b] = parts[b], parts[a]
    elif kind == 4:
        return re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", formula)
    else:
        parts = [part for part in parts[: rng.randrange(1, len(parts) + 1)]]
        parts += ["}"] * (parts.count("{") - parts.count("}"))
    return written(parts)


def surrounded(formula, rng):
    return rng.choice(
        [
            "y = {} + 1",
            r"\left( {} \right)",
            r"\begin{aligned} {} \\ z &= 1 \end{aligned}",
            r"\frac{{}}{2}",
            r"\text{if } {}",
            r"{}, \quad k = 1",
            r"\boxed{{}}",
            r"{} \tag{3}",
            r"\sqrt{{}}",
            r"{} \\ u = v",
            "{}_0",
        ]
    ).replace("{}", formula, 1)


def case(number, formulas, rng):
    formula = rng.choice(formulas)
    name = rng.choice(["same", "rewritten", "rewritten", "damaged", "damaged", "surrounded", "surrounded", "absent"])
    variants = {
        "same": lambda: formula,
        "rewritten": lambda: rewritten(formula, rng),
        "damaged": lambda: damaged(formula, rng),
        "surrounded": lambda: surrounded(formula, rng),
    }
    there = [variants[name]()] if name in variants else []
    if name == "rewritten" and rng.random() < 0.5:
        there = [rewritten(there[0], rng)]
    there += rng.sample(formulas, rng.randrange(3))
    rng.shuffle(there)
    pairs = [("$", "$"), ("$", "$"), ("$$", "$$"), (r"\(", r"\)"), (r"\[", r"\]")]
    sentences = ["We use {} here.", "It follows that {} holds.", "{}", "(see {} and the text)", "For ${}, a price."]
    page = []
    for other in there:
        sentence = rng.choice(sentences[:4] if rng.random() < 0.97 else sentences)
        left, right = rng.choice(pairs)
        page.append(sentence.replace("{}", f"{left}{other}{right}", 1))
    test = {"pdf": "a.pdf", "page": 1, "id": f"m{number:03}", "type": "math", "math": formula}
    if rng.random() < 0.1:
        test["ignore_dollar_delimited"] = True
    return {"kind": name, "test": test, "markdown": "\n\n".join(page)}


def read(path):
    content = Path(path).read_bytes()
    text = (gzip.decompress(content) if path.endswith(".gz") else content).decode()
    return [line.rpartition("\t")[2] for line in text.splitlines()]


def official(folder, browser, fonts):
    """Imports the official module; `launch` gets the browser's path, nothing else is changed."""
    folder = Path(folder).resolve()
    if fonts:
        copy = Path(tempfile.mkdtemp())
        shutil.copytree(folder / "olmocr", copy / "olmocr", ignore=shutil.ignore_patterns("sample_data"))
        katex = copy / "olmocr/bench/katex"
        css = (katex / "katex.min.css").read_text()

        def data(match):
            content = base64.b64encode((Path(fonts) / match[1]).read_bytes()).decode()
            return f"url(data:font/woff2;base64,{content})"

        (katex / "katex.min.css").write_text(re.sub(r"url\((fonts/[^)]*\.woff2)\)", data, css))
        with (katex / "katex.min.js").open("a") as script:
            script.write("\n;document.fonts.forEach(font => font.load());")
        folder = copy
    sys.path.insert(0, str(folder))
    from playwright.sync_api import BrowserType

    launch = BrowserType.launch
    BrowserType.launch = lambda self: launch(self, executable_path=browser, args=["--no-sandbox"])
    from olmocr.bench import tests
    from olmocr.bench.katex import render

    render.equation_cache = render.EquationCache(tempfile.mktemp())
    return tests, render


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--olmocr", required=True)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--with-fonts")
    parser.add_argument("--formulas")
    parser.add_argument("--cases")
    parser.add_argument("--number", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    if arguments.cases:
        cases = [json.loads(line) for line in Path(arguments.cases).read_text().splitlines()]
    else:
        formulas = FORMULAS
        if arguments.formulas:
            formulas = [line for line in read(arguments.formulas) if 3 < len(line) < 400]
            formulas = rng.sample(formulas, 4 * arguments.number)
        cases = [case(number, formulas, rng) for number in range(arguments.number)]
    output = sys.stdout
    sys.stdout = sys.stderr
    tests, render = official(arguments.olmocr, arguments.browser, arguments.with_fonts)
    for case_ in cases:
        case_.pop("passed", None)
        try:
            case_["passed"] = tests.MathTest(**case_["test"]).run(case_["markdown"])[0]
        except render.PlaywrightError as error:
            case_["error"] = str(error)
        print(json.dumps(case_, ensure_ascii=False), file=output, flush=True)


if __name__ == "__main__":
    main()
