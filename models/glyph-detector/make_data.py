"""Makes labelled pages: random documents set by LaTeX, glyphs read from the DVI, images from several renderers.

    python make_data.py --text DIR --out DIR --split train|held-out --documents N [--seed S] [--jobs J]

`--text` holds `sentences.txt.gz` (one English sentence a line, inline mathematics in dollars), `formulas.txt.gz`
(`inline|display<TAB>latex`) and `tables.txt.gz` (one tabular a line). One text in twenty is kept for the held-out split, which also
uses other page layouts. Documents that exist are skipped, so a stopped run goes on where it was.
"""

import argparse
import gzip
import json
import multiprocessing
import os
import random
import re
import subprocess
import tempfile
import zlib
from pathlib import Path

import numpy as np
from PIL import Image

import dvi
import pages
import symbols
from families import FAMILIES

RENDERERS = {"dvipng": 0.35, "pdftoppm": 0.45, "pdftocairo": 0.2}
DPI = 150  # working resolution of the model

PREAMBLE = r"""
\usepackage[infoshow,loading]{tracefnt}
\providecommand\R{\mathbb{R}}\providecommand\C{\mathbb{C}}\providecommand\N{\mathbb{N}}\providecommand\Z{\mathbb{Z}}
\providecommand\abs[1]{\lvert #1\rvert}\providecommand\norm[1]{\lVert #1\rVert}\providecommand\mathscr[1]{\mathcal{#1}}
\providecommand\bm[1]{\boldsymbol{#1}}\providecommand\Hom{\mathop{\mathrm{Hom}}}\providecommand\E{\mathbb{E}}
\newtheorem{theorem}{Theorem}\newtheorem{definition}[theorem]{Definition}
"""

ACCENTED = r"""caf\'e na\"ive r\^ole fa\c{c}ade G\"odel Schr\"odinger Poincar\'e Erd\H{o}s \v{C}ech Fr\'echet H\"older
Bj\"ork \'Etale Se\~nor L\'evy Schr\"oder K\"ahler M\"obius Ces\`aro Ren\'e Z\"urich \AA ngstr\"om P\'olya \L ukasiewicz
Stra\ss e G\^ateaux \v{S}id\'ak Itô \oe uvre \O ystein Mikul\'a\v{s} Nu\~nez Gr\"obner No\"el""".replace("Itô", r"It\^o").split()

SYMBOL_SKIP = re.compile(r"char|mathring|brace[lr][ud]|@|op$|sqrtsign|lhook|rhook|not$|dollar|sterling|moustache|group$")


def texts(folder: Path, held_out: bool) -> dict[str, list[str]]:
    """Sentences, formulas and tables of one split, chosen by a checksum of the text."""

    def lines(name: str) -> list[str]:
        with gzip.open(folder / name, "rt", errors="replace") as file:
            return [s for s in (line.rstrip("\n") for line in file) if (zlib.crc32(s.encode()) % 20 == 0) == held_out]

    formulas = [f.split("\t", 1) for f in lines("formulas.txt.gz")]
    return {
        "sentences": [s for s in lines("sentences.txt.gz") if len(s) < 400],
        "inline": [f[1] for f in formulas if f[0] == "inline" and len(f[1]) < 80],
        "display": [f[1] for f in formulas if f[0] == "display" and len(f[1]) < 220],
        "tables": [t for t in lines("tables.txt.gz") if len(t) < 1500],
    }


class Writer:
    """Writes one random document."""

    def __init__(self, rng: random.Random, source: dict[str, list[str]], held_out: bool):
        self.rng = rng
        self.source = source
        self.held_out = held_out
        self.commands = [c for c in symbols.commands() if not SYMBOL_SKIP.search(c)]

    def sentence(self) -> str:
        rng = self.rng
        s = rng.choice(self.source["sentences"])
        words = s.split(" ")
        if rng.random() < 0.12 and "$" not in s:
            at = rng.randrange(len(words))
            end = min(len(words), at + rng.randint(1, 4))
            look = rng.choice([r"\emph", r"\textit", r"\textbf", r"\textbf", r"\texttt", r"\textsf", r"\textsc", r"\textsl"])
            words[at:end] = [look + "{" + " ".join(words[at:end]) + "}"]
        if rng.random() < 0.06:
            words.insert(rng.randrange(len(words)), rng.choice(ACCENTED))
        if rng.random() < 0.08:
            letters = [self.accented() for _ in range(rng.randint(1, 3))]
            words.insert(rng.randrange(len(words)), "$" + rng.choice([" ", "+", "=", r"\cdot "]).join(letters) + "$")
        if rng.random() < 0.06:
            words.append(rng.choice([
                r"(see Section~%d.%d)." % (rng.randint(1, 9), rng.randint(1, 9)), "[%d, %d]" % (rng.randint(1, 60), rng.randint(1, 60)),
                r"\url{https://www.%s.org/%s}" % (self.word(), self.word()), "``%s''" % " ".join(self.plain(3)),
                "%d--%d" % (rng.randint(1, 900), rng.randint(1, 999)), "---%s---" % self.word(), r"%d\%%" % rng.randint(1, 99),
                r"(%s et al., %d)" % (self.word().title(), rng.randint(1950, 2026)), "%s@%s.edu" % (self.word(), self.word()),
                "%d.%d" % (rng.randint(0, 99), rng.randint(0, 9999)), r"\%s{} " % rng.choice(["S", "P", "dag", "copyright", "ss", "ae", "pounds"]),
            ]))  # fmt: skip
        return " ".join(words)

    def accented(self) -> str:
        """A letter of a formula with an accent; vectors as often as all others together."""
        rng = self.rng
        accent = rng.choice([r"\hat", r"\tilde", r"\bar", r"\dot", r"\ddot", r"\widehat", r"\widetilde"] + [r"\vec"] * 7)
        letter = rng.choice("abcdefghkmnpqruvwxyzABEFJPRSUV" + "xvuwr" * 4)
        return r"%s{%s}%s" % (accent, rng.choice([letter, letter, r"\mathbf{%s}" % letter]), rng.choice(["", "", "_{%d}" % rng.randint(0, 9), "_i", "^2"]))

    def plain(self, n: int) -> list[str]:
        text = re.sub(r"\$[^$]*\$|\\\w+|[{}$\\_^&#%~]", "", self.rng.choice(self.source["sentences"]))
        return text.split()[:n] or ["text"]

    def word(self) -> str:
        return re.sub(r"\W", "", self.rng.choice(self.plain(12))).lower() or "word"

    def paragraph(self) -> str:
        return " ".join(self.sentence() for _ in range(self.rng.randint(1, 5))) + "\n"

    def soup(self) -> str:
        """Symbols drawn evenly, so that rare ones are seen."""
        rng = self.rng
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        atoms = []
        for _ in range(rng.randint(5, 11)):
            kind = rng.random()
            if kind < 0.62:
                atom = rng.choice(self.commands) + " "
            elif kind < 0.75:
                atom = rng.choice([r"\mathbb", r"\mathcal", r"\mathfrak", r"\mathbf", r"\mathrm", r"\mathsf", r"\mathtt", r"\boldsymbol"]) + "{" + rng.choice(letters) + "}"
            elif kind < 0.82:
                atom = rng.choice([r"\hat", r"\tilde", r"\bar", r"\vec", r"\dot", r"\ddot", r"\check", r"\breve", r"\acute", r"\grave",
                                   r"\widehat", r"\widetilde", r"\overline", r"\underline"]) + "{" + rng.choice(letters + letters.lower()) + "}"  # fmt: skip
            else:
                atom = rng.choice(letters + letters.lower() + "0123456789|/!?:;<>[]()")
            if rng.random() < 0.25:
                atom = "{" + atom + "}" + rng.choice("_^") + "{" + rng.choice([rng.choice(letters.lower()), rng.choice(self.commands), "%d" % rng.randint(0, 99), "i,j"]) + "}"
            atoms.append(atom)
        return "$" + " ".join(atoms) + "$\n"

    def delimiters(self) -> str:
        rng = self.rng
        left, right = rng.choice([("(", ")"), ("[", "]"), (r"\{", r"\}"), ("|", "|"), (r"\|", r"\|"), (r"\langle", r"\rangle"),
                                  (r"\lfloor", r"\rfloor"), (r"\lceil", r"\rceil"), (r"\{", ".")])  # fmt: skip
        a, b, c = (rng.choice(self.source["inline"]) for _ in range(3))
        inner = rng.choice([
            r"\frac{%s}{%s}" % (a, b), r"\sum_{i=1}^{n} %s" % a, r"\begin{matrix} %s \\ %s \\ %s \end{matrix}" % (a, b, c),
            r"\sqrt{\frac{%s}{%s}}" % (a, b), r"\int_{0}^{\infty} \frac{%s}{%s}" % (a, b), r"\rule{0pt}{%dex} %s" % (rng.randint(2, 22), a),
        ])  # fmt: skip
        return r"\[ \left%s %s \right%s \]" % (left, inner, right)

    def display(self) -> str:
        rng = self.rng
        kind = rng.random()
        a, b = rng.choice(self.source["display"]), rng.choice(self.source["display"])
        a, b = (re.sub(r"\\label\{[^}]*\}|\\tag\{[^}]*\}", "", s) for s in (a, b))
        if kind < 0.5:
            environment = rng.choice(["equation", "equation*", "equation"])
            body = a if "\\begin" in a else a.replace("&", "").replace(r"\\", " ")
            return r"\begin{%s}%s\end{%s}" % (environment, body, environment)
        if kind < 0.62:
            flat = [s if "\\begin" in s else s.replace("&", "").replace(r"\\", " ") for s in (a, b)]
            return r"\begin{align}%s & = %s \\ %s &= %s\end{align}" % (flat[0], rng.choice(self.source["inline"]), rng.choice(self.source["inline"]), flat[1])
        if kind < 0.7:
            cell = lambda: rng.choice([rng.choice("abcxyzuvw") + "_{%d%d}" % (rng.randint(1, 4), rng.randint(1, 4)), str(rng.randint(-9, 99)), r"\cdots", r"\vdots", r"\ddots", "0"])
            rows = r"\\".join("&".join(cell() for _ in range(3)) for _ in range(rng.randint(2, 4)))
            return r"\[ %s = \begin{%smatrix}%s\end{%smatrix} \]" % (rng.choice("ABM"), m := rng.choice(["p", "b", "v", "B"]), rows, m)
        if kind < 0.76:
            return r"\[ f(x) = \begin{cases} %s & \text{if } %s \\ %s & \text{otherwise} \end{cases} \]" % tuple(rng.choice(self.source["inline"]) for _ in range(3))
        if kind < 0.9:
            return self.delimiters()
        return r"\[ \underbrace{%s}_{%s} + \overline{%s} \]" % tuple(rng.choice(self.source["inline"]) for _ in range(3))

    def table(self) -> str:
        rng = self.rng
        if rng.random() < 0.4:
            body = rng.choice(self.source["tables"])
        else:
            columns = rng.randint(2, 6)
            cell = lambda: rng.choice([
                "%.*f" % (rng.randint(0, 4), rng.uniform(-100, 1000)), str(rng.randint(0, 9999)), self.word(),
                r"$%d \pm %.1f$" % (rng.randint(0, 99), rng.random()), r"%.1f\%%" % rng.uniform(0, 100), "$10^{-%d}$" % rng.randint(1, 9), "--",
            ])  # fmt: skip
            rows = [" & ".join(cell() for _ in range(columns)) + r" \\" for _ in range(rng.randint(3, 9))]
            rule = rng.choice([r"\hline", ""])
            body = r"\begin{tabular}{%s}\hline %s \hline %s \hline\end{tabular}" % (rng.choice(["l", "c", "|c"]) + "c" * (columns - 1), rows[0], (rule + "\n").join(rows[1:]))
        return r"\begin{table}[h]\centering\caption{%s}%s\end{table}" % (self.sentence(), body)

    def items(self) -> str:
        kind = self.rng.choice(["itemize", "enumerate", "description"])
        tag = "[%s]" % self.word() if kind == "description" else ""
        return r"\begin{%s}%s\end{%s}" % (kind, "".join(r"\item%s %s " % (tag, self.sentence()) for _ in range(self.rng.randint(2, 4))), kind)

    def code(self) -> str:
        lines = [" " * self.rng.choice([0, 2, 4]) + self.rng.choice(["for %s in range(%s):", "%s = %s[0] + 1;", "if (%s != %s) {", "// %s %s", "%s->%s(\"x\")", "print(%s, %s)"]) % (self.word(), self.word())
                 for _ in range(self.rng.randint(3, 7))]  # fmt: skip
        return "\\begin{verbatim}\n" + "\n".join(lines) + "\n\\end{verbatim}"

    def bibliography(self) -> str:
        rng = self.rng
        entry = lambda k: r"\bibitem{k%d} %s. %s. \textit{%s}, \textbf{%d}(%d):%d--%d, %d." % (
            k, ", ".join("%s.~%s" % (rng.choice("ABCDEFGHJKLMPRSTW"), rng.choice([self.word().title(), rng.choice(ACCENTED)])) for _ in range(rng.randint(1, 4))),
            " ".join(self.plain(9)), " ".join(w.title() for w in self.plain(4)), rng.randint(1, 99), rng.randint(1, 12), rng.randint(1, 500), rng.randint(501, 999), rng.randint(1950, 2026))  # fmt: skip
        return r"\begin{thebibliography}{99}%s\end{thebibliography}" % " ".join(entry(k) for k in range(rng.randint(3, 9)))

    def block(self) -> str:
        rng = self.rng
        choices = [
            (0.42, self.paragraph), (0.22, self.display), (0.09, self.soup), (0.05, self.items), (0.04, self.table), (0.03, self.code),
            (0.07, lambda: "\\%s{%s}" % (rng.choice(["section", "subsection", "subsubsection", "section*", "paragraph"]), " ".join(self.plain(rng.randint(2, 7))))),
            (0.05, lambda: r"\begin{%s}%s\end{%s}" % (e := rng.choice(["theorem", "definition", "quote", "abstract", "center"]), self.paragraph(), e)),
            (0.02, lambda: self.sentence() + r"\footnote{%s}" % self.sentence() + "\n"), (0.01, self.bibliography),
        ]  # fmt: skip
        pick = rng.random() * sum(w for w, _ in choices)
        for weight, make in choices:
            pick -= weight
            if pick <= 0:
                return make()
        return self.paragraph()

    def document(self, family: str) -> str:
        rng = self.rng
        size = rng.choice(["10pt", "10pt", "11pt", "12pt"])
        two = rng.random() < 0.35
        kind = rng.choice(["report", "article"] if self.held_out else ["article", "article", "book"])
        margin = rng.choice([0.6, 1.25]) if self.held_out else rng.uniform(0.7, 1.4)
        lines = [
            r"\documentclass[%s%s]{%s}" % (size, ",twocolumn" if two else "", kind), FAMILIES[family][1],
            r"\usepackage[letterpaper,margin=%.2fin]{geometry}\usepackage{url}" % margin, PREAMBLE, r"\begin{document}",
        ]  # fmt: skip
        if rng.random() < 0.4 and kind == "article":
            lines.append(r"\title{%s}\author{%s \and %s}\maketitle" % (" ".join(self.plain(8)), self.word().title(), rng.choice(ACCENTED)))
        if kind != "article" and rng.random() < 0.5:
            lines.append(r"\chapter{%s}" % " ".join(self.plain(4)))
        lines.extend(self.block() for _ in range(rng.randint(26, 44)))
        lines.append(r"\end{document}")
        return "\n".join(lines)


def render(folder: Path, renderer: str, dpi: int, count: int) -> list[np.ndarray]:
    """Page images of `page.dvi`, dark on light, 8-bit grey."""
    quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "timeout": 120}
    if renderer == "dvipng":
        subprocess.run(["dvipng", "-D", str(dpi), "-O", "1in,1in", "-T", "8.5in,11in", "-bg", "White", "-o", "p-%03d.png",
                        "-l", str(count), "page.dvi"], **quiet)  # fmt: skip
    else:
        subprocess.run(["dvipdfmx", "-q", "-p", "letter", "page.dvi"], **quiet)
        subprocess.run([renderer, "-r", str(dpi), "-gray", "-png", "-l", str(count), "page.pdf", "p"], **quiet)
    return [np.array(Image.open(p).convert("L")) for p in sorted(folder.glob("p-*.png"))]


def make(task: tuple) -> str:
    number, seed, out, held_out = task
    path = Path(out) / f"{number:05d}.npz"
    if path.exists():
        return "kept"
    rng = random.Random(f"{seed}/{number}/{held_out}")
    family = rng.choices(list(FAMILIES), [w for w, _ in FAMILIES.values()])[0]
    renderer = rng.choices(list(RENDERERS), list(RENDERERS.values()))[0]
    dpi = DPI if held_out or rng.random() < 0.45 else rng.choice([125, 135, 140, 160, 170, 185])
    oversample = 1 if held_out or rng.random() < 0.75 else 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "page.tex").write_text(Writer(rng, SOURCE, held_out).document(family))
        try:
            subprocess.run(["latex", "-no-shell-escape", "-interaction=batchmode", "page.tex"], cwd=folder, stdout=subprocess.DEVNULL,
                           timeout=60, env=dict(os.environ, max_print_line="10000"))  # fmt: skip
            typeset = dvi.read(folder / "page.dvi")[:5]
            images = render(folder, renderer, dpi * oversample, len(typeset))
        except (subprocess.TimeoutExpired, OSError, ValueError, IndexError) as error:
            return f"{family}: {error}"
        roles = symbols.roles_from_log((folder / "page.log").read_text(errors="replace"))
    maths = MATHS[family]
    record: dict[str, np.ndarray] = {}
    kept = 0
    for image, page in zip(images, typeset):
        found, rules = pages.labels(page, roles, maths, dpi)
        if len(found) < 80:
            continue
        if oversample > 1:
            half = Image.fromarray(image).resize((image.shape[1] // 2, image.shape[0] // 2), rng.choice([Image.BOX, Image.LANCZOS, Image.BILINEAR]))
            image = np.array(half)
        record[f"image{kept}"] = image
        record[f"symbol{kept}"] = np.array([g.symbol for g in found])
        record[f"style{kept}"] = np.array([pages.STYLES.index(g.style) for g in found], np.int16)
        record[f"box{kept}"] = np.array([(g.x, g.y, g.width, g.height, g.depth, g.size) for g in found], np.float32)
        record[f"rule{kept}"] = np.array(rules, np.float32).reshape(-1, 4)
        kept += 1
    if not kept:
        return f"{family}: no pages"
    record["about"] = np.array(json.dumps({"family": family, "renderer": renderer, "dpi": dpi, "oversample": oversample}))
    np.savez_compressed(path.with_suffix(".tmp.npz"), **record)
    path.with_suffix(".tmp.npz").rename(path)
    return family


# Filled before the workers are forked: the maps of each family, and the texts.
MATHS: dict[str, dict[str, dict[int, str]]] = {}
SOURCE: dict[str, list[str]] = {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--split", choices=["train", "held-out"], required=True)
    parser.add_argument("--documents", type=int, required=True)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    held_out = options.split == "held-out"
    SOURCE.update(texts(options.text, held_out))
    for family, (_, preamble) in FAMILIES.items():
        MATHS[family] = symbols.probe(preamble)
    tasks = [(n, options.seed, str(options.out), held_out) for n in range(options.documents)]
    with multiprocessing.Pool(options.jobs) as pool:
        # A few tables and formulas use commands this preamble lacks; TeX goes on after the error, and the DVI is still true.
        for n, result in enumerate(pool.imap_unordered(make, tasks), 1):
            if n % 20 == 0 or " " in result:
                print(n, result, flush=True)


if __name__ == "__main__":
    main()
