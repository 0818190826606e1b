"""Writes the true glyphs of a document as page JSON: the detector's output format, with confidence 1.

python truth.py doc.dvi[.gz] OUT_DIR [--dpi 150]
"""

import argparse
import gzip
import json
import tempfile
from pathlib import Path

import dvi
import pages
import symbols
from families import FAMILIES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dvi", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--dpi", type=float, default=150)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    maths: dict[str, dict[int, str]] = {}
    for _, preamble in FAMILIES.values():
        for font, table in symbols.probe(preamble).items():
            maths.setdefault(font, {}).update(table)
    with tempfile.NamedTemporaryFile(suffix=".dvi") as plain:
        data = options.dvi.read_bytes()
        plain.write(gzip.decompress(data) if options.dvi.suffix == ".gz" else data)
        plain.flush()
        typeset = dvi.read(Path(plain.name))
    unknown: dict[str, int] = {}
    for number, page in enumerate(typeset, 1):
        found, rules = pages.labels(page, {}, maths, options.dpi)
        for glyph in page.glyphs:
            if symbols.role_of(glyph.font, {}) is None:
                unknown[glyph.font] = unknown.get(glyph.font, 0) + 1
        content = {
            "width": 8.5 * options.dpi,
            "height": 11 * options.dpi,
            "glyphs": [
                {
                    "symbol": g.symbol, "style": g.style, "x": round(g.x, 2), "y": round(g.y, 2),
                    "width": round(g.width, 2),
                    "height": round(g.height, 2), "depth": round(g.depth, 2), "size": round(g.size, 2),
                    "confidence": 1.0,
                }
                for g in found if g.symbol
            ],
            "rules": [{"bbox": dict(zip(("x0", "y0", "x1", "y1"), (round(v, 2) for v in rule)))} for rule in rules],
        }  # fmt: skip
        (options.out / f"{number:03d}.json").write_text(json.dumps(content))
    if unknown:
        print("fonts without a known role:", unknown)


if __name__ == "__main__":
    main()
