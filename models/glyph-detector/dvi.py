"""Reads TeX's output: glyph positions from a DVI file, sizes from TFM files.

Positions are in scaled points (65536 to the point) from the page's origin, which lies one inch inside the top left
corner of the paper; y grows downwards.
"""

import functools
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Character:
    """The box of a character in units of the font size, and its links to larger forms of the same delimiter."""

    width: float
    height: float
    depth: float
    next_larger: int | None
    extensible: tuple[int, int, int, int] | None  # top, middle, bottom, repeated


class Tfm:
    """A TeX font metric file."""

    def __init__(self, path: Path):
        data = path.read_bytes()
        lf, lh, bc, ec, nw, nh, nd, ni, nl, nk, ne, np_ = struct.unpack(">12H", data[:24])
        words = [data[24 + 4 * i : 28 + 4 * i] for i in range(lf - 6)]
        fix = lambda w: struct.unpack(">i", w)[0] / 2**20
        at = lh
        info = words[at : at + ec - bc + 1]
        at += ec - bc + 1
        widths = [fix(w) for w in words[at : at + nw]]
        heights = [fix(w) for w in words[at + nw : at + nw + nh]]
        depths = [fix(w) for w in words[at + nw + nh : at + nw + nh + nd]]
        ext_at = at + nw + nh + nd + ni + nl + nk
        recipes = [tuple(w) for w in words[ext_at : ext_at + ne]]
        params = [fix(w) for w in words[ext_at + ne : ext_at + ne + np_]]
        self.x_height = params[4] if len(params) > 4 else 0.43
        self.characters: dict[int, Character] = {}
        for i, w in enumerate(info):
            if w[0] == 0:
                continue
            tag = w[2] & 3
            self.characters[bc + i] = Character(
                widths[w[0]],
                heights[w[1] >> 4],
                depths[w[1] & 15],
                w[3] if tag == 2 else None,
                recipes[w[3]] if tag == 3 and w[3] < len(recipes) else None,
            )


@functools.cache
def tfm(name: str) -> Tfm | None:
    """Returns the metrics of a font by its TeX name, or None if the installation lacks it."""
    found = subprocess.run(["kpsewhich", name + ".tfm"], capture_output=True, text=True, check=False).stdout.strip()
    return Tfm(Path(found)) if found else None


@dataclass(frozen=True)
class Placed:
    """A glyph on a page."""

    font: str
    code: int
    x: int
    y: int
    size: int


@dataclass(frozen=True)
class Bar:
    """A rule on a page: its lower left corner, width and height."""

    x: int
    y: int
    width: int
    height: int


@dataclass
class Page:
    glyphs: list[Placed]
    rules: list[Bar]


def read(path: Path) -> list[Page]:
    """Returns the pages of a DVI file in order. Specials (colour, links) are skipped."""
    data = path.read_bytes()
    pages: list[Page] = []
    fonts: dict[int, tuple[str, int]] = {}
    i = 0
    h = v = w = x = y = z = 0
    stack: list[tuple[int, ...]] = []
    font: tuple[str, int] | None = None
    page = Page([], [])

    def unsigned(n: int) -> int:
        nonlocal i
        value = int.from_bytes(data[i : i + n], "big")
        i += n
        return value

    def signed(n: int) -> int:
        nonlocal i
        value = int.from_bytes(data[i : i + n], "big", signed=True)
        i += n
        return value

    def put(code: int) -> int:
        if font is None:
            return 0
        name, size = font
        metrics = tfm(name)
        page.glyphs.append(Placed(name, code, h, v, size))
        box = metrics.characters.get(code) if metrics else None
        return round(box.width * size) if box else 0

    while i < len(data):
        op = unsigned(1)
        if op < 128:
            h += put(op)
        elif op < 132:
            h += put(unsigned(op - 127))
        elif op == 132 or op == 137:
            height, width = signed(4), signed(4)
            if height > 0 and width > 0:
                page.rules.append(Bar(h, v, width, height))
            if op == 132:
                h += width
        elif 133 <= op <= 136:
            put(unsigned(op - 132))
        elif op == 138:
            pass
        elif op == 139:
            i += 44
            h = v = w = x = y = z = 0
            stack = []
            font = None
            page = Page([], [])
        elif op == 140:
            pages.append(page)
        elif op == 141:
            stack.append((h, v, w, x, y, z))
        elif op == 142:
            h, v, w, x, y, z = stack.pop()
        elif 143 <= op <= 146:
            h += signed(op - 142)
        elif 147 <= op <= 151:
            w = signed(op - 147) if op > 147 else w
            h += w
        elif 152 <= op <= 156:
            x = signed(op - 152) if op > 152 else x
            h += x
        elif 157 <= op <= 160:
            v += signed(op - 156)
        elif 161 <= op <= 165:
            y = signed(op - 161) if op > 161 else y
            v += y
        elif 166 <= op <= 170:
            z = signed(op - 166) if op > 166 else z
            v += z
        elif 171 <= op <= 234:
            font = fonts.get(op - 171)
        elif 235 <= op <= 238:
            font = fonts.get(unsigned(op - 234))
        elif 239 <= op <= 242:
            length = unsigned(op - 238)
            i += length
        elif 243 <= op <= 246:
            number = unsigned(op - 242)
            _checksum, scale, _design, area, length = unsigned(4), unsigned(4), unsigned(4), unsigned(1), unsigned(1)
            fonts[number] = (data[i + area : i + area + length].decode("ascii"), scale)
            i += area + length
        elif op == 247:
            i += 13
            i += 1 + data[i]
        elif op == 248:
            break
        else:
            raise ValueError(f"DVI opcode {op} at byte {i - 1}")
    return pages
