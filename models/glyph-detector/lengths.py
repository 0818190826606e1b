"""Measures the recall of rules and of tall delimiters by length, for the whole detector, which reads rules from the
ink.

    python lengths.py --pages DIR --write FOLDER     held-out pages as FOLDER/images/NAME.png and FOLDER/truth/NAME.json
    texlens ocr FOLDER/images --glyphs --out FOUND
    python lengths.py --truth FOLDER/truth --images FOLDER/images --found FOUND [--without NAME,...] [--json FILE]

`--truth` also accepts the output of `truth.py` for real documents. `--without` omits pages whose image shows another
edition.

A rule counts if the image is dark at its position: the DVI file has frames for figures that are not printed. It is
found if a detected rule lies on it whose ends are within 3 pixels or 5 % of its length. An underscore, which TeX may
set as a rule, may be found as a glyph. Rules that touch count as one, as do vertically adjacent pieces of a delimiter.
A delimiter is found if the right symbol lies on it; a delimiter of pieces is found if half of them are. Lengths are in
em.
"""

import argparse
import json
import re
from collections import defaultdict
from pathlib import Path

import numpy as np
from PIL import Image

import decode
import pages

RULES = (1, 2, 5, 10, 20)  # the lengths at which the next row begins
DELIMITERS = (1.3, 2, 3, 4.5)
ENDS = (3.0, 0.05)  # pixels, share of the length
THICKEST = 6.0  # pixels; a thicker rule is a filled box
DARK = 190  # grey of the ink of a thin rule
BESIDE = 3.0  # pixels between the middles of two rules that are the same
TOUCH = 1.5
PIECE = re.compile(r"(.+)-(top|mid|bot|ext)$")
WHOLE = {
    "(",
    ")",
    "[",
    "]",
    "\\{",
    "\\}",
    "{",
    "}",
    "|",
    "\\|",
    "\\langle",
    "\\rangle",
    "\\lfloor",
    "\\rfloor",
    "\\lceil",
    "\\rceil",
    "\\sqrt",
}


def write(folder: Path, out: Path) -> None:
    """Writes images and true glyphs of held-out pages, in the format of the command."""
    for part in ("images", "truth"):
        (out / part).mkdir(parents=True, exist_ok=True)
    for file in sorted(folder.glob("[0-9]*.npz")):
        with np.load(file) as record:
            for i in range(sum(name.startswith("image") for name in record.files)):
                name = f"{file.stem}-{i}"
                Image.fromarray(record[f"image{i}"]).save(out / "images" / f"{name}.png")
                glyphs = [
                    {
                        "symbol": symbol,
                        "style": pages.STYLES[style],
                        **dict(zip(("x", "y", "width", "height", "depth", "size"), map(float, box))),
                    }
                    for symbol, style, box in zip(record[f"symbol{i}"].tolist(), record[f"style{i}"], record[f"box{i}"])
                ]
                rules = [{"bbox": dict(zip(("x0", "y0", "x1", "y1"), map(float, rule)))} for rule in record[f"rule{i}"]]
                (out / "truth" / f"{name}.json").write_text(json.dumps({"glyphs": glyphs, "rules": rules}))


def bars(page: dict, down: bool) -> np.ndarray:
    """Returns horizontal or vertical rules as start, end, middle and thickness; rules that touch are one."""
    boxes = np.array([[rule["bbox"][k] for k in ("x0", "y0", "x1", "y1")] for rule in page["rules"]]).reshape(-1, 4)
    wide, tall = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    boxes = boxes[(tall > wide) == down][:, [1, 0, 3, 2] if down else slice(None)]
    found: list[list[float]] = []
    for a, top, b, bottom in sorted(boxes.tolist(), key=lambda box: (round(box[1] + box[3]), box[0])):
        last = found[-1] if found else None
        if last and abs(last[2] - (top + bottom) / 2) < 1 and a <= last[1] + TOUCH:
            last[1] = max(last[1], b)
        else:
            found.append([a, b, (top + bottom) / 2, bottom - top])
    return np.array(found).reshape(-1, 4)


def underscores(page: dict) -> np.ndarray:
    """Returns glyphs that may be rules, as rules."""
    found = [(g["x"], g["x"] + g["width"], g["y"] + g["depth"], 1) for g in page["glyphs"] if g["symbol"] == "_"]
    return np.array(found).reshape(-1, 4)


def delimiters(page: dict) -> list[tuple[float, list[int]]]:
    """Returns height and glyphs of each delimiter; vertically adjacent pieces are one delimiter."""
    glyphs, found, stacks = page["glyphs"], [], defaultdict(list)
    for i, glyph in enumerate(glyphs):
        if piece := PIECE.match(glyph["symbol"]):
            stacks[piece[1], round(glyph["x"])].append(i)
        elif glyph["symbol"] in WHOLE:
            found.append((glyph["height"] + glyph["depth"], [i]))
    top, bottom = lambda i: glyphs[i]["y"] - glyphs[i]["height"], lambda i: glyphs[i]["y"] + glyphs[i]["depth"]
    for stack in stacks.values():
        stack.sort(key=top)
        start = 0
        for end in range(1, len(stack) + 1):
            if end == len(stack) or top(stack[end]) > bottom(stack[end - 1]) + TOUCH:
                found.append((bottom(stack[end - 1]) - top(stack[start]), stack[start:end]))
                start = end
    return found


def row(length: float, steps: tuple[float, ...]) -> str:
    """Returns the name of the row in which a length counts."""
    below = [0, *steps]
    at = max(i for i, step in enumerate(below) if length >= step)
    return f"{below[at]:4} to {steps[at]:4} em" if at < len(steps) else f"{below[at]:4} em and more"


class Counts:
    def __init__(self):
        self.true = self.found = 0

    def line(self) -> dict:
        return {"true": self.true, "recall": round(self.found / self.true, 4)}


def shows(rule: np.ndarray, image: np.ndarray) -> bool:
    """Reports whether the image contains a rule (start, end, middle, thickness); its first axis is perpendicular to the
    rule."""
    line, start, end = int(rule[2]), max(0, round(rule[0])), round(rule[1])
    around = image[max(0, line - 2) : line + 3, start : max(end, start + 1)]
    return rule[3] < THICKEST and around.size > 0 and bool((np.median(around, 1) < DARK).any())


def lies_on(rule: np.ndarray, others: np.ndarray) -> bool:
    slack = max(ENDS[0], ENDS[1] * (rule[1] - rule[0]))
    ends = np.abs(others[:, :2] - rule[:2]).max(1, initial=0) <= slack
    return bool((ends & (np.abs(others[:, 2] - rule[2]) <= BESIDE)).any())


def centres(glyphs: list[dict]) -> np.ndarray:
    return np.array([(g["x"] + g["width"] / 2, g["y"] - (g["height"] - g["depth"]) / 2) for g in glyphs]).reshape(-1, 2)


def compare(true: dict, found: dict, image: np.ndarray, counts: dict[str, Counts]) -> None:
    em = float(np.median([glyph["size"] for glyph in true["glyphs"]]))
    for down, name in ((False, "rules across"), (True, "rules down")):
        others = np.concatenate([bars(found, down), *([underscores(found)] if not down else [])])
        for rule in (rule for rule in bars(true, down) if shows(rule, image.T if down else image)):
            count = counts[f"{name}, {row((rule[1] - rule[0]) / em, RULES)}"]
            count.true += 1
            count.found += lies_on(rule, others)
    symbols = [glyph["symbol"] for glyph in found["glyphs"]]
    caught = {
        t
        for t, f in decode.match(centres(true["glyphs"]), centres(found["glyphs"]))
        if true["glyphs"][t]["symbol"] == symbols[f]
    }
    for height, parts in delimiters(true):
        kind = "of pieces" if len(parts) > 1 else "of one piece"
        count = counts[f"delimiters {kind}, {row(height / em, DELIMITERS)}"]
        count.true += 1
        count.found += 2 * len(caught.intersection(parts)) >= len(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--truth", type=Path)
    parser.add_argument("--images", type=Path)
    parser.add_argument("--found", type=Path)
    parser.add_argument("--without", default="")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.write:
        write(options.pages, options.write)
        return
    counts: dict[str, Counts] = defaultdict(Counts)
    names = sorted(str(path.relative_to(options.truth)) for path in options.truth.rglob("*.json"))
    names = [
        name
        for name in names
        if name.removesuffix(".json") not in options.without.split(",") and (options.found / name).exists()
    ]
    for name in names:
        image = np.array(Image.open((options.images / name).with_suffix(".png")).convert("L"))
        compare(
            json.loads((options.truth / name).read_text()),
            json.loads((options.found / name).read_text()),
            image,
            counts,
        )
    table = {key: counts[key].line() for key in sorted(counts)}
    print(f"{len(names)} pages\n| | true | recall |\n| --- | --- | --- |")
    for key, line in table.items():
        print(f"| {key} | {line['true']} | {line['recall']} |")
    if options.json:
        options.json.write_text(json.dumps({"pages": len(names), "table": table}, indent=1) + "\n")


if __name__ == "__main__":
    main()
