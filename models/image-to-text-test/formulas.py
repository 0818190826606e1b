"""Formulas of a small grammar, drawn by matplotlib: images whose LaTeX is known."""

from __future__ import annotations

import io
import random

import matplotlib
from PIL import Image

matplotlib.use("agg")

from matplotlib import mathtext

LETTERS = ["a", "b", "c", "k", "n", "x", "y", "z", r"\alpha", r"\beta", r"\pi"]
DIGITS = list("0123456789")


def atom(rng: random.Random) -> str:
    """Return a letter or a number."""
    return rng.choice(LETTERS) if rng.random() < 0.7 else rng.choice(DIGITS)


def term(rng: random.Random, depth: int = 1) -> str:
    """Return a term: an atom, perhaps with scripts, a fraction or a root."""
    kind = rng.random()
    if depth and kind < 0.2:
        return rf"\frac{{{term(rng, depth - 1)}}}{{{term(rng, depth - 1)}}}"
    if depth and kind < 0.3:
        return rf"\sqrt{{{term(rng, depth - 1)}}}"
    base = rng.choice(LETTERS)
    if kind < 0.5:
        return f"{base}^{{{atom(rng)}}}"
    if kind < 0.7:
        return f"{base}_{{{atom(rng)}}}"
    return atom(rng)


def formula(rng: random.Random) -> str:
    """Return a formula of one to three terms, its tokens separated by spaces where TeX needs them."""
    terms = [term(rng) for _ in range(rng.randint(1, 3))]
    signs = [rng.choice([" + ", " - ", " = "]) for _ in terms[1:]]
    return terms[0] + "".join(sign + later for sign, later in zip(signs, terms[1:], strict=True))


def draw(latex: str, dpi: int) -> Image.Image:
    """Draw a formula as black on white."""
    buffer = io.BytesIO()
    mathtext.math_to_image(f"${latex}$", buffer, dpi=dpi, format="png")
    return Image.open(buffer).convert("RGB")
