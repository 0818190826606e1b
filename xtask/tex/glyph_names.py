"""Writes `crates/draw/data/fonts.tsv`, by which made PDF files name their glyphs: python xtask/tex/glyph_names.py

Reads TeX Live: the map of pdfTeX, the encodings of Type 1 files and those of the map, and `glyphtounicode.tex`. Fonts
are those of `www/tex/outlines.tar.gz` and `faces.tar.gz`.

Lines of the result: `font`, TeX name, PostScript name, number of the encoding; `encoding`, number, pairs `code=name`;
`unicode`, name, code points in hexadecimal, for the names that an encoding has.
"""

import re
import subprocess
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKS = ["outlines.tar.gz", "faces.tar.gz"]


def find(name: str) -> Path:
    """Returns the path of a file of TeX Live."""
    found = subprocess.run(["kpsewhich", "-progname=pdflatex", name], capture_output=True, text=True, check=True)
    return Path(found.stdout.strip())


def fonts() -> list[str]:
    """Returns the names of the fonts that have outlines."""
    names = set()
    for pack in PACKS:
        with tarfile.open(ROOT / "www/tex" / pack) as archive:
            names |= {name.removesuffix(".outlines") for name in archive.getnames()}
    return sorted(names)


def of_map() -> dict[str, tuple[str, str, str | None]]:
    """Returns for each font its PostScript name, its Type 1 file and its encoding file."""
    known = {}
    for line in find("pdftex.map").read_text(errors="replace").splitlines():
        words = line.split()
        files = re.findall(r"<\[?(\S+)", line)
        type1 = [file for file in files if file.endswith(".pfb")]
        if line.startswith("%") or not type1 or "SlantFont" in line or "ExtendFont" in line:
            continue
        encodings = [file for file in files if file.endswith(".enc")]
        known[words[0]] = (words[1], type1[0], encodings[0] if encodings else None)
    return known


def builtin(file: str) -> dict[int, str]:
    """Returns the encoding of a Type 1 file."""
    clear = find(file).read_bytes().split(b"currentfile eexec")[0].decode("latin-1")
    return {int(code): name for code, name in re.findall(r"dup\s+(\d+)\s*/(\S+)\s+put", clear)}


def of_file(file: str) -> dict[int, str]:
    """Returns the encoding of an encoding file."""
    text = re.sub(r"%.*", "", find(file).read_text(errors="replace"))
    names = re.findall(r"/(\S+)", text[text.index("[") : text.rindex("]")])
    return {code: name for code, name in enumerate(names) if name != ".notdef"}


def characters() -> dict[str, str]:
    """Returns the code points of each name."""
    text = find("glyphtounicode.tex").read_text()
    pairs = re.findall(r"\\pdfglyphtounicode\{([^}]+)\}\{([^}]+)\}", text)
    return {name: code.replace(" ", "") for name, code in pairs}


def main() -> None:
    """Writes the file."""
    known, meanings = of_map(), characters()
    numbers: dict[str, int] = {}
    used: set[str] = set()
    lines = []
    for font in fonts():
        name, type1, encoding = known[font]
        codes = of_file(encoding) if encoding else builtin(type1)
        used |= set(codes.values())
        row = "\t".join(f"{code}={glyph}" for code, glyph in sorted(codes.items()))
        number = numbers.setdefault(row, len(numbers))
        lines.append(f"font\t{font}\t{name}\t{number}")
    lines += [f"encoding\t{number}\t{row}" for row, number in numbers.items()]
    lines += [f"unicode\t{name}\t{meanings[name]}" for name in sorted(used) if name in meanings]
    (ROOT / "crates/draw/data/fonts.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
