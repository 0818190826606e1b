"""Labels of a page: the glyphs that a reader sees, derived from TeX's output."""

from dataclasses import dataclass

import dvi
import symbols

SP_PER_INCH = 72.27 * 65536

STYLES = [
    "roman", "italic", "slanted", "bold", "bold_italic", "typewriter", "sans", "sans_bold", "small_caps",
    "math_italic", "math_bold_italic", "calligraphic", "blackboard", "fraktur", "script",
]  # fmt: skip

# Accents ride above the letter, but their TFM box reaches down to the baseline. Only this part of the box holds ink.
ACCENT_INK = 0.25
LOW_ACCENTS = ("acc:cedilla", "acc:ogonek")
HIGH_MARKS = ("‘", "’", "“", "”", '"', "'", "^", "\\textdegree")


@dataclass
class Label:
    """A glyph as a reader sees it, in pixels. `symbol` is empty if the glyph is not known."""

    symbol: str
    style: str
    x: float
    y: float
    width: float
    height: float
    depth: float
    size: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y - (self.height - self.depth) / 2


def labels(page: dvi.Page, roles: dict[str, symbols.FontRole], maths: dict[str, dict[int, str]], dpi: float) -> tuple[
    list[Label], list[tuple[float, float, float, float]]
]:  # fmt: skip
    """Returns glyphs and rules (x0, y0, x1, y1) of a page, in pixels of an image whose corner is the corner of the
    paper."""
    scale = dpi / SP_PER_INCH
    found: list[Label] = []
    for glyph in page.glyphs:
        metrics = dvi.tfm(glyph.font)
        box = metrics.characters.get(glyph.code) if metrics else None
        if box is None:
            continue
        role = symbols.role_of(glyph.font, roles)
        names = symbols.symbols_of(role, glyph.code, maths) if role else None
        size = glyph.size * scale
        x, y = glyph.x * scale + dpi, glyph.y * scale + dpi
        width, height, depth = box.width * size, box.height * size, box.depth * size
        if names is None:
            found.append(Label("", "roman", x, y, width, height, depth, size))
            continue
        look = symbols.style(role, names[0])
        if len(names) == 2:
            base = {"\\imath": ord("i"), "\\jmath": ord("j")}.get(names[0], ord(names[0][-1]))
            base_box = metrics.characters.get(base)
            base_height = min(base_box.height, box.height) * size if base_box else height
            base_height = min(base_height, 0.48 * size) if names[0] in ("\\imath", "\\jmath") else base_height
            found.append(Label(names[0], look, x, y, width, base_height, 0 if names[1] in LOW_ACCENTS else depth, size))
            middle = x + width / 2
            if names[1] in LOW_ACCENTS:
                found.append(Label(names[1], look, middle - size / 4, y, size / 2, 0, depth, size))
            else:
                found.append(
                    Label(names[1], look, middle - size / 4, y, size / 2, height, -height * (1 - ACCENT_INK), size)
                )
            continue
        symbol = names[0]
        if symbol.startswith("acc:") and symbol not in LOW_ACCENTS:
            depth = -height * (1 - ACCENT_INK)
        elif symbol in HIGH_MARKS:
            depth = -height * 0.5
        label = Label(symbol, look, x, y, width, height, depth, size)
        if found and (merged := overlay(found[-1], label)):
            found[-1] = merged
        else:
            found.append(label)
    rules = []
    for bar in page.rules:
        x, y = bar.x * scale + dpi, bar.y * scale + dpi
        rules.append((x, y - bar.height * scale, x + bar.width * scale, y))
    return found, rules


def overlay(first: Label, second: Label) -> Label | None:
    """Returns one symbol for two overlapping glyphs, such as a slash through an equals sign."""
    name = symbols.OVERLAYS.get(frozenset((first.symbol, second.symbol)))
    near = abs(first.centre[0] - second.centre[0]) < 0.6 * second.size
    if name is None or not near or abs(first.y - second.y) > 0.3 * second.size:
        return None
    wide = max(first, second, key=lambda g: g.width)
    height, depth = max(first.height, second.height), max(first.depth, second.depth)
    return Label(name, "roman", wide.x, wide.y, wide.width, height, depth, wide.size)
