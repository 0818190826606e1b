"""Sets formulas by pdfTeX, one a page, and draws the pages."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image
from scipy.ndimage import gaussian_filter

# Most pixels of a prepared image; larger ones are scaled down.
HEIGHT, WIDTH = 96, 512
# Packages of fonts, and how often they are drawn.
FONTS = {
    "": 0.5,
    r"\usepackage[T1]{fontenc}\usepackage{lmodern}": 0.1,
    r"\usepackage{mathptmx}": 0.12,
    r"\usepackage{mathpazo}": 0.12,
    r"\usepackage{txfonts}": 0.08,
    r"\usepackage{pxfonts}": 0.08,
}
DOCUMENT = r"""\documentclass[%s]{article}
\usepackage{amsmath}\usepackage{amssymb}\usepackage{mathrsfs}
%s
\providecommand\coloneqq{\mathrel{:=}}
\pagestyle{empty}\newbox\formula
\begin{document}
\pdfhorigin=0pt\pdfvorigin=0pt\hoffset=0pt\voffset=0pt
\def\F#1#2{\immediate\write-1{@@ #1}\setbox\formula\hbox{$#2$}%%
  \pdfpagewidth=\dimexpr\wd\formula+8pt\relax
  \pdfpageheight=\dimexpr\ht\formula+\dp\formula+8pt\relax
  \shipout\vbox{\kern4pt\hbox{\kern4pt\box\formula\kern4pt}\kern4pt}}
%s
\end{document}
"""
FAULT = re.compile(r"^@@ (\d+)|^(!)", re.MULTILINE)


def typeset(formulas: list[tuple[str, str]], fonts: str, size: int) -> list[tuple[bytes, dict[int, int]]]:
    """Set formulas, each `inline` or `display` with its LaTeX.

    Returns PDF files, each with the pages of its formulas; those with an error are left out.
    """
    if not formulas:
        return []
    if (found := typeset_together(formulas, fonts, size)) is not None:
        return [found]
    # One of them stops TeX: it is looked for by halves.
    if len(formulas) == 1:
        return []
    half = len(formulas) // 2
    later = typeset(formulas[half:], fonts, size)
    shifted = [(pdf, {index + half: page for index, page in pages.items()}) for pdf, pages in later]
    return typeset(formulas[:half], fonts, size) + shifted


def typeset_together(formulas: list[tuple[str, str]], fonts: str, size: int) -> tuple[bytes, dict[int, int]] | None:
    """Set formulas in one document; `None` if TeX stops."""
    body = []
    for index, (kind, latex) in enumerate(formulas):
        style = r"\displaystyle " if kind == "display" else ""
        body.append(rf"\F{{{index}}}{{{style}{latex}}}")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "f.tex"
        source.write_text(DOCUMENT % (f"{size}pt", fonts, "\n".join(body)))
        subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "f.tex"],
            cwd=folder,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=300,
            check=False,
        )
        log = (Path(folder) / "f.log").read_text(errors="replace")
        pdf = Path(folder) / "f.pdf"
        if not pdf.exists():
            return None
        begun, faulty, now = [], set(), -1
        for match in FAULT.finditer(log):
            if match[2]:
                faulty.add(now)
            else:
                now = int(match[1])
                begun.append(now)
        if -1 in faulty or begun != list(range(len(formulas))) or len(pypdfium2.PdfDocument(pdf)) != len(formulas):
            return None
        return pdf.read_bytes(), {index: index for index in begun if index not in faulty}


def without_margin(grey: np.ndarray) -> np.ndarray:
    """Crop an image as the processor of Nougat does."""
    low, high = int(grey.min()), int(grey.max())
    if low == high:
        return grey
    ink = (grey.astype(np.float32) - low) / (high - low) * 255 < 200
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    return grey[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def fitted(grey: np.ndarray) -> np.ndarray:
    """Make an image smaller until it fits, as the processor of Nougat does."""
    height, width = grey.shape
    to_height, to_width = min(height, HEIGHT), min(width, WIDTH)
    if (to_height, to_width) == (height, width):
        return grey
    if height > width:
        to_width = int(width * to_height / height)
    elif width > height:
        to_height = int(height * to_width / width)
    image = Image.fromarray(grey).resize(
        (max(to_width, 1), max(to_height, 1)), Image.Resampling.BICUBIC, reducing_gap=2.0
    )
    return np.asarray(image)


def degraded(grey: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Blur an image mildly, scale it, make it paler or darker and noisy: each with a chance."""
    if rng.random() < 0.25:
        factor = rng.uniform(0.75, 1.3)
        size = (max(1, round(grey.shape[1] * factor)), max(1, round(grey.shape[0] * factor)))
        grey = np.asarray(Image.fromarray(grey).resize(size, Image.Resampling.BICUBIC))
    values = grey.astype(np.float32)
    if rng.random() < 0.25:
        values = gaussian_filter(values, rng.uniform(0.2, 0.7))
    if rng.random() < 0.25:
        values = 255 - (255 - values) * rng.uniform(0.6, 1.0)
    if rng.random() < 0.25:
        values = 255 * (values / 255) ** rng.uniform(0.6, 1.8)
    if rng.random() < 0.25:
        values = values + rng.normal(0, rng.uniform(1, 10), values.shape)
    return values.clip(0, 255).astype(np.uint8)
