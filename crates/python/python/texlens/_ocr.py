"""Page images and PDF files as LaTeX."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from . import _texlens
from ._arguments import whole

ReadFrom = Literal["auto", "text", "image"]
"""What pages of PDF files are read from."""

Network = Literal["auto", "fast", "accurate"]
"""The network that reads images."""


class Box(NamedTuple):
    """A rectangle in pixels of the page image; y grows downwards."""

    x0: float
    y0: float
    x1: float
    y1: float


class Token(NamedTuple):
    """A word, a whole formula or a figure, with its places in the LaTeX and on the page."""

    start: int
    """Index of its first character in the LaTeX of the page."""
    end: int
    """Index after its last character."""
    latex: str
    """Its LaTeX."""
    kind: str
    """``"text"``, ``"heading"``, ``"inline_math"``, ``"display_math"`` or ``"figure"``."""
    box: Box
    """Its place on the page."""
    confidence: float
    """The lowest confidence of its glyphs, from 0 to 1."""


class Origin(NamedTuple):
    """A part of the LaTeX, and a glyph of the page for which it was written."""

    start: int
    end: int
    glyph: int
    """Index in :attr:`OcrPage.glyphs`."""
    confidence: float


@dataclass(frozen=True)
class OcrPage:
    """A page that was read, or the reason why it was not."""

    number: int
    """The number of the page in its file, from 1."""
    latex: str = ""
    """The LaTeX, the body of a document; empty if nothing was read."""
    error: str | None = None
    """The reason why the page was not read."""
    read_from: Literal["text", "image"] | None = None
    """What the page was read from: the text of the PDF file, or its image."""
    reason: str | None = None
    """The reason why an image was read in place of the text, or why the text that was read cannot be trusted."""
    doubt: str | None = None
    """The reason why the LaTeX is unreliable: ``"blank"``, ``"no_text"``, ``"unknown_writing"``, ``"partly_unknown"``
    or ``"low_confidence"``."""
    remarks: list[str] = field(default_factory=list)
    """What a person should know: how the page was turned, what is missing, and the doubt in a sentence."""
    turn: float = 0.0
    """Degrees clockwise by which the image was turned before it was read. All places are in the turned image."""
    width: float = 0.0
    """Width of the page in pixels."""
    height: float = 0.0
    """Height of the page in pixels."""
    tokens: list[Token] = field(default_factory=list, repr=False)
    """The words, formulas and figures, in the order of the LaTeX."""
    origins: list[Origin] = field(default_factory=list, repr=False)
    """The glyphs behind each part of the LaTeX. Braces and other LaTeX without ink have none."""
    _detected: str = field(default="null", repr=False, compare=False)

    @cached_property
    def detected(self) -> dict[str, Any]:
        """Everything that was found on the page, as ``texlens ocr --glyphs`` writes it: ``glyphs``, ``rules``,
        ``figures``, and ``links`` and ``anchors`` of PDF files."""
        return json.loads(self._detected) or {}

    @property
    def glyphs(self) -> list[dict[str, Any]]:
        """The glyphs: dicts with ``symbol``, ``style``, ``x`` and ``y`` of the reference point, ``width``, ``height``,
        ``depth``, ``size`` and ``confidence``."""
        return self.detected.get("glyphs", [])


@dataclass(frozen=True)
class Ocr:
    """The pages of an image or a PDF file."""

    latex: str
    """The LaTeX of all pages. A page that was not read is a comment."""
    pages: list[OcrPage]
    """The pages."""


def ocr(
    source: Any,
    *,
    read_from: ReadFrom = "auto",
    network: Network = "auto",
    pages: str | int | Iterable[int] | None = None,
    dpi: int = _texlens.DEFAULT_DPI,
    pdf_seconds: int = 60,
    pdf_memory: int = 1024,
) -> Ocr:
    r"""Reads a page image or a PDF file, with the results of ``texlens ocr``.

    ``source`` is one of these:

    - a path, as str or ``os.PathLike``, or bytes: a PNG or JPEG image, or a PDF file;
    - an array of unsigned bytes with the shape (height, width) for grey, (height, width, 3) for RGB or (height, width,
      4) for RGBA: from NumPy, or anything else with the buffer interface, ``__array_interface__`` or ``__array__``,
      such as an image of Pillow in the mode L, RGB or RGBA.

    Most PDF files made by TeX state the glyphs of their pages exactly, so these are read from the text and not by OCR.
    ``read_from`` is ``"auto"`` (the text, or the image if the text cannot be trusted), ``"text"`` or ``"image"``.
    ``network`` is ``"fast"``, ``"accurate"``, or ``"auto"``: the accurate one for formulas and other small images, the
    fast one for pages. ``pages`` chooses pages of a PDF file: ``"1-20, 35"``, a number, or numbers. ``dpi`` is the
    resolution in which pages of PDF files are drawn, from 50 to 600.

    >>> from texlens import render
    >>> [png] = render("x^2+y^2=1", format="png")
    >>> result = ocr(png)
    >>> result.latex.split()
    ['\\[', 'x^2+y^2=1', '\\]']
    >>> [token.kind for token in result.pages[0].tokens]
    ['display_math']

    Pages of PDF files are drawn in another process, which may take ``pdf_seconds`` for each page and ``pdf_memory`` MiB
    of memory (not on macOS and Windows), and runs without environment variables. A page that it cannot draw has an
    ``error``; the others are read.

    Other Python threads can run meanwhile; images are read one after the other. In the main thread, Ctrl+C stops the
    work, after the page of a PDF file that is being drawn.

    Raises ValueError if an argument is wrong or no page can be read, OSError if the file cannot be read or a part of
    the wheel is missing, and TypeError if ``source`` is nothing of the above.
    """
    limits = (whole(pdf_seconds, "pdf_seconds", 1, 3600), whole(pdf_memory, "pdf_memory", 256, 65536))
    dpi = whole(dpi, "dpi", 50, 600)
    content = _file(source)
    if content is not None:
        latex, read = _texlens.ocr(content, read_from, network, _range(pages), dpi, *limits)
    else:
        latex, read = _texlens.ocr_samples(_samples(source), read_from, network)
    return Ocr(latex, [_page(*page) for page in read])


def _page(number: int, page: tuple[str, str] | None, error: str | None) -> OcrPage:
    if page is None:
        return OcrPage(number, error=error)
    described, detected = page
    values = json.loads(described)
    latex = values["latex"]
    tokens = [
        Token(
            token["start"],
            token["end"],
            latex[token["start"] : token["end"]],
            token["kind"],
            Box(*token["box"]),
            token["confidence"],
        )
        for token in values.pop("tokens")
    ]
    origins = [Origin(*origin) for origin in values.pop("origins")]
    return OcrPage(number, tokens=tokens, origins=origins, _detected=detected, **values)


def _file(source: Any) -> bytes | None:
    """Returns the content of a file. Returns None for an array."""
    if isinstance(source, (bytes, bytearray)):
        return bytes(source)
    if not isinstance(source, (str, os.PathLike)):
        return None
    with open(source, "rb") as file:
        content = file.read(_texlens.MAX_FILE_BYTES + 1)
    if len(content) > _texlens.MAX_FILE_BYTES:
        raise ValueError(
            f"{os.fspath(source)} has more than {_texlens.MAX_FILE_BYTES} bytes, the limit for images and PDF files"
        )
    return content


def _samples(source: Any) -> tuple[bytes, int, int, int]:
    """Returns the bytes of an array, its height and width, and the number of samples of a pixel."""
    view = _view(source)
    if view is None:
        raise TypeError(
            f"source must be a path, the bytes of a file, or an array of unsigned bytes, not {type(source).__name__}"
        )
    shape = tuple(view.shape or ())
    if len(shape) == 1:
        raise ValueError(f"the array has the shape {shape}: for the bytes of a file, give bytes(source)")
    if view.format.lstrip("@=<>|") != "B":
        raise ValueError(
            f"the array must have unsigned bytes, not items of the format {view.format!r}: convert it to uint8, with 0 "
            "for black and 255 for white"
        )
    is_grey = len(shape) == 2
    if not (is_grey or (len(shape) == 3 and shape[2] in (3, 4))) or 0 in shape:
        raise ValueError(
            f"the array has the shape {shape}: it must be (height, width) for grey, (height, width, 3) for RGB or "
            "(height, width, 4) for RGBA"
        )
    return view.tobytes(), shape[0], shape[1], 1 if is_grey else shape[2]


def _view(source: Any) -> memoryview | None:
    # Images of Pillow have modes; the samples of others, such as indices of a palette, mean something else.
    mode = getattr(source, "mode", None)
    if isinstance(mode, str) and mode not in ("L", "RGB", "RGBA") and hasattr(source, "convert"):
        raise ValueError(f'the image has the mode {mode!r}: convert it with image.convert("RGB")')
    try:
        return memoryview(source)
    except TypeError:
        pass
    interface = getattr(source, "__array_interface__", None)
    if isinstance(interface, dict) and isinstance(interface.get("data"), bytes) and interface.get("typestr") == "|u1":
        # Images of Pillow give their samples so.
        shape = tuple(interface["shape"])
        if 0 in shape:
            raise ValueError(f"the image has no pixels: its shape is {shape}")
        return memoryview(interface["data"]).cast("B", shape=shape)
    if hasattr(source, "__array__"):
        array = source.__array__()
        try:
            return memoryview(array)
        except TypeError:
            return None
    return None


def _range(pages: str | int | Iterable[int] | None) -> str | None:
    if pages is None or isinstance(pages, str):
        return pages
    numbers = list(pages) if _texlens.is_list(pages) else [pages]
    return ",".join(str(whole(number, "a number in pages", 1, 2**31)) for number in numbers)
