"""Measures a model on held-out pages. Reports the detection F1 with one-to-one matching, and the symbol accuracy by
occurrence of the matched glyphs, by font family, renderer, resolution, type size and kind of symbol. Also reports the
encode-decode ceiling: the share of true glyphs that survive encoding into the target grid and decoding.

    python evaluate.py --pages DIR --model FILE [--vocabulary manifest.json] [--degrade] [--figures FILE]
                       [--limit N] [--json FILE]
    python evaluate.py --pages DIR --rows FOLDER ...   rows that another runtime wrote (evaluate_web.mjs)
    python evaluate.py --pages DIR --tiles FOLDER      only writes the tiles, for another runtime

`--degrade` simulates printing and scanning of every page, and rotates it by up to two degrees. `--figures` pastes a
figure over each page. `--crops N` reads N crops of every page instead of the whole page, for slow providers.
"""

import argparse
import json
import math
import random
import re
from collections import defaultdict
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image

import data
import decode
import pages
from degrade import degraded
from model import STRIDE

CORE = 768  # as in the app: equal tiles of at most this size
MARGIN = 24
CROP = 112  # core of a tile that is read alone


def tiles(page: data.Page):
    """Yields x, y, width, height of the cores that cover the ink. This is the app's grid, without the final step that
    cuts each core to its ink."""
    if page.about.get("crop"):
        yield MARGIN, MARGIN, CROP, CROP
        return
    ys, xs = np.nonzero(page.image < 191)
    if not len(xs):
        return
    x0, y0, x1, y1 = xs.min(), ys.min(), xs.max() + 1, ys.max() + 1

    def split(length):
        parts = max(1, math.ceil(length / CORE))
        return parts, math.ceil(math.ceil(length / parts) / 8) * 8

    (columns, width), (rows, height) = split(int(x1 - x0)), split(int(y1 - y0))
    for r in range(rows):
        for c in range(columns):
            yield int(x0) + c * width, int(y0) + r * height, width, height


def cut(page: data.Page, x: int, y: int, width: int, height: int) -> np.ndarray:
    padded = np.pad(page.image, ((MARGIN, height + 2 * MARGIN), (MARGIN, width + 2 * MARGIN)), constant_values=255)
    return 1 - padded[y : y + height + 2 * MARGIN, x : x + width + 2 * MARGIN].astype(np.float32)[None, None] / 255


def read(page: data.Page, run) -> np.ndarray:
    """Returns all glyphs of a page, in the columns of `decode.decode`."""
    found = []
    for number, (x, y, width, height) in enumerate(tiles(page)):
        rows = run(cut(page, x, y, width, height), number)
        rows = rows[rows[:, 2] > decode.THRESHOLD]
        if not page.about.get("crop"):
            rows = rows[within((rows[:, :2] + 0.5) * STRIDE - MARGIN, width, height)]
        rows = rows.copy()
        # Converts to page coordinates: whole cells stay whole numbers of pixels.
        rows[:, 6] += x - MARGIN
        rows[:, 7] += y - MARGIN
        found.append(rows)
    glyphs = decode.decode(np.concatenate(found)) if found else np.zeros((0, 10))
    # A single tile has no neighbour that claims the glyphs in its margin.
    return glyphs[within(glyphs[:, :2] - MARGIN, CROP, CROP)] if page.about.get("crop") else glyphs


def rows_of(folder: Path, page: int, tile: int) -> np.ndarray:
    """What another runtime wrote for a tile."""
    file = next(folder.glob(f"{page}-{tile}-*.rows"))
    return np.fromfile(file, np.float32).reshape(-1, 12)


def within(places: np.ndarray, width: int, height: int) -> np.ndarray:
    return ((places >= 0) & (places < (width, height))).all(1)


def ceiling(pages: list[data.Page]) -> float:
    """Returns the share of true glyphs that survive encoding into the target grid and decoding."""
    back = total = 0
    for page in pages:
        column, row = (page.centre[:, 0] // STRIDE).astype(int), (page.centre[:, 1] // STRIDE).astype(int)
        n = len(column)
        rows = np.zeros((n, 12))
        rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3] = column, row, 1, page.symbol
        rows[:, 6], rows[:, 7] = page.box[:, 0] - column * STRIDE, page.box[:, 1] - row * STRIDE
        rows[:, 8:12] = page.box[:, 2:6]
        _, first = np.unique(np.stack([column, row], 1), axis=0, return_index=True)  # one glyph for each cell
        pairs = decode.match(page.centre, decode.decode(rows[first])[:, :2])
        back, total = back + len(pairs), total + n
    return back / total


def scanned(page: data.Page, rng: random.Random) -> data.Page:
    """Returns the page rotated and degraded."""
    height, width = page.image.shape
    part = page.window(width / 2, height / 2, max(height, width), turn=rng.uniform(-data.TURN, data.TURN))
    return data.Page(
        np.array(degraded(Image.fromarray(part.image), rng)), part.box, part.symbol, part.style, page.about
    )


def illustrated(page: data.Page, figure: data.Page, rng: random.Random) -> data.Page:
    """Returns the page with a figure pasted over a part of it."""
    part = data.with_figure(page, figure, rng)
    return data.Page(part.image, part.box, part.symbol, part.style, page.about)


def crops(page: data.Page, count: int, rng: random.Random) -> list[data.Page]:
    """Returns tiles around glyphs of the page; their true glyphs are those of their cores."""
    found = []
    for _ in range(count):
        part = page.window(*page.centre[rng.randrange(len(page.box))], CROP + 2 * MARGIN)
        core = np.flatnonzero(within(part.centre - MARGIN, CROP, CROP))
        found.append(data.Page(part.image, *part.of(core), page.about | {"crop": True}))
    return found


def session(model: Path) -> onnxruntime.InferenceSession:
    """Opens a session with the app's options."""
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def kinds(symbol: str, style: str) -> list[str]:
    """Returns the rows of the table in which a glyph counts."""
    if len(symbol) == 1 and symbol.isalnum():
        kind = (
            "mathematical letters"
            if style.startswith("math") or style in ("calligraphic", "blackboard", "fraktur", "script")
            else "digits"
            if symbol.isdigit()
            else "letters"
        )
    else:
        kind = (
            "accents"
            if symbol.startswith("acc:")
            else "signs"
            if symbol.startswith("\\")
            else "pieces of delimiters"
            if re.search(r".-(top|mid|bot|ext)$", symbol)
            else "punctuation, ligatures"
        )
    return ["kind " + kind, "style " + style]


def outcome(page: data.Page, found: np.ndarray, caught: dict[int, int]) -> str:
    """Returns a digit for each true glyph: 0 not found, 1 found with the wrong symbol, 2 found with the right symbol, 3
    found, but its symbol is unknown."""
    digits = []
    for g, symbol in enumerate(page.symbol):
        digits.append(0 if g not in caught else 3 if symbol < 0 else 1 + int(symbol == found[caught[g], 2]))
    return "".join(map(str, digits))


class Tally:
    def __init__(self):
        self.true = self.found = self.matched = self.named = self.right = self.styled = 0

    def count(self, page: data.Page, glyphs, found: np.ndarray, caught: dict[int, int]) -> None:
        """Adds true glyphs; `caught` maps each to the detection that it was matched with."""
        for g in glyphs:
            self.true += 1
            if g not in caught:
                continue
            self.matched += 1
            if page.symbol[g] >= 0:
                self.named += 1
                self.right += int(page.symbol[g] == found[caught[g], 2])
                self.styled += int(page.style[g] == found[caught[g], 9])

    def line(self) -> dict:
        """Returns the results. `named` is the F1 of glyphs that are found with the right symbol. A detection has no
        kind, so rows by kind have no precision."""
        named = self.right / max(1, self.named)
        line = {
            "glyphs": self.true,
            "recall": self.matched / max(1, self.true),
            "symbol": named,
            "style": self.styled / max(1, self.named),
        }
        if self.found:
            f1 = 2 * self.matched / (self.found + self.true)
            line |= {"precision": self.matched / self.found, "f1": f1, "named": f1 * named}
        return {k: round(v, 4) for k, v in line.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=Path, required=True)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--tiles", type=Path)
    parser.add_argument("--vocabulary", type=Path, default=Path(__file__).parent.parent / "glyph-detector.json")
    parser.add_argument("--degrade", action="store_true")
    parser.add_argument("--figures", type=Path)
    parser.add_argument("--limit", type=int, default=10**9)
    parser.add_argument("--crops", type=int)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    vocabulary = json.loads(options.vocabulary.read_text())
    rng = random.Random(0)
    names = vocabulary if isinstance(vocabulary, list) else [s["name"] for s in vocabulary["symbols"]]
    held_out = data.load(
        sorted(set(options.pages.glob("[0-9]*.npz")) - set(options.pages.glob("*.tmp.npz"))),
        {s: i for i, s in enumerate(names)},
    )
    step = max(1, len(held_out) // options.limit)
    held_out = held_out[::step]
    if options.figures:
        figures = data.load([options.figures], {s: i for i, s in enumerate(names)})
        held_out = [illustrated(page, rng.choice(figures), rng) for page in held_out]
    if options.degrade:
        held_out = [scanned(page, rng) for page in held_out]
    for number, page in enumerate(held_out):
        page.about = page.about | {"number": number}
    if options.crops:
        held_out = [crop for page in held_out for crop in crops(page, options.crops, rng)]
    if options.tiles:
        options.tiles.mkdir(parents=True, exist_ok=True)
        for i, page in enumerate(held_out):
            for number, place in enumerate(tiles(page)):
                tile = cut(page, *place)
                (options.tiles / f"{i}-{number}-{tile.shape[3]}x{tile.shape[2]}.f32").write_bytes(tile.tobytes())
        return
    network = session(options.model) if options.model else None
    tallies: dict[str, Tally] = defaultdict(Tally)
    wrong: dict[tuple[str, str], int] = defaultdict(int)
    outcomes = []
    for i, page in enumerate(held_out):
        if network:
            found = read(page, lambda tile, _: network.run(None, {"image": tile})[0])
        else:
            found = read(page, lambda _, number, i=i: rows_of(options.rows, i, number))
        pairs = decode.match(page.centre, found[:, :2])
        about = page.about
        keys = ["all", "family " + about["family"], "renderer " + about["renderer"]]
        if "drawn" in about:
            keys += [f"drawn at {about['drawn']:3} dpi", f"type {about['points']:2} pt"]
        caught = dict(pairs)
        outcomes.append({"page": about["number"], "found": len(found), "glyphs": outcome(page, found, caught)})
        for key in keys:
            tallies[key].found += len(found)
            tallies[key].count(page, range(len(page.box)), found, caught)
        for g in np.flatnonzero(page.symbol >= 0):
            for key in kinds(names[page.symbol[g]], pages.STYLES[page.style[g]]):
                tallies[key].count(page, [g], found, caught)
        for g, f in pairs:
            if page.symbol[g] >= 0 and page.symbol[g] != found[f, 2]:
                wrong[names[page.symbol[g]], names[int(found[f, 2])]] += 1
    table = {key: tallies[key].line() for key in sorted(tallies)}
    for key, line in table.items():
        print(f"{key:32}", " ".join(f"{k} {v}" for k, v in line.items()))
    top = sorted(wrong.items(), key=lambda e: -e[1])[:25]
    print("most frequent confusions:", ", ".join(f"{a} as {b} {n}" for (a, b), n in top))
    limit = ceiling(held_out)
    print(f"encode-decode ceiling {limit:.5f} on {len(held_out)} pages")
    if options.json:
        options.json.write_text(
            json.dumps(
                {"pages": len(held_out), "ceiling": round(limit, 5), "table": table, "outcomes": outcomes}, indent=1
            )
            + "\n"
        )


if __name__ == "__main__":
    main()
