"""Measures what the ink of each glyph looks like, on pages whose true glyphs are known, and writes the table by which
detections are fitted to the ink (`crates/ocr/data/shapes.tsv`).

    python shapes.py --pages DIR [DIR ...] --out FILE [--into FILE]

The ink of a glyph counts if its connected pieces lie in its box and in no other. All numbers are relative to the size
of the type, so that pages of any size and resolution count alike: the amount of ink, its centre relative to the
reference point, its standard deviations, TeX's box, and the covariance of across and down: the slant. The table has the
medians, in units of 0.0001 em or em². Type is of rank 0 if it has about the size of the running text, 1 in scripts, 2
in scripts of scripts: fonts have other proportions there. A glyph that has several forms, such as a large operator, is
left out. `--into` keeps the numbers of an earlier table, whose pages showed other glyphs, and adds the slants and the
glyphs of formulas that it lacks.
"""

import argparse
import json
import multiprocessing
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy import ndimage

import pages

# Families that are measured, and the font set-ups whose pages show them. The first set-up with a glyph gives its shape.
FAMILIES = {
    "computer-modern": ("computer-modern", "latin-modern", "computer-modern-t1"),
    "times": ("times-mathptmx",),
    "newtx": ("newtx",),
    "palatino": ("mathpazo",),
    "newpx": ("newpx",),
    "libertine": ("libertine",),
    "charter": ("charter",),
    "fourier": ("fourier",),
    "euler": ("palatino-euler",),
    "stix": ("stix",),
    "kpfonts": ("kpfonts",),
}

FAINT = 0.12  # darkness of a pixel that joins pieces, as in the app
BLUR = 0.09  # variance that pixels add, as in the app
OVERHANG = 0.1  # how far ink may stick out of its box, in em, as in the app
OWN = 0.75  # least share of a piece in the box of its glyph, as in the app
SHARED = (
    0.12  # largest share of it in the box of another glyph: the app bears more, but may see other ink than is measured
)
FEWEST = 4  # samples of a shape
LARGEST = 0.035  # median deviation of the centre, in em
LARGEST_INK = 0.1  # the same of the amount of ink, relative
LARGEST_BOX = 0.05  # the same of width and height, in em
SLANT = 8  # place of the slant in the numbers
# Styles in which shapes are added, in the first family only: all families together must stay small.
FORMULA = ("roman", "math_italic", "calligraphic", "blackboard", "fraktur", "bold", "math_bold_italic", "script")
RANKS = ((0.85, 1.15), (0.6, 0.85), (0.4, 0.6))  # sizes relative to the running text


def moments(ink: np.ndarray, x: int, y: int) -> np.ndarray:
    """Returns the sums of darkness, and of darkness times position and squared position, of a piece at a corner."""
    across, down = ink.sum(0), ink.sum(1)
    xs, ys = np.arange(len(across)) + x + 0.5, np.arange(len(down)) + y + 0.5
    return np.array([ink.sum(), across @ xs, down @ ys, across @ xs**2, down @ ys**2, ys @ ink @ xs])


def owners(box: np.ndarray, pieces: list) -> tuple[dict[int, list[int]], set[int]]:
    """Returns the pieces of each glyph, and the glyphs whose ink may be in other pieces too."""
    x, y, width, height, depth, size = box.T
    left, right = x - OVERHANG * size, x + width + OVERHANG * size
    top, bottom = y - height - OVERHANG * size, y + depth + OVERHANG * size
    order = np.argsort(left)
    widest = (right - left).max()
    owned: dict[int, list[int]] = defaultdict(list)
    doubtful: set[int] = set()
    for number, (rows, columns) in enumerate(pieces):
        x0, x1, y0, y1 = columns.start, columns.stop, rows.start, rows.stop
        first, last = np.searchsorted(left[order], x0 - widest), np.searchsorted(left[order], x1)
        near = order[first:last]
        near = near[(right[near] > x0) & (top[near] < y1) & (bottom[near] > y0)]
        across = np.minimum(right[near], x1) - np.maximum(left[near], x0)
        down = np.minimum(bottom[near], y1) - np.maximum(top[near], y0)
        share = across * down / ((x1 - x0) * (y1 - y0))
        if (share > OWN).sum() == 1 and (share > SHARED).sum() == 1:
            owned[int(near[share > OWN][0])].append(number)
        else:
            doubtful.update(near.tolist())
    return owned, doubtful


def measure(file: Path) -> tuple[str, list[tuple]]:
    """Returns the font set-up of a document, and a key and numbers for each glyph with separate ink."""
    with np.load(file) as record:
        about = json.loads(str(record["about"]))
        count = len([name for name in record.files if name.startswith("image")])
        content = [tuple(record[f"{name}{i}"] for name in ("image", "box", "symbol", "style")) for i in range(count)]
    found: list[tuple] = []
    sizes = np.concatenate([box[:, 5] for _, box, _, _ in content])
    body = np.median(sizes[sizes >= 0.9 * np.median(sizes)])
    for image, box, symbols, styles in content:
        ink = 1 - image / 255.0
        labels, _ = ndimage.label(ink > FAINT, structure=np.ones((3, 3)))
        pieces = ndimage.find_objects(labels)
        if not pieces:
            continue
        owned, doubtful = owners(box, pieces)
        for glyph, numbers in owned.items():
            x, y, width, height, depth, size = box[glyph]
            ranks = [rank for rank, (low, high) in enumerate(RANKS) if low < size / body <= high]
            if glyph in doubtful or not symbols[glyph] or not ranks:
                continue
            total = sum(
                moments(np.where(labels[pieces[n]] == n + 1, ink[pieces[n]], 0), pieces[n][1].start, pieces[n][0].start)
                for n in numbers
            )
            amount, cx, cy = total[0], total[1] / total[0], total[2] / total[0]
            across, down = total[3] / amount - cx**2 - BLUR, total[4] / amount - cy**2 - BLUR
            numbers_in_em = (
                amount / size**2,
                (cx - x) / size,
                (cy - y) / size,
                np.sqrt(max(across, 0)) / size,
                np.sqrt(max(down, 0)) / size,
                width / size,
                height / size,
                depth / size,
                (total[5] / amount - cx * cy) / size**2,
            )
            found.append((str(symbols[glyph]), pages.STYLES[int(styles[glyph])], ranks[0], numbers_in_em))
    # A specimen shows each glyph once, apart from others.
    return about["family"], found * (FEWEST if about.get("is_specimen") else 1)


def shape(samples: list[tuple]) -> np.ndarray | None:
    """Returns the medians, if the samples show one form."""
    values = np.array(samples)
    middle = np.median(values, 0)
    off = np.median(np.abs(values - middle), 0)
    is_one = (
        len(values) >= FEWEST
        and off[0] <= LARGEST_INK * middle[0]
        and off[1:3].max() <= LARGEST
        and off[5:7].max() <= LARGEST_BOX
        and middle[3:5].min() > 0
    )
    return middle if is_one else None


def table(path: Path) -> dict[str, dict[tuple, np.ndarray]]:
    """Reads a table: the numbers of each glyph of each family."""
    families: dict[str, dict[tuple, np.ndarray]] = {}
    shapes: dict[tuple, np.ndarray] = {}
    for line in path.read_text().splitlines():
        name, *fields = line.split("\t")
        if fields:
            style, rank, *numbers = fields
            shapes[name, style, int(rank)] = np.array([int(number) * 1e-4 for number in numbers])
        else:
            shapes = families.setdefault(name, {})
    return families


def merge(shapes: dict[tuple, np.ndarray], earlier: dict[tuple, np.ndarray], styles: tuple) -> None:
    """Gives shapes the numbers of an earlier table; new ones stay only if they are of these styles."""
    for key in [key for key in shapes if key not in earlier and (key[1] not in styles or key[2] > 1)]:
        del shapes[key]
    for key, numbers in earlier.items():
        slant = shapes[key][SLANT:] if key in shapes and len(numbers) == SLANT else []
        shapes[key] = np.array([*numbers, *slant])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--into", type=Path)
    options = parser.parse_args()
    files = sorted(file for folder in options.pages for file in folder.glob("[0-9]*.npz"))
    samples: dict[str, dict[tuple, list[tuple]]] = defaultdict(lambda: defaultdict(list))
    with multiprocessing.Pool() as pool:
        for setup, found in pool.imap_unordered(measure, files, 4):
            for symbol, style, rank, numbers in found:
                samples[setup][symbol, style, rank].append(numbers)
    earlier = table(options.into) if options.into else {}
    lines = []
    for family, setups in FAMILIES.items():
        shapes: dict[tuple, np.ndarray] = {}
        for setup in setups:
            for key, of_key in samples[setup].items():
                if key not in shapes and (middle := shape(of_key)) is not None:
                    shapes[key] = middle
        merge(shapes, earlier.get(family, {}), FORMULA if family == next(iter(FAMILIES)) else ())
        lines.append(family)
        for (symbol, style, rank), middle in sorted(shapes.items()):
            numbers = "\t".join(str(round(value * 1e4)) for value in middle)
            lines.append(f"{symbol}\t{style}\t{rank}\t{numbers}")
        print(family, len(shapes), "shapes")
    options.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
