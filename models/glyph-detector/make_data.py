"""Makes labelled pages: random documents set by LaTeX, glyphs read from the DVI file, images from several renderers.

    python make_data.py --text DIR --out DIR --split train|held-out|left-out --documents N [--formulas] [--seed S]
                        [--jobs J]

`--text` holds `sentences.txt.gz` (one English sentence per line, inline mathematics in dollars), `formulas.txt.gz`
(`inline|display<TAB>latex`) and `tables.txt.gz` (one tabular per line). One text in twenty is kept for the held-out
split, which also uses other page layouts. With `--formulas`, pages hold formulas and little else. Documents that exist
are skipped, so that a stopped run can be resumed.
"""

import argparse
import gzip
import json
import multiprocessing
import os
import random
import subprocess
import tempfile
import zlib
from pathlib import Path

import numpy as np
from PIL import Image

import dvi
import pages
import symbols
from families import FAMILIES, LEFT_OUT
from writer import Writer

RENDERERS = {"dvipng": 0.3, "pdftoppm": 0.4, "pdftocairo": 0.15, "gs": 0.15}
DPI = 150  # working resolution of the model
TEXT = 10.95  # points; text far from this size is scaled to it, as in the app
RESOLUTIONS = [100, 120, 200, 200, 300, 300, 400]
FILTERS = [Image.BOX, Image.BILINEAR, Image.BILINEAR, Image.BICUBIC, Image.LANCZOS]


def texts(folder: Path, held_out: bool) -> dict[str, list[str]]:
    """Returns sentences, formulas and tables of a split, chosen by a checksum of the text."""

    def lines(name: str) -> list[str]:
        with gzip.open(folder / name, "rt", errors="replace") as file:
            return [s for s in (line.rstrip("\n") for line in file) if (zlib.crc32(s.encode()) % 20 == 0) == held_out]

    formulas = [f.split("\t", 1) for f in lines("formulas.txt.gz")]
    return {
        "sentences": [s for s in lines("sentences.txt.gz") if len(s) < 400],
        "inline": [f[1] for f in formulas if f[0] == "inline" and len(f[1]) < 80],
        "display": [f[1] for f in formulas if f[0] == "display" and len(f[1]) < 220],
        "tables": [t for t in lines("tables.txt.gz") if len(t) < 1500],
    }


def render(folder: Path, renderer: str, dpi: int, count: int) -> list[np.ndarray]:
    """Returns the page images of `page.dvi`, dark on light, 8-bit grey."""
    quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "timeout": 120}
    if renderer == "dvipng":
        subprocess.run(
            [
                "dvipng",
                "-D",
                str(dpi),
                "-O",
                "1in,1in",
                "-T",
                "8.5in,11in",
                "-bg",
                "White",
                "-o",
                "p-%03d.png",
                "-l",
                str(count),
                "page.dvi",
            ],
            check=False,
            **quiet,
        )
    else:
        subprocess.run(["dvipdfmx", "-q", "-p", "letter", "page.dvi"], check=False, **quiet)
        if renderer == "gs":
            subprocess.run(
                [
                    "gs",
                    "-q",
                    "-dBATCH",
                    "-dNOPAUSE",
                    "-dSAFER",
                    "-sDEVICE=pnggray",
                    "-dTextAlphaBits=4",
                    "-dGraphicsAlphaBits=4",
                    f"-r{dpi}",
                    f"-dLastPage={count}",
                    "-sOutputFile=p-%03d.png",
                    "page.pdf",
                ],
                check=False,
                **quiet,
            )
        else:
            subprocess.run(
                [renderer, "-r", str(dpi), "-gray", "-png", "-l", str(count), "page.pdf", "p"], check=False, **quiet
            )
    return [np.array(Image.open(p).convert("L")) for p in sorted(folder.glob("p-*.png"))]


def resolutions(rng: random.Random, points: int, held_out: bool) -> tuple[int, int]:
    """Returns the resolutions in dpi at which a page is drawn and read."""
    fit = 1 if 9 <= points <= 12 else TEXT / points
    read = DPI if held_out or rng.random() < 0.45 else rng.choice([125, 135, 140, 160, 170, 185])
    read = round(read * fit)
    drawn = rng.choice(RESOLUTIONS) if rng.random() < 0.45 else read
    return (drawn if drawn > 0.6 * read else read), read


def make(task: tuple) -> str:
    number, seed, out, split, formulas = task
    held_out = split != "train"
    path = Path(out) / f"{number:05d}.npz"
    if path.exists():
        return "kept"
    rng = random.Random(f"{seed}/{number}/{split}{'/formulas' * formulas}")
    families = LEFT_OUT if split == "left-out" else FAMILIES
    family = rng.choices(list(families), [w for w, _ in families.values()])[0]
    renderer = rng.choices(list(RENDERERS), list(RENDERERS.values()))[0]
    text, points = Writer(rng, SOURCE, held_out, formulas).document(family)
    drawn, dpi = resolutions(rng, points, held_out)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "page.tex").write_text(text)
        try:
            subprocess.run(
                ["latex", "-no-shell-escape", "-interaction=batchmode", "page.tex"],
                cwd=folder,
                stdout=subprocess.DEVNULL,
                timeout=60,
                env=dict(os.environ, max_print_line="10000"),
                check=False,
            )
            typeset = dvi.read(folder / "page.dvi")[:5]
            images = render(folder, renderer, drawn, len(typeset))
        except (subprocess.TimeoutExpired, OSError, ValueError, IndexError) as error:
            return f"{family}: {error}"
        roles = symbols.roles_from_log((folder / "page.log").read_text(errors="replace"))
    maths = MATHS[family]
    record: dict[str, np.ndarray] = {}
    kept = 0
    for image, page in zip(images, typeset):
        found, rules = pages.labels(page, roles, maths, dpi)
        if len(found) < 80:
            continue
        if drawn != dpi:
            image = np.array(Image.fromarray(image).resize((round(8.5 * dpi), 11 * dpi), rng.choice(FILTERS)))
        record[f"image{kept}"] = image
        record[f"symbol{kept}"] = np.array([g.symbol for g in found])
        record[f"style{kept}"] = np.array([pages.STYLES.index(g.style) for g in found], np.int16)
        record[f"box{kept}"] = np.array([(g.x, g.y, g.width, g.height, g.depth, g.size) for g in found], np.float32)
        record[f"rule{kept}"] = np.array(rules, np.float32).reshape(-1, 4)
        kept += 1
    if not kept:
        return f"{family}: no pages"
    record["about"] = np.array(
        json.dumps({"family": family, "renderer": renderer, "dpi": dpi, "drawn": drawn, "points": points})
    )
    np.savez_compressed(path.with_suffix(".tmp.npz"), **record)
    path.with_suffix(".tmp.npz").rename(path)
    return family


# Filled before the workers are forked: the maps of each family, and the texts.
MATHS: dict[str, dict[str, dict[int, str]]] = {}
SOURCE: dict[str, list[str]] = {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--split", choices=["train", "held-out", "left-out"], required=True)
    parser.add_argument("--documents", type=int, required=True)
    parser.add_argument("--formulas", action="store_true")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    SOURCE.update(texts(options.text, options.split != "train"))
    for family, (_, preamble) in (LEFT_OUT if options.split == "left-out" else FAMILIES).items():
        MATHS[family] = symbols.probe(preamble)
    tasks = [(n, options.seed, str(options.out), options.split, options.formulas) for n in range(options.documents)]
    with multiprocessing.Pool(options.jobs) as pool:
        # A few tables and formulas use commands that this preamble lacks. TeX continues after the error, and the DVI
        # file is still correct.
        for n, result in enumerate(pool.imap_unordered(make, tasks), 1):
            if n % 20 == 0 or " " in result:
                print(n, result, flush=True)


if __name__ == "__main__":
    main()
