"""Sets documents of a dataset anew in other fonts, columns and programs, as a dataset for `cargo xtask ocr-eval`.

    python anew.py DATASET OUT [--documents NAME ...] [--pages N] [--setups NAME ...]

Each document is set by pdfTeX, XeTeX and LuaTeX in the set-ups below, in one and two columns, with and without
hyperref: `OUT/DOCUMENT-SETUP-COLUMNS[-links]/doc.pdf`. pdfTeX also writes `doc.dvi.gz` from the same source, which
gives the true glyphs. The reference of a new document is the text of its pages; it stands on the first page, since
pages break elsewhere. Needs the programs of TeX and `pdftoppm`; what cannot be set is named.
"""

import argparse
import gzip
import json
import re
import subprocess
from pathlib import Path

STIX2 = (
    r"\usepackage{unicode-math}\setmainfont{STIXTwoText}[Extension=.otf,UprightFont=*-Regular,"
    r"ItalicFont=*-Italic,BoldFont=*-Bold,BoldItalicFont=*-BoldItalic]\setmathfont{STIXTwoMath-Regular.otf}"
)
# Name of a set-up: program, and the packages of its fonts.
SETUPS = {
    "cm": ("pdflatex", ""),
    "cm-super": ("pdflatex", r"\usepackage[T1]{fontenc}"),
    "lm": ("pdflatex", r"\usepackage[T1]{fontenc}\usepackage{lmodern}"),
    "newtx": ("pdflatex", r"\usepackage[T1]{fontenc}\usepackage{newtxtext,newtxmath}"),
    "mathptmx": ("pdflatex", r"\usepackage[T1]{fontenc}\usepackage{mathptmx}"),
    "newpx": ("pdflatex", r"\usepackage[T1]{fontenc}\usepackage{newpxtext,newpxmath}"),
    "mathpazo": ("pdflatex", r"\usepackage[T1]{fontenc}\usepackage{mathpazo}"),
    "libertinus": ("pdflatex", r"\usepackage[T1]{fontenc}\usepackage{libertinus,libertinust1math}"),
    "stix2": ("pdflatex", r"\usepackage[T1]{fontenc}\usepackage{stix2}"),
    "kpfonts": ("pdflatex", r"\usepackage[T1]{fontenc}\usepackage{kpfonts}"),
    "fourier": ("pdflatex", r"\usepackage[T1]{fontenc}\usepackage{fourier}"),
    "charter": ("pdflatex", r"\usepackage[T1]{fontenc}\usepackage[bitstream-charter]{mathdesign}"),
    "opensans": ("pdflatex", r"\usepackage[T1]{fontenc}\usepackage[default]{opensans}"),
    "xetex": ("xelatex", r"\usepackage{fontspec}"),
    "luatex": ("lualatex", r"\usepackage{unicode-math}"),
    "luatex-stix2": ("lualatex", STIX2),
}
PREAMBLE = r"""\documentclass[%s]{article}
%s
\usepackage{amsmath,amssymb,amsthm,array,booktabs,multirow,url,algorithm,algpseudocode,subcaption}
\usepackage[demo]{graphicx}
\usepackage[numbers]{natbib}
%s
\newtheorem{theorem}{Theorem}\newtheorem{lemma}{Lemma}\newtheorem{definition}{Definition}
\begin{document}
%s
\bibliographystyle{plainnat}
\bibliography{doc}
\end{document}
"""
RECORD = re.compile(r"^@\w+\{.*?^\}", re.MULTILINE | re.DOTALL)
DPI = 150


def run(folder: Path, *command: str) -> bool:
    """Runs a program of TeX, which may report errors and still write its file."""
    done = subprocess.run(command, check=False, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=300)
    return done.returncode == 0


def typeset(folder: Path, program: str, output: str) -> bool:
    """Sets `doc.tex` as often as references need; returns whether there is a file of this kind."""
    command = (program, "-interaction=nonstopmode", f"-output-format={output}", "doc.tex")
    if program == "xelatex":
        command = (program, "-interaction=nonstopmode", "doc.tex")
    for _ in range(3):
        run(folder, *command)
        if not (folder / "doc.bbl").exists():
            run(folder, "bibtex", "doc")
    return (folder / f"doc.{output}").exists()


def set_anew(name: str, text: str, setup: str, columns: int, has_links: bool, out: Path) -> list[dict]:
    """Sets a document; returns the lines of the manifest."""
    program, fonts = SETUPS[setup]
    document = f"{name}-{setup}-{columns}" + ("-links" if has_links else "")
    folder = out / document
    folder.mkdir(parents=True, exist_ok=True)
    records = "\n".join(RECORD.findall(text))
    body = RECORD.sub("", text)
    links = r"\usepackage[hidelinks]{hyperref}" if has_links else ""
    options = "twocolumn" if columns == 2 else ""
    (folder / "doc.bib").write_text(records)
    (folder / "doc.tex").write_text(PREAMBLE % (options, fonts, links, body))
    if program == "pdflatex" and typeset(folder, program, "dvi"):
        with gzip.open(folder / "doc.dvi.gz", "wb") as packed:
            packed.write((folder / "doc.dvi").read_bytes())
    if not typeset(folder, program, "pdf"):
        print(f"{document}: not set; {folder / 'doc.log'} says why")
        return []
    run(folder, "pdftoppm", "-png", "-gray", "-r", str(DPI), "doc.pdf", "page")
    images = sorted(folder.glob("page-*.png"))
    (folder / "whole.tex").write_text(text)
    (folder / "empty.tex").write_text("")
    return [
        {
            "id": f"{document}/{number:03}",
            "document": document,
            "page": number,
            "image": f"{document}/{image.name}",
            "reference": f"{document}/{'whole' if number == 1 else 'empty'}.tex",
        }
        for number, image in enumerate(images, 1)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--documents", nargs="+", default=["eulerinv"])
    parser.add_argument("--pages", type=int, default=6, help="number of pages from the start of each document")
    parser.add_argument("--setups", nargs="+", default=list(SETUPS), choices=list(SETUPS))
    arguments = parser.parse_args()
    lines = []
    for name in arguments.documents:
        pages = sorted((arguments.dataset / name).glob("[0-9]*.tex"))
        last = [page for page in pages[arguments.pages :] if RECORD.search(page.read_text())]
        text = "\n".join(page.read_text() for page in [*pages[: arguments.pages], *last])
        for setup in arguments.setups:
            for columns in (1, 2):
                for has_links in (False, True):
                    lines += set_anew(name, text, setup, columns, has_links, arguments.out)
    manifest = "\n".join(json.dumps(line) for line in lines)
    (arguments.out / "manifest.jsonl").write_text(manifest + "\n")


if __name__ == "__main__":
    main()
