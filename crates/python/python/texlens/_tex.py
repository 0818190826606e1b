"""LaTeX through the TeX engine of the wheel: whether it compiles, and how it looks."""

from __future__ import annotations

import json
from typing import Any, Literal

from . import _texlens
from ._arguments import whole

Form = Literal["fragment", "document"]
"""The form of a text: the body of a document, or a document with its own preamble."""

DrawingKind = Literal["formula", "fragment", "page"]
"""The kind of a drawing."""


def compile(latex: str, *, form: Form | None = None) -> dict[str, Any]:
    r"""Compiles LaTeX with pdfTeX, and returns the verdict.

    A fragment is compiled with the preamble that comes with texlens, a document as it is. Without ``form``, a text with
    a ``\documentclass`` is a document.

    The keys of the verdict are:

    - ``compiles``: whether pdfTeX ends without an error and with at least one page;
    - ``fatal``: whether it gave up before the end of the text;
    - ``pages``: the number of pages;
    - ``error_count``: the number of all errors;
    - ``errors``: the first 100 errors, each a dict with ``message``, ``advice``, ``class``, ``line``, ``column``,
      ``excerpt`` and ``range``, the place in bytes of the UTF-8 text;
    - ``limit``: the limit that ended the run (``"steps"``, ``"memory"``, ``"output"`` or ``"files"``), or None.

    >>> verdict = compile(r"A formula $\frac{a}{b}.")
    >>> verdict["compiles"], verdict["errors"][0]["message"]
    (False, 'Missing $ inserted.')

    The engine is loaded once for all threads, which takes a second. Other Python threads can run meanwhile. Ctrl+C
    takes effect when the run ends, which its limits ensure.

    Raises ValueError if the form is unknown, and OSError if the engine cannot be used.
    """
    return json.loads(_texlens.compile(latex, form))


def render(
    latex: str, *, kind: DrawingKind = "formula", format: Literal["svg", "png"] = "svg", dpi: int = 300
) -> list[str] | list[bytes]:
    r"""Draws LaTeX as TeX sets it. Returns one drawing for each page: str for SVG, bytes for PNG.

    ``kind`` says what the text is:

    - ``"formula"``: a formula, with or without delimiters, set as a display and cut at its ink;
    - ``"fragment"``: a piece of a body, such as a paragraph or a table, cut at its ink;
    - ``"page"``: the body of a document, drawn as whole pages.

    ``dpi`` is the resolution of PNG images, from 10 to 2400 dots per inch. A text with errors is drawn as far as TeX
    sets it, and the logger ``texlens`` warns of them; :func:`compile` lists them.

    >>> [drawing] = render(r"\frac{a}{b}")
    >>> drawing.startswith("<svg")
    True

    Raises ValueError if an argument is wrong, or if the text has a ``\documentclass``, and OSError if the engine cannot
    be used.
    """
    return _texlens.render(latex, kind, format, whole(dpi, "dpi", 10, 2400))
