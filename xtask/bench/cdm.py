"""Times the programs that the official CDM calls for each formula: Node, pdfLaTeX, Ghostscript, and numpy for boxes.

    python xtask/bench/cdm.py < COLOURED.json

The input is a list of formulas in coloured LaTeX. Prints JSON: the seconds of each part for all formulas in the fastest
round, and the number of formulas with boxes. What the official tool does beyond this is not counted: the work of Node
after its start, ImageMagick, which calls Ghostscript, a picture of the boxes, and the matching.
"""

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from PIL import Image

DOCUMENT = r"""\documentclass[12pt]{article}
\usepackage[landscape,a5paper,scale=0.98]{geometry}
\pagestyle{empty}
\usepackage{amsmath,upgreek,amssymb,xcolor}
\begin{document}
\begin{displaymath}
FORMULA
\end{displaymath}
\end{document}
"""
COLOUR = re.compile(r"\\mathcolor\[RGB\]\{(\d+),(\d+),(\d+)\}")
MARGIN = 8
ROUNDS = 2
NODE = ["node", "--eval", "0"]
LATEX = ["pdflatex", "-interaction=nonstopmode", "formula.tex"]
DRAW = [
    *["gs", "-q", "-dQUIET", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dNOPROMPT", "-dMaxBitmap=500000000"],
    *["-dAlignToPixels=0", "-dGridFitTT=2", "-sDEVICE=pngalpha", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"],
    *["-r200x200", "-sOutputFile=formula.png", "formula.pdf"],
]


def boxes(picture, coloured):
    """Crops the picture to its ink, and returns the number of colours for which it has a box."""
    image = Image.open(picture).convert("RGB")
    ink = np.argwhere(np.asarray(image.convert("L")) != 255)
    if not ink.size:
        return 0
    (top, left), (bottom, right) = ink.min(axis=0) - MARGIN, ink.max(axis=0) + MARGIN
    pixels = np.asarray(image.crop((left, top, right, bottom)))
    found = 0
    for colour in COLOUR.findall(coloured):
        places = np.argwhere(np.all(pixels == np.array(colour, dtype=np.uint8), axis=2))
        if places.size:
            places.min(axis=0), places.max(axis=0)
            found += 1
    return found


def call(command, folder):
    """Runs a program to its end, whatever it returns: LaTeX reports an error in a formula that is still drawn."""
    quiet = subprocess.DEVNULL
    subprocess.run(command, cwd=folder, stdout=quiet, stderr=quiet, check=False)


def measure(formulas, folder):
    """Returns the seconds of each part, and the number of formulas with boxes."""
    seconds = {"node": 0.0, "latex": 0.0, "ghostscript": 0.0, "boxes": 0.0}
    picture = Path(folder, "formula.png")
    drawn = 0

    def timed(part, work):
        start = time.perf_counter()
        result = work()
        seconds[part] += time.perf_counter() - start
        return result

    for coloured in formulas:
        for old in Path(folder).glob("formula.*"):
            old.unlink()
        Path(folder, "formula.tex").write_text(DOCUMENT.replace("FORMULA", coloured))
        timed("node", lambda: call(NODE, folder))
        timed("latex", lambda: call(LATEX, folder))
        timed("ghostscript", lambda: call(DRAW, folder))
        if picture.exists():
            drawn += timed("boxes", lambda c=coloured: boxes(picture, c)) > 0
    return seconds, drawn


def main():
    formulas = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as folder:
        rounds = [measure(formulas, folder) for _ in range(ROUNDS)]
    seconds, drawn = min(rounds, key=lambda round: sum(round[0].values()))
    print(json.dumps({"seconds": seconds, "drawn": drawn}))


main()
