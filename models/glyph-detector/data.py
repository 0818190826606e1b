"""Labelled pages in memory, and random crops of them: rotated, scaled, with figures pasted in, and degraded."""

import json
import math
import random
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from degrade import degraded
from model import GEOMETRY_SCALE, STRIDE

# A centre this close to the edge of its cell (in pixels) may also be found in the neighbouring cell: no loss is
# computed there.
EDGE = 0.7
# Rotation of pages, in degrees, and scale factors relative to the text size of the training pages.
TURN = 2.0
SCALES = (0.78, 1.3)
SIZES_A_DOUBLING = 1.5  # classes of font size per doubling, for drawing symbols


class Page:
    """A page or part of a page: grey image, glyph boxes (x, y, width, height, depth, size), symbols and styles by
    number."""

    def __init__(self, image, box, symbol, style, about=None):
        self.image, self.box, self.symbol, self.style, self.about = image, box, symbol, style, about
        self.centre = np.stack([box[:, 0] + box[:, 2] / 2, box[:, 1] - (box[:, 3] - box[:, 4]) / 2], 1)

    def of(self, kept: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.box[kept], self.symbol[kept], self.style[kept]

    def window(self, x: float, y: float, size: int, turn: float = 0.0, scale: float = 1.0) -> "Page":
        """Returns the square around a point, rotated by degrees and scaled. Boxes stay upright around their rotated
        centres."""
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        middle = size / 2
        straight = turn == 0 and scale == 1
        if straight:
            x, y = round(x - middle) + middle, round(y - middle) + middle
        # The map from a position in the window to its position on the page.
        back = (c / scale, s / scale, x - (c + s) * middle / scale, -s / scale, c / scale, y - (c - s) * middle / scale)
        image = Image.fromarray(self.image).transform(
            (size, size), Image.AFFINE, back, Image.NEAREST if straight else Image.BICUBIC, fillcolor=255
        )
        offset = self.centre - (x, y)
        centre = (
            scale * np.stack([c * offset[:, 0] - s * offset[:, 1], s * offset[:, 0] + c * offset[:, 1]], 1) + middle
        )
        kept = np.flatnonzero(((centre >= 0) & (centre < size)).all(1))
        box, symbol, style = self.of(kept)
        box = box * scale
        box[:, 0] = centre[kept, 0] - box[:, 2] / 2
        box[:, 1] = centre[kept, 1] + (box[:, 3] - box[:, 4]) / 2
        return Page(np.array(image), box, symbol, style)

    def without(self, x0: float, y0: float, x1: float, y1: float) -> "Page":
        """Returns the page without the content of a rectangle and without all glyphs that reach into it."""
        left, right = self.box[:, 0], self.box[:, 0] + self.box[:, 2]
        top, bottom = self.box[:, 1] - self.box[:, 3], self.box[:, 1] + self.box[:, 4]
        gone = (right > x0) & (left < x1) & (bottom > y0) & (top < y1)
        image = self.image.copy()
        for a, b, c, d in zip(left[gone], top[gone], right[gone], bottom[gone]):
            image[max(0, int(b) - 2) : max(0, int(d) + 3), max(0, int(a) - 2) : max(0, int(c) + 3)] = 255
        image[max(0, int(y0)) : max(0, int(y1)), max(0, int(x0)) : max(0, int(x1))] = 255
        # Glyphs that were erased together with a neighbour's box can no longer be found.
        wiped = np.array(
            [
                (image[max(0, int(b)) : int(d) + 1, max(0, int(a)) : int(c) + 1] > 200).all()
                for a, b, c, d in zip(left, top, right, bottom)
            ],
            bool,
        )
        return Page(image, *self.of(np.flatnonzero(~gone & ~wiped)))


def count_symbols(files: list[Path]) -> Counter:
    counts: Counter = Counter()
    for file in files:
        with np.load(file) as record:
            for i in range(len([k for k in record.files if k.startswith("image")])):
                counts.update(record[f"symbol{i}"].tolist())
    counts.pop("", None)
    return counts


def load(files: list[Path], number: dict[str, int]) -> list[Page]:
    found = []
    for file in files:
        with np.load(file) as record:
            about = json.loads(str(record["about"])) if "about" in record.files else {}
            for i in range(len([k for k in record.files if k.startswith("image")])):
                symbol = np.array([number.get(s, -1) for s in record[f"symbol{i}"].tolist()], np.int64)
                found.append(
                    Page(record[f"image{i}"], record[f"box{i}"], symbol, record[f"style{i}"].astype(np.int64), about)
                )
    return found


class Sampler:
    """Draws random crops. Half of them contain a symbol of a given style and size, drawn with the fourth root of its
    frequency."""

    def __init__(self, rng: random.Random, figures: list[Page]):
        self.rng = rng
        self.figures = figures
        self.pages: list[Page] = []
        self.places: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        self.weights: list[float] = []
        self.kinds: list[tuple[int, ...]] = []

    def add(self, pages: list[Page]) -> None:
        for page in pages:
            at = len(self.pages)
            self.pages.append(page)
            size = np.round(SIZES_A_DOUBLING * np.log2(np.maximum(page.box[:, 5], 1))).astype(np.int64)
            kinds, kind_of, counts = np.unique(
                np.stack([page.symbol, page.style, size], 1), axis=0, return_inverse=True, return_counts=True
            )
            order = np.argsort(kind_of.reshape(-1), kind="stable")
            for kind, where in zip(kinds.tolist(), np.split(order, np.cumsum(counts)[:-1])):
                self.places.setdefault(tuple(kind), []).extend((at, int(g)) for g in where[:40])
        self.kinds = [k for k in self.places if k[0] >= 0]
        self.weights = [len(self.places[k]) ** 0.25 for k in self.kinds]

    def crop(self, size: int) -> Page:
        rng = self.rng
        if rng.random() < 0.5:
            page = rng.choice(self.pages)
            glyph = rng.randrange(len(page.box))
        else:
            at, glyph = rng.choice(self.places[rng.choices(self.kinds, self.weights)[0]])
            page = self.pages[at]
        x, y = page.centre[glyph] + (rng.uniform(-0.4, 0.4) * size, rng.uniform(-0.4, 0.4) * size)
        turn = rng.uniform(-TURN, TURN) if rng.random() < 0.25 else 0.0
        scale = math.exp(rng.uniform(*map(math.log, SCALES))) if rng.random() < 0.35 else 1.0
        part = page.window(x, y, size, turn, scale)
        if self.figures and rng.random() < 0.2:
            part = with_figure(part, rng.choice(self.figures), rng)
        if rng.random() < 0.55:
            other = rng.choice(self.pages).image
            top, left = (rng.randrange(max(1, n - size)) for n in other.shape)
            behind = Image.fromarray(other[top : top + size, left : left + size])
            part.image = np.array(degraded(Image.fromarray(part.image), rng, behind))
        return part

    def batch(self, n: int, size: int):
        """Returns ink `[n, 1, size, size]`, heat target, heat weight, and the glyph lists."""
        cells = size // STRIDE
        ink = np.zeros((n, size, size), np.float32)
        heat = np.zeros((n, cells, cells), np.float32)
        weight = np.ones((n, cells, cells), np.float32)
        lists = []
        for b in range(n):
            part = self.crop(size)
            ink[b] = 1 - part.image.astype(np.float32) / 255
            px, py = part.centre[:, 0], part.centre[:, 1]
            column, row = (px // STRIDE).astype(np.int64), (py // STRIDE).astype(np.int64)
            for step, near in (((0, -1), px % STRIDE < EDGE), ((0, 1), px % STRIDE > STRIDE - EDGE),
                               ((-1, 0), py % STRIDE < EDGE), ((1, 0), py % STRIDE > STRIDE - EDGE)):  # fmt: skip
                r, c = np.clip(row[near] + step[0], 0, cells - 1), np.clip(column[near] + step[1], 0, cells - 1)
                weight[b, r, c] = 0
            heat[b, row, column] = 1
            weight[b, row, column] = 1
            box = part.box
            geometry = np.stack([box[:, 0] - column * STRIDE, box[:, 1] - row * STRIDE, *box[:, 2:6].T], 1)
            lists.append(
                (np.full(len(box), b), row, column, part.symbol, part.style, geometry / np.array(GEOMETRY_SCALE))
            )
        joined = [torch.from_numpy(np.concatenate(part)) for part in zip(*lists)]
        return torch.from_numpy(ink)[:, None], torch.from_numpy(heat), torch.from_numpy(weight), joined


def with_figure(part: Page, figure: Page, rng: random.Random) -> Page:
    """Returns a part of a page with a figure pasted over it, with white paper around the figure."""
    (tall, wide), (height, width) = part.image.shape, figure.image.shape
    x, y = rng.randint(48 - width, wide - 48), rng.randint(48 - height, tall - 48)
    edge = rng.randint(4, 20)
    part = part.without(x - edge, y - edge, x + width + edge, y + height + edge)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(wide, x + width), min(tall, y + height)
    part.image[y0:y1, x0:x1] = figure.image[y0 - y : y1 - y, x0 - x : x1 - x]
    kept = np.flatnonzero(((figure.centre + (x, y) >= 0) & (figure.centre + (x, y) < (wide, tall))).all(1))
    box, symbol, style = figure.of(kept)
    box = box + np.array([x, y, 0, 0, 0, 0], np.float32)
    return Page(
        part.image,
        np.concatenate([part.box, box]),
        np.concatenate([part.symbol, symbol]),
        np.concatenate([part.style, style]),
    )
