"""Makes specimens of the font set-ups of `shapes.py`: pages that show every letter and sign apart from all others, in
every style of text and of mathematics, in the size of the text, of scripts and of scripts of scripts.

    python specimen.py --out DIR [--setups NAME ...]
    python shapes.py --pages DIR --into shapes.tsv --out shapes.tsv

The files are like those of `make_data.py`. Pages of documents show rare glyphs too seldom, or never apart from others.
"""

import argparse
import json
import os
import re
import string
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

import dvi
import pages
import shapes
import symbols
from families import FAMILIES

DPI = 600  # pdftocairo sets glyphs on whole pixels: a hundredth of an em

PREAMBLE = r"""
\usepackage[infoshow,loading]{tracefnt}
\usepackage{geometry}\geometry{margin=1in}
\begin{document}\raggedright\parindent=0pt\baselineskip=26pt\lineskip=8pt
\def\gap{\hskip 1.1em plus 0.5em\penalty0 }
\newcommand\mathsign[1]{\hbox{$#1$}\gap\hbox{$\scriptstyle#1$}\gap\hbox{$\scriptscriptstyle#1$}\gap}
\newcommand\textsign[1]{\hbox{#1}\gap}
"""
LOOKS = (
    r"\rmfamily", r"\itshape", r"\slshape", r"\bfseries", r"\bfseries\itshape", r"\ttfamily", r"\sffamily",
    r"\sffamily\bfseries", r"\scshape",
)  # fmt: skip
TEXT = [*string.ascii_letters, *string.digits, *"!()*+,-./:;=?@[]|", "ff", "fi", "fl", "ffi", "ffl", "``", "''", "`"]
TEXT += ["'", "--", "---", r"\&", r"\%", r"\#", r"\$", r"\S", r"\dag", r"\ae", r"\o", r"\ss", r"\oe"]
ALPHABETS = {
    "{%s}": string.ascii_letters + string.digits,
    r"\mathrm{%s}": string.ascii_letters,
    r"\mathit{%s}": string.ascii_letters,
    r"\mathbf{%s}": string.ascii_letters + string.digits,
    r"\mathsf{%s}": string.ascii_letters,
    r"\mathtt{%s}": string.ascii_letters,
    r"\boldsymbol{%s}": string.ascii_letters,
    r"\mathcal{%s}": string.ascii_uppercase,
    r"\mathbb{%s}": string.ascii_uppercase,
    r"\mathfrak{%s}": string.ascii_letters,
    r"\mathscr{%s}": string.ascii_uppercase,
}
SIGNS = [*"()[]/|+-=<>*!?,.:;", r"\{", r"\}", r"\|"]
# These need an argument, grow, or are parts of others.
SKIPPED = {*symbols.ACCENTS, "sqrtsign", "radical", "mathchar", "not", "lhook", "rhook"}
# These have several forms in one size.
LARGE = re.compile(r"big|op$|@|sum|prod|int$|smallint|(up|down)arrow$|Arrow$|lbrace|rbrace|moustache|group$")


def source(preamble: str) -> str:
    """Returns a document with all signs."""
    lines = [r"\documentclass{article}", preamble, PREAMBLE]
    for look in LOOKS:
        lines.append("{" + look + "".join(r"\textsign{%s}" % sign for sign in TEXT) + r"\par}")
    for alphabet, letters in ALPHABETS.items():
        command = alphabet.split("{")[0][1:]
        line = "".join(r"\mathsign{%s}" % (alphabet % letter) for letter in letters)
        lines.append((r"\ifcsname %s\endcsname " % command + line + r"\fi" if command else line) + r"\par")
    lines += [r"\mathsign{%s}" % sign for sign in SIGNS]
    for name in symbols.commands():
        plain = name[1:]
        if plain.isalpha() and plain not in SKIPPED and not LARGE.search(plain):
            lines.append(r"\ifcsname %s\endcsname\mathsign{%s}\fi" % (plain, name))
    lines += [r"\mathsign{\%s{x}}" % accent for accent in symbols.ACCENTS]
    lines.append(r"\par{" + "".join(r"\textsign{%s}" % sign for sign in TEXT) * 4 + r"\par}\end{document}")
    return "\n".join(lines)


def make(setup: str, number: int, out: Path) -> None:
    """Writes the specimen of a set-up."""
    preamble = FAMILIES[setup][1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        (folder / "page.tex").write_text(source(preamble))
        environment = dict(os.environ, max_print_line="10000")
        subprocess.run(["latex", "-interaction=batchmode", "page.tex"], check=False, env=environment, **quiet)
        typeset = dvi.read(folder / "page.dvi")
        roles = symbols.roles_from_log((folder / "page.log").read_text(errors="replace"))
        maths = symbols.probe(preamble)
        subprocess.run(["dvipdfmx", "-q", "-p", "letter", "page.dvi"], check=False, **quiet)
        subprocess.run(["pdftocairo", "-r", str(DPI), "-gray", "-png", "page.pdf", "p"], check=False, **quiet)
        record: dict[str, np.ndarray] = {}
        for kept, (path, page) in enumerate(zip(sorted(folder.glob("p-*.png")), typeset)):
            found, _ = pages.labels(page, roles, maths, DPI)
            record[f"image{kept}"] = np.array(Image.open(path).convert("L"))
            record[f"symbol{kept}"] = np.array([g.symbol for g in found])
            record[f"style{kept}"] = np.array([pages.STYLES.index(g.style) for g in found], np.int16)
            record[f"box{kept}"] = np.array([(g.x, g.y, g.width, g.height, g.depth, g.size) for g in found], np.float32)
    record["about"] = np.array(json.dumps({"family": setup, "dpi": DPI, "is_specimen": True}))
    np.savez_compressed(out / f"{number:05d}.npz", **record)
    print(setup, sum(len(record[name]) for name in record if name.startswith("symbol")), "glyphs", flush=True)


def main() -> None:
    setups = [setup for names in shapes.FAMILIES.values() for setup in names]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--setups", nargs="+", default=setups)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for number, setup in enumerate(options.setups):
        make(setup, number, options.out)


if __name__ == "__main__":
    main()
