"""Labelled pages in memory, and random crops of them."""

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from model import GEOMETRY_SCALE, STRIDE

# A centre this close to its cell's edge (in pixels) may as well be found in the neighbour: no loss there.
EDGE = 0.7


class Page:
    """One page: grey image, glyph boxes (x, y, width, height, depth, size), symbols and styles by number."""

    def __init__(self, image, box, symbol, style, rule, about):
        self.image, self.box, self.symbol, self.style, self.rule, self.about = image, box, symbol, style, rule, about
        self.centre = np.stack([box[:, 0] + box[:, 2] / 2, box[:, 1] - (box[:, 3] - box[:, 4]) / 2], 1)


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
            about = json.loads(str(record["about"]))
            for i in range(len([k for k in record.files if k.startswith("image")])):
                symbol = np.array([number.get(s, -1) for s in record[f"symbol{i}"].tolist()], np.int64)
                found.append(Page(record[f"image{i}"], record[f"box{i}"], symbol, record[f"style{i}"].astype(np.int64), record[f"rule{i}"], about))
    return found


class Sampler:
    """Random crops; half of them around a symbol drawn by the fourth root of its frequency."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.pages: list[Page] = []
        self.places: dict[int, list[tuple[int, int]]] = {}
        self.weights: list[float] = []
        self.kinds: list[int] = []

    def add(self, pages: list[Page]) -> None:
        for page in pages:
            at = len(self.pages)
            self.pages.append(page)
            for symbol in np.unique(page.symbol).tolist():
                where = np.flatnonzero(page.symbol == symbol)
                places = self.places.setdefault(symbol, [])
                places.extend((at, int(g)) for g in where[: max(1, min(len(where), 40))])
        self.kinds = [k for k in self.places if k >= 0]
        self.weights = [len(self.places[k]) ** 0.25 for k in self.kinds]

    def batch(self, n: int, size: int):
        """Ink `[n, 1, size, size]`, heat target, heat weight, and the glyph lists."""
        ink = np.zeros((n, size, size), np.float32)
        cells = size // STRIDE
        heat = np.zeros((n, cells, cells), np.float32)
        weight = np.ones((n, cells, cells), np.float32)
        lists = []
        for b in range(n):
            if self.rng.random() < 0.5:
                page = self.rng.choice(self.pages)
                glyph = self.rng.randrange(len(page.box))
            else:
                at, glyph = self.rng.choice(self.places[self.rng.choices(self.kinds, self.weights)[0]])
                page = self.pages[at]
            height, width = page.image.shape
            cx, cy = page.centre[glyph]
            x0 = int(np.clip(cx - self.rng.randint(0, size), 0, max(0, width - size)))
            y0 = int(np.clip(cy - self.rng.randint(0, size), 0, max(0, height - size)))
            crop = page.image[y0 : y0 + size, x0 : x0 + size]
            ink[b, : crop.shape[0], : crop.shape[1]] = 1 - crop.astype(np.float32) / 255
            inside = np.flatnonzero(
                (page.centre[:, 0] >= x0) & (page.centre[:, 0] < x0 + size) & (page.centre[:, 1] >= y0) & (page.centre[:, 1] < y0 + size)
            )
            px, py = page.centre[inside, 0] - x0, page.centre[inside, 1] - y0
            column, row = (px // STRIDE).astype(np.int64), (py // STRIDE).astype(np.int64)
            for step, near in (((0, -1), px % STRIDE < EDGE), ((0, 1), px % STRIDE > STRIDE - EDGE),
                               ((-1, 0), py % STRIDE < EDGE), ((1, 0), py % STRIDE > STRIDE - EDGE)):  # fmt: skip
                r, c = np.clip(row[near] + step[0], 0, cells - 1), np.clip(column[near] + step[1], 0, cells - 1)
                weight[b, r, c] = 0
            heat[b, row, column] = 1
            weight[b, row, column] = 1
            box = page.box[inside]
            geometry = np.stack([px - box[:, 2] / 2 - column * STRIDE, py + (box[:, 3] - box[:, 4]) / 2 - row * STRIDE, *box[:, 2:6].T], 1)
            lists.append((np.full(len(inside), b), row, column, page.symbol[inside], page.style[inside], geometry / np.array(GEOMETRY_SCALE)))
        joined = [torch.from_numpy(np.concatenate(part)) for part in zip(*lists)]
        return torch.from_numpy(ink)[:, None], torch.from_numpy(heat), torch.from_numpy(weight), joined


def degrade(ink: torch.Tensor, rng: random.Random) -> torch.Tensor:
    """Blur, thicker or thinner ink, contrast, background and noise; a third of the crops stay clean."""
    out = []
    for x in ink.split(1):
        if rng.random() < 0.66:
            if rng.random() < 0.3:
                thick = F.max_pool2d(x, 3, 1, 1) if rng.random() < 0.5 else -F.max_pool2d(-x, 3, 1, 1)
                x = torch.lerp(x, thick, rng.uniform(0, 0.35))
            if rng.random() < 0.4:
                side = torch.exp(-torch.arange(-2.0, 3.0) ** 2 / (2 * rng.uniform(0.3, 0.9) ** 2))
                kernel = (side[:, None] * side)[None, None]
                x = F.conv2d(x, kernel / kernel.sum(), padding=2)
            if rng.random() < 0.4:
                x = x.clamp(0, 1) ** rng.uniform(0.7, 1.5) * rng.uniform(0.6, 1) + rng.uniform(0, 0.12)
            if rng.random() < 0.5:
                x = x + torch.randn_like(x) * rng.uniform(0, 0.08)
        out.append(x.clamp(0, 1))
    return torch.cat(out)
