"""Writes the font tables of texlens-symbols: the symbol and style of each code.

    python symbol_table.py ../../crates/symbols/data

`fonts.tsv`: font name (without its optical size if all sizes are alike), table, style. `symbols.tsv`: table, code,
symbol, then `acc:...` for the accent of an accented letter, or `plain` if the symbol looks roman regardless of the
font's style.
"""

import argparse
import os
import subprocess
import tempfile
from pathlib import Path

import symbols
from families import AMS, FAMILIES

PREAMBLES = [preamble for _, preamble in FAMILIES.values()] + [AMS + r"\usepackage{stmaryrd}"]

# Every font that a class or a package may select: text of all sizes, series and shapes.
SPECIMEN = r"""
\def\all#1#2{\fontencoding{#1}\fontfamily{#2}%
  \each{m}{n}\each{m}{it}\each{m}{sl}\each{m}{sc}\each{b}{n}\each{b}{it}\each{bx}{n}\each{bx}{it}\each{bx}{sl}}
\def\each#1#2{\fontseries{#1}\fontshape{#2}%
  \tiny\selectfont x\scriptsize\selectfont x\footnotesize\selectfont x\small\selectfont x\normalsize\selectfont x%
  \large\selectfont x\Large\selectfont x\LARGE\selectfont x\huge\selectfont x\Huge\selectfont x}
\makeatletter
\def\sizes{\tiny\m\scriptsize\m\footnotesize\m\small\m\normalsize\m\large\m\Large\m\LARGE\m\huge\m\Huge\m}
\def\m{$x^{x^x}\mathbb{A}^{\mathbb{A}^{\mathbb{A}}}\mathcal{A}\mathfrak{A}^{\mathfrak{A}}\mathbf{A}$}
\begingroup\all{\encodingdefault}{\rmdefault}\all{\encodingdefault}{\sfdefault}\all{\encodingdefault}{\ttdefault}\endgroup
\begingroup\all{OT1}{\rmdefault}\all{OT1}{\sfdefault}\all{OT1}{\ttdefault}\endgroup
\begingroup\all{TS1}{\rmdefault}\all{TS1}{\sfdefault}\all{TS1}{\ttdefault}\endgroup
\sizes \boldmath\sizes
"""


def logged_roles(preamble: str) -> dict[str, symbols.FontRole]:
    """Returns the role of every font that LaTeX selects under a preamble."""
    lines = [r"\documentclass{article}", r"\usepackage[infoshow,loading]{tracefnt}", r"\usepackage{textcomp}", preamble,
             r"\begin{document}", SPECIMEN, r"\end{document}"]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "specimen.tex").write_text("\n".join(lines))
        subprocess.run(
            ["latex", "-interaction=batchmode", "specimen.tex"],
            cwd=folder,
            capture_output=True,
            env=dict(os.environ, max_print_line="10000"),
            check=False,
        )
        return symbols.roles_from_log((Path(folder) / "specimen.log").read_text(errors="replace"))


def rows(role: symbols.FontRole, maths: dict[str, dict[int, str]]) -> tuple[tuple[str, ...], ...]:
    """Returns the table of a font: code, symbol, and additional notes."""
    table = []
    for code in range(256):
        names = symbols.symbols_of(role, code, maths)
        if names is None:
            continue
        look, plain = font_style(role), symbols.style(role, names[0])
        if plain not in (look, "roman"):
            raise ValueError(f"{role}: {names[0]} is {plain} in a font that is {look}")
        table.append((str(code), *names, *(["plain"] if plain != look else [])))
    return tuple(table)


def font_style(role: symbols.FontRole) -> str:
    return symbols.style(role, "A")


def by_stem(looks: dict[str, object]) -> dict[str, object]:
    """Returns one entry for all optical sizes of a font if they look alike."""
    stems: dict[str, list[object]] = {}
    for font, look in looks.items():
        group = stems.setdefault(symbols.stem(font), [])
        if look not in group:
            group.append(look)
    return {(font if len(stems[symbols.stem(font)]) > 1 else symbols.stem(font)): look for font, look in looks.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    roles: dict[str, symbols.FontRole] = {}
    maths: dict[str, dict[int, str]] = {}
    for preamble in PREAMBLES:
        for font, role in logged_roles(preamble).items():
            roles.setdefault(font, role)
        for font, table in symbols.probe(preamble).items():
            maths.setdefault(font, {}).update(table)
    # The name of a font is more reliable than the family that LaTeX substituted it for.
    conventional = dict(symbols.KNOWN_ROLES)
    roles = {font: role for font, role in roles.items() if symbols.stem(font) not in conventional} | conventional
    looks = {font: (rows(role, maths), font_style(role)) for font, role in roles.items()}
    names: dict[tuple, str] = {}
    for font, (table, _) in looks.items():
        role = roles[font]
        if table and table not in names:
            taken = set(names.values())
            candidates = (
                role.encoding,
                f"{role.encoding}/{role.family}",
                f"{role.encoding}/{role.family}/{role.shape}",
            )
            names[table] = next(name for name in candidates if name not in taken)
    fonts = [(font, names[table], style) for font, (table, style) in sorted(by_stem(looks).items()) if table]
    named = sorted((name, table) for table, name in names.items())
    options.out.mkdir(parents=True, exist_ok=True)
    write(options.out / "fonts.tsv", fonts)
    write(options.out / "symbols.tsv", [(name, *row) for name, table in named for row in table])


def write(path: Path, table: list[tuple[str, ...]]) -> None:
    path.write_text("".join("\t".join(row) + "\n" for row in table))


if __name__ == "__main__":
    main()
