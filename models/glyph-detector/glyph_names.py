"""Writes the tables of texlens-symbols that know a glyph of a PDF by the name of its font and its own name.

    python glyph_names.py ../../crates/symbols/data

Reads `fonts.tsv` and `symbols.tsv` of the same folder, and asks the map files, encodings and Type 1 fonts of the TeX
installation which name each code has. `faces.tsv`: PostScript name of a font (without its optical size if all sizes
are alike), group, style; an empty style is unknown. `formulas` follows if letters of formulas
are set in this font of text, too. `names.tsv`: group, glyph name, symbol, then
`acc:...` for the accent of an accented letter, or `plain` if the symbol looks roman regardless of the font's style.
Fonts whose names agree share a group. `boxes.tsv`: symbol, height and depth in em of the box that TeX gives it, for
symbols whose ink is more than 0.06 em away from that: a minus is as high as a plus.
"""

import argparse
import functools
import re
import struct
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

MAP_LINE = re.compile(r"^(?P<tfm>\S+)\s+(?P<ps>\S+)?(?P<rest>.*)$")
ENCODED = re.compile(r"^dup\s+(\d+)\s*/(\S+)\s+put", re.MULTILINE)
FONT_NAME = re.compile(r"/FontName\s*/(\S+)\s+def")
ANGLE = re.compile(r"/ItalicAngle\s+(-?[\d.]+)")


def found(name: str) -> Path | None:
    """Returns the path of a file of the TeX installation."""
    return FILES.get(name)


def listed() -> dict[str, Path]:
    files = {}
    for tree in ("/usr/share/texlive/texmf-dist", "/usr/share/texmf"):
        for suffix in ("enc", "pfb", "vf"):
            for path in Path(tree, "fonts").rglob(f"*.{suffix}"):
                files.setdefault(path.name, path)
    return files


FILES = listed()


@functools.cache
def encoding(name: str) -> tuple[str, ...]:
    """Returns the glyph names of an encoding file, by code."""
    path = found(name)
    if path is None:
        return ()
    text = re.sub(r"%.*", "", path.read_text(errors="replace"))
    vector = re.search(r"\[(.*?)\]", text, re.DOTALL)
    return tuple(name.lstrip("/") for name in vector.group(1).split()) if vector else ()


@functools.cache
def program(name: str) -> tuple[str, dict[int, str], float]:
    """Returns the PostScript name, the built-in encoding and the italic angle of a Type 1 font."""
    path = found(name)
    if path is None:
        return "", {}, 0.0
    text = path.read_bytes().split(b"eexec")[0].decode("latin-1")
    named, angle = FONT_NAME.search(text), ANGLE.search(text)
    codes = {int(code): glyph for code, glyph in ENCODED.findall(text)}
    if not codes and "StandardEncoding def" in text:
        codes = dict(enumerate(encoding("8a.enc")))
    return (named.group(1) if named else ""), codes, (float(angle.group(1)) if angle else 0.0)


@functools.cache
def virtual(name: str) -> dict[int, tuple[str, int]]:
    """Returns the font and the code behind each code of a virtual font that sets one character for it."""
    path = found(f"{name}.vf")
    if path is None:
        return {}
    data, at = path.read_bytes(), 0

    def number(length: int) -> int:
        nonlocal at
        at += length
        return int.from_bytes(data[at - length : at], "big")

    at = 2
    at += 1 + data[2] + 8
    defined, first, codes = {}, None, {}
    while at < len(data):
        command = number(1)
        if 243 <= command <= 246:
            font = number(command - 242)
            at += 12
            area, length = number(1), number(1)
            at += area
            defined[font] = data[at : at + length].decode("latin-1")
            first = font if first is None else first
            at += length
        elif command <= 242:
            length, code, _ = (number(4), number(4), number(4)) if command == 242 else (command, number(1), number(3))
            marks = list(packet(data[at : at + length], first))
            if len(marks) == 1 and marks[0][0] in defined:
                codes[code] = (defined[marks[0][0]], marks[0][1])
            at += length
        else:
            break
    return codes


def packet(data: bytes, font: int | None):
    """Yields font and code of each character that the DVI commands of a packet set."""
    at = 0
    while at < len(data):
        command, at = data[at], at + 1
        if command <= 127:
            yield font, command
        elif command <= 136 and command != 132:
            length = command - (127 if command < 132 else 132)
            yield font, int.from_bytes(data[at : at + length], "big")
            at += length
        elif command in (132, 137):
            at += 8
        elif 171 <= command <= 234:
            font = command - 171
        elif 235 <= command <= 238:
            font, at = int.from_bytes(data[at : at + command - 234], "big"), at + command - 234
        elif 239 <= command <= 242:
            at += command - 238 + int.from_bytes(data[at : at + command - 238], "big")
        else:
            starts = (143, 148, 153, 157, 162, 167)
            at += next((command - start + 1 for start in starts if start <= command < start + 4), 0)


def stem(font: str) -> str:
    return re.sub(r"\d+$", "", font)


def face_stem(face: str) -> str:
    """Returns the name of a face without its optical size: LMRoman10-Regular is LMRoman-Regular."""
    return re.sub(r"^([A-Za-z]+)\d+(-|$)", r"\1\2", face)


def read(folder: Path) -> tuple[dict, dict]:
    fonts = {}
    for line in (folder / "fonts.tsv").read_text().splitlines():
        font, table, style = line.split("\t")
        fonts[font] = (table, style)
    tables = defaultdict(dict)
    for line in (folder / "symbols.tsv").read_text().splitlines():
        table, code, *meaning = line.split("\t")
        tables[table][int(code)] = tuple(meaning)
    return fonts, tables


# Glyph names of text fonts whose meaning does not depend on the encoding. Some fonts have other glyphs than the rest of
# their encoding at a few codes, which `symbols.tsv` does not know.
CERTAIN = {
    "less": "<", "greater": ">", "dollar": "$", "quotesingle": "'", "backslash": "\\", "asciitilde": "~",
    "sterling": r"\pounds", "arrowup": r"\textuparrow", "arrowdown": r"\textdownarrow", "Omega": r"\Omega",
    "exclamdown": r"\textexclamdown", "questiondown": r"\textquestiondown", "acute": "acc:acute", "grave": "acc:grave",
    "breve": "acc:breve", "caron": "acc:check", "dieresis": "acc:ddot", "macron": "acc:bar",
} | {letter: letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}  # fmt: skip
TEXT = ("T1", "TS1", "OT1")
# Names of Fourier's alternatives, which `symbols.tsv` does not know.
OTHERS = {"emptysetstress": (r"\emptyset", "plain")}

# Names of symbols in fonts whose packages `symbols.tsv` does not know. A mapsto is the bar before an arrow there.
COMMON = {
    "simequal": r"\cong", "nelement": r"\notin", "hbar": r"\hbar", "mapsto": r"\mapstochar",
    "hookrightchar": r"\lhook", "hookleftchar": r"\rhook",
    "iinteg": r"\iint", "iintegdisplay": r"\iint", "iiinteg": r"\iiint", "iiintegdisplay": r"\iiint",
    "integraltextdouble": r"\iint", "integraldisplaydouble": r"\iint",
    "integraltexttriple": r"\iiint", "integraldisplaytriple": r"\iiint",
}  # fmt: skip

# Names of Greek letters in Symbol, of which mathptmx makes its own: the second phi looks like the first one elsewhere.
SYMBOL = {
    "epsilon": r"\epsilon", "phi": r"\phi", "phi1": r"\varphi", "theta1": r"\vartheta", "sigma1": r"\varsigma",
    "omega1": r"\varpi", "mu": r"\mu",
}  # fmt: skip

# Families whose mathematical fonts are not in `fonts.tsv`, because another package sets their commands.
OTHER_MATHS = re.compile(
    r"^(rtx|tx|rpx|px|ntx|npx|nxl|zpl|LibertineMath|libertinust|Libertinus|Pazo|fpl|bel|cmbr|xcc|favm|arev"
    r"|mdputb|mdugm|mdpgd|stix2|Stix2|NewTX|NewPX)",
    re.IGNORECASE,
)


def stated(face: str) -> str | None:
    """Returns the style of a face whose name says it."""
    if re.fullmatch(r"(NewTX|NewPX|LibertineMath)MI(_gnu)?|r[tp]xmi|Rpxmi|Euler-?Math.*|EURM", face):
        return "math_italic"
    if re.fullmatch(r"(NewTX|NewPX|LibertineMath)BMI(_gnu)?|r[tp]xbmi|Rpxbmi|EURB", face):
        return "math_bold_italic"
    for pattern, style in (
        (r"[tp]xb?sys|MathDesign-\w+-\w+-Symbol-10|Fourier-Math-Cal|EUS[MB]|STIXMathCalligraphy-\w+", "calligraphic"),
        (r"[tp]xb?syb|Fourier-Math-BlackBoard", "blackboard"),
        (
            r"MathDesign-\w+-Bold-.*MathItalic-10|Fourier-Math-Letters-Bold-Italic|PazoMath-BoldItalic",
            "math_bold_italic",
        ),
        (r"MathDesign-\w+-Regular-.*MathItalic-10|Fourier-Math-Letters-Italic|PazoMath-Italic", "math_italic"),
        (r"StandardSymL-Slant_167", "math_italic"),
        (r"Fourier-Math-.*|PazoMath|StandardSymL", "roman"),
    ):
        if re.fullmatch(pattern, face):
            return style
    text = re.fullmatch(r"(TeXGyre\w+X|Libertinus(?:Serif|Sans)(?:Display)?)-(\w+)", face)
    if not text:
        return None
    bold, italic = re.search("[Bb]old", text.group(2)), re.search("Italic|Oblique", text.group(2))
    if "Sans" in text.group(1):
        return "sans_bold" if bold else "sans"
    return ("bold_italic" if italic else "bold") if bold else ("italic" if italic else "roman")


def learn(names: dict[str, tuple], glyph: str | None, table: str, style: str, meaning: tuple) -> bool:
    """Adds the meaning of a glyph; returns whether the glyph has a name."""
    if not glyph or glyph == ".notdef":
        return False
    if table.split("/")[0] in TEXT and glyph in CERTAIN and style != "small_caps":
        meaning = (CERTAIN[glyph], *meaning[1:])
    names.setdefault(glyph, meaning)
    return True


# Fonts whose metrics say which box a symbol has. The names of larger symbols stand for several sizes.
MEASURED = ("cmr10", "cmmi10", "cmsy10", "msam10", "msbm10")
SAME_BOX = 0.06


def metrics(font: str) -> dict[int, tuple[float, float]]:
    """Returns height and depth in em by code, from the TFM file of a font."""
    path = subprocess.run(["kpsewhich", f"{font}.tfm"], capture_output=True, text=True, check=True).stdout.strip()
    data = Path(path).read_bytes()
    _, header, first, last, widths, heights, _ = struct.unpack(">7H", data[:14])
    start, count = 24 + 4 * header, last - first + 1

    def length(table: int, at: int) -> float:
        return struct.unpack_from(">i", data, start + 4 * (count + table + at))[0] / 2**20

    words = [data[start + 4 * at : start + 4 * at + 4] for at in range(count)]
    return {
        first + at: (length(widths, word[1] >> 4), length(widths + heights, word[1] & 15))
        for at, word in enumerate(words)
        if word[0]
    }


def boxes(fonts: dict, tables: dict) -> list[tuple[str, ...]]:
    found = {}
    for font in MEASURED:
        sizes, table = metrics(font), tables[fonts[stem(font)][0]]
        afm = next(Path("/usr/share/texlive/texmf-dist/fonts/afm").rglob(f"{font}.afm")).read_text()
        for code, bottom, top in re.findall(r"^C (\d+) ;.* B \S+ (\S+) \S+ (\S+) ;", afm, re.MULTILINE):
            if int(code) not in sizes or int(code) not in table:
                continue
            (height, depth), (symbol, *_) = sizes[int(code)], table[int(code)]
            ink = float(top) / 1000, max(-float(bottom) / 1000, 0.0)
            is_mark = symbol.startswith("acc:") or len(symbol) == 1 and not symbol.isascii() or symbol.isalpha()
            if not is_mark and max(abs(height - ink[0]), abs(depth - ink[1])) > SAME_BOX:
                found.setdefault(symbol, (f"{height:.3f}", f"{depth:.3f}"))
    return [(symbol, *box) for symbol, box in sorted(found.items())]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    fonts, tables = read(options.out)
    pdftex = subprocess.run(["kpsewhich", "pdftex.map"], capture_output=True, text=True, check=True).stdout.strip()
    meanings: dict[str, dict[str, tuple]] = defaultdict(dict)
    meanings["Fourier-Math-Symbols"] |= OTHERS
    styles: dict[str, Counter] = defaultdict(Counter)
    others: dict[str, tuple[set, float]] = {}
    seen = set()
    raws: dict[str, tuple[str, dict[int, str]]] = {}
    for line in Path(pdftex).read_text(errors="replace").splitlines():
        if not line.strip() or line.startswith("%"):
            continue
        tfm, *_ = line.split()
        pfb = re.search(r"<<?\[?(\S+\.pfb)", line)
        enc = re.search(r"<\[?(\S+\.enc)", line)
        if not pfb:
            continue
        if "SlantFont" not in line:
            face, codes, _ = program(pfb.group(1))
            raws[tfm] = face, dict(enumerate(encoding(enc.group(1)))) if enc else codes
        known = fonts.get(tfm) or fonts.get(stem(tfm))
        if not known:
            if OTHER_MATHS.match(tfm):
                face, codes, angle = program(pfb.group(1))
                names = set(encoding(enc.group(1))) if enc else set(codes.values())
                if face and {"alpha", "beta"} <= names:
                    others[face] = (names, angle)
            continue
        table, style = known
        face, codes, _ = program(pfb.group(1))
        if not face:
            continue
        names = dict(enumerate(encoding(enc.group(1)))) if enc else codes
        # Slanted by the map file, not by its design: its PDF name has a note.
        if "SlantFont" not in line:
            styles[face][style] += 1
        seen.add(tfm)
        for code, meaning in tables[table].items():
            learn(meanings[face], names.get(code), table, style, meaning)
    # Fonts that take their characters from others.
    letters: dict[str, set[str]] = defaultdict(set)
    for name in sorted(FILES):
        tfm = name.removesuffix(".vf")
        known = name.endswith(".vf") and (fonts.get(tfm) or fonts.get(stem(tfm)))
        if not known or known[1] == "small_caps":
            continue
        table, style = known
        seen.add(tfm)
        for code, meaning in tables[table].items():
            raw, raw_code = virtual(tfm).get(code, ("", 0))
            if raw not in raws:
                continue
            face, names = raws[raw]
            # The style of other virtual fonts is not that of the fonts behind them, which may serve text as well.
            is_letter = meaning[0].isalpha() and meaning[0].isascii()
            is_learnt = learn(meanings[face], names.get(raw_code), table, style, meaning)
            if is_learnt and table.startswith("OML") and is_letter:
                letters[face].add(style)
    shared = set()
    for face, found_styles in letters.items():
        is_text = any(letter in meanings[face] for letter in ("fi", "eacute", "quoteright"))
        if stated(face) is None and not styles[face] and (re.search("Ital|Obli", face) or not is_text):
            styles[face][next(iter(found_styles)).removeprefix("math_" if is_text else "")] += 1
            if is_text:
                shared.add(face_stem(face))
    missing = sorted(font for font in fonts if font not in seen and not any(stem(tfm) == font for tfm in seen))
    print("without a Type 1 font of their own:", *missing)
    for face, (names, angle) in others.items():
        if face not in meanings:
            styles[face]["math_italic" if angle else "roman"] += 1
            meanings[face] = {}
            print("style only:", face, angle)

    # All optical sizes of a face are one if they agree.
    faces: dict[str, tuple[dict, str]] = {}
    by_stem = defaultdict(list)
    for face in meanings:
        by_stem[face_stem(face)].append(face)
    for name, sizes in by_stem.items():
        merged: dict[str, tuple] = {}
        for face in sizes:
            merged |= {glyph: meaning for glyph, meaning in meanings[face].items() if glyph not in merged}
        if name.startswith("StandardSym"):
            merged |= {glyph: (symbol,) for glyph, symbol in SYMBOL.items()}
        style = sum((styles[face] for face in sizes), Counter())
        faces[name] = (merged, stated(name) or (style.most_common(1)[0][0] if style else ""))

    # Faces that do not contradict each other share a group; the largest faces come first.
    groups: list[dict[str, tuple]] = []
    members: dict[str, int] = {}
    for name, (table, _) in sorted(faces.items(), key=lambda item: (-len(item[1][0]), item[0])):

        def conflicts(group, table=table):
            return sum(group.get(glyph, meaning) != meaning for glyph, meaning in table.items())

        def rank(at, table=table):
            return conflicts(groups[at]), -len(groups[at].keys() & table)

        best = min(range(len(groups)), key=rank, default=None)
        if best is None or conflicts(groups[best]) > 0:
            groups.append({})
            best = len(groups) - 1
        groups[best] |= table
        members[name] = best
    # The first group serves fonts that no table knows.
    groups[0] |= {glyph: (symbol, "plain") for glyph, symbol in COMMON.items() if glyph not in groups[0]}
    print(len(faces), "faces,", len(groups), "groups of", *(len(group) for group in groups), "names")
    for at, group in enumerate(groups):
        print(at, len(group), [name for name, to in members.items() if to == at][:12])
    write(options.out / "boxes.tsv", boxes(fonts, tables))
    write(
        options.out / "faces.tsv",
        [
            (name, str(members[name]), style, *(["formulas"] if name in shared else []))
            for name, (_, style) in sorted(faces.items())
        ],
    )
    write(
        options.out / "names.tsv",
        [(str(at), glyph, *meaning) for at, group in enumerate(groups) for glyph, meaning in sorted(group.items())],
    )


def write(path: Path, table: list[tuple[str, ...]]) -> None:
    path.write_text("".join("\t".join(row) + "\n" for row in table))


if __name__ == "__main__":
    main()
