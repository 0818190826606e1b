"""Writes the table by which texlens-symbols knows a glyph by its outline alone (`outlines.tsv`).

    python outlines.py --fonts DIR --out ../../crates/symbols/data/outlines.tsv

DIR is a folder with Type 1 fonts, for example `fonts/type1` of a TeX installation. Each line has the PostScript
name of a font, the name of a glyph, and ten whole numbers: left and bottom edge, width and height of the outline in
0.001 em; its area in 0.0001 em²; the centre of its points in 0.001 em; their variances and covariance in 0.00001
em². Accented letters are left out, and so is a glyph that looks like another one of the table with the same name.
"""

import argparse
import re
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.statisticsPen import StatisticsPen
from fontTools.t1Lib import T1Font

# Fonts whose glyphs are known by their names: those of formulas in the sizes of scripts too, and those of text in one.
FONTS = [
    *("cmmi12", "cmmi10", "cmmi8", "cmmi7", "cmmi6", "cmmi5", "cmmib10", "cmsy10", "cmsy8", "cmsy7", "cmsy6", "cmsy5"),
    *("cmbsy10", "cmex10", "cmr12", "cmr10", "cmr8", "cmr7", "cmr6", "cmr5"),
    *("cmbx10", "cmti10", "cmsl10", "cmcsc10", "cmtt10", "cmss10", "msam10", "msbm10", "msbm7", "eufm10", "eufm7"),
    *("stmary10", "eurm10", "eusm10", "euex10", "rsfs10", "utmr8a", "utmri8a", "utmb8a", "usyr", "uplr8a", "uplri8a"),
    "uplb8a",
]
UNITS = 1000
ACCENTED = re.compile(
    r"^([A-Za-z]|dotlessi)(acute|grave|circumflex|dieresis|tilde|ring|cedilla|caron|breve|macron|ogonek|dotaccent"
    r"|commaaccent|hungarumlaut)$"
)


def rows(path: Path):
    """Yields the name and the numbers of each glyph of a font."""
    font = T1Font(str(path))
    font.parse()
    face = font.font["FontName"]
    glyphs = font.getGlyphSet()
    for name in sorted(glyphs.keys()):
        if name == ".notdef" or name.startswith("_") or ACCENTED.match(name):
            continue
        bounds, statistics = BoundsPen(glyphs), StatisticsPen(glyphs)
        glyphs[name].draw(bounds)
        glyphs[name].draw(statistics)
        if bounds.bounds is None or abs(statistics.area) < 100:
            continue
        left, bottom, right, top = bounds.bounds
        spread = (statistics.varianceX, statistics.varianceY, statistics.covariance)
        yield (
            face,
            name,
            round(left),
            round(bottom),
            round(right - left),
            round(top - bottom),
            round(abs(statistics.area) / UNITS**2 * 1e4),
            round(statistics.meanX),
            round(statistics.meanY),
            *(round(value / UNITS**2 * 1e5) for value in spread),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    files = {path.stem: path for path in arguments.fonts.rglob("*.pfb")}
    seen, lines = set(), []
    for font in FONTS:
        for face, name, *numbers in rows(files[font]):
            if (name, *numbers) not in seen:
                seen.add((name, *numbers))
                lines.append("\t".join(map(str, (face, name, *numbers))))
    arguments.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
