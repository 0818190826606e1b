"""Finds the symbol of a (font, code) pair, in whatever encoding a font package uses.

There are no fixed tables; TeX itself is asked. For each preamble, the meaning of every known mathematical command is
written to the log, which gives (family, code). Chains of larger delimiters and extensible recipes come from the font
metrics. Text encodings (OT1, T1, TS1) are read from LaTeX's own definitions.
"""

import functools
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import dvi

# Commands that show the same glyph: the first is the name of the class.
PREFERRED = (
    r"\minus \leq \geq \neq \rightarrow \leftarrow \ni \wedge \vee \neg | \| { } \backslash \ast \cdot \perp \S \P"
    r" \dag \ddag \bullet \square \lozenge \circ \prime \surd \triangle \bigtriangleup \bigtriangledown \hbar"
    r" \upharpoonright \emptyset"
).split()

ACCENTS = {
    "grave": "grave", "acute": "acute", "hat": "hat", "tilde": "tilde", "ddot": "ddot", "check": "check",
    "breve": "breve", "bar": "bar", "dot": "dot", "vec": "vec", "mathring": "ring", "widehat": "widehat",
    "widetilde": "widetilde",
}  # fmt: skip

TEXT_ACCENTS = {
    r"\`": "grave", r"\'": "acute", r"\^": "hat", r"\~": "tilde", r"\"": "ddot", r"\H": "hungarumlaut",
    r"\r": "ring", r"\v": "check", r"\u": "breve", r"\=": "bar", r"\.": "dot", r"\c": "cedilla", r"\k": "ogonek",
}  # fmt: skip

# Names of TeX's delimiters, and the names of their classes.
DELIMITERS = {
    "(": "(", ")": ")", "[": "[", "]": "]", "/": "/", "|": "|", r"\{": "{", r"\}": "}", r"\langle": r"\langle",
    r"\rangle": r"\rangle", r"\lfloor": r"\lfloor", r"\rfloor": r"\rfloor", r"\lceil": r"\lceil",
    r"\rceil": r"\rceil", r"\|": r"\|", r"\backslash": r"\backslash", r"\uparrow": r"\uparrow",
    r"\downarrow": r"\downarrow", r"\updownarrow": r"\updownarrow",
}  # fmt: skip

ASCII_MATH = "!*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz@()[]|"

# Two overlapping glyphs are one symbol to a reader.
OVERLAYS = {
    frozenset((r"\not", "=")): r"\neq",
    frozenset((r"\in", "/")): r"\notin",
    frozenset((r"\in", r"\not")): r"\notin",
    frozenset((r"\not", r"\equiv")): r"\not\equiv",
    frozenset((r"\not", r"\subset")): r"\not\subset",
    frozenset((r"\not", r"\subseteq")): r"\not\subseteq",
    frozenset((r"\not", r"\sim")): r"\not\sim",
    frozenset((r"\not", r"\mid")): r"\nmid",
    frozenset((r"\not", "|")): r"\nmid",
    frozenset(("c", r"\bigcirc")): r"\copyright",
    frozenset(("-", r"\int")): r"\fint",
}


def commands() -> list[str]:
    """Returns every mathematical command declared by LaTeX, the AMS packages and stmaryrd, preferred names first."""
    names: dict[str, None] = dict.fromkeys(c for c in PREFERRED if c.startswith("\\") and c[1:].isalpha())
    for source in ("fontmath.ltx", "amssymb.sty", "amsfonts.sty", "amsmath.sty", "latexsym.sty", "stmaryrd.sty"):
        path = subprocess.run(["kpsewhich", source], capture_output=True, text=True, check=False).stdout.strip()
        if not path:
            continue
        text = Path(path).read_text(errors="replace")
        for found in re.findall(r"\\(?:DeclareMathSymbol|DeclareMathDelimiter|DeclareMathAccent|DeclareMathRadical)"
                                r"\s*\{?\s*(\\[A-Za-z]+)\s*\}?", text):  # fmt: skip
            names.setdefault(found)
    for (
        operator
    ) in "sum prod coprod bigcup bigcap bigvee bigwedge bigoplus bigotimes bigodot biguplus bigsqcup".split():
        # amsmath and newtx keep the symbol under a private name and make the command a macro.
        names.setdefault(f"\\{operator}@")
        names.setdefault(f"\\{operator}op")
    for alias in (r"\intop", r"\ointop", r"\hbar", r"\varnothing", r"\mathring"):
        names.setdefault(alias)
    return list(names)


@dataclass(frozen=True)
class FontRole:
    """The role of an external font in LaTeX's font selection."""

    encoding: str
    family: str
    series: str
    shape: str


def roles_from_log(log: str) -> dict[str, FontRole]:
    """Returns a map from external font names to roles, from a log written under `tracefnt` with option `infoshow`.

    A font that serves several roles keeps the first.
    """
    joined = re.sub(r"\n\(Font\)\s+", " ", log)
    roles: dict[str, FontRole] = {}
    pattern = (
        r"External font `(\S+?)(?: (?:at|scaled)\s*[\d.]+(?:pt)?)?' loaded as "
        r"([A-Z0-9]+)/([^/\s]+)/([^/\s]+)/([^/\s]+)/"
    )
    for name, encoding, family, series, shape in re.findall(pattern, joined):
        roles.setdefault(name, FontRole(encoding, family, series, shape))
    return roles


# Fonts that the LaTeX format has preloaded never appear in a log. They are also needed to read a DVI file without its
# log.
KNOWN_ROLES = [
    (prefix, FontRole(*role.split("/")))
    for prefix, role in (
        pair.split(":")
        for pair in (
            "cmr:OT1/cmr/m/n cmbx:OT1/cmr/bx/n cmb:OT1/cmr/b/n cmti:OT1/cmr/m/it cmsl:OT1/cmr/m/sl cmbxti:OT1/cmr/bx/it"
            " cmbxsl:OT1/cmr/bx/sl cmcsc:OT1/cmr/m/sc cmtt:OT1/cmtt/m/n cmitt:OT1/cmtt/m/it cmsltt:OT1/cmtt/m/sl"
            " cmss:OT1/cmss/m/n"
            " cmssi:OT1/cmss/m/it cmssbx:OT1/cmss/bx/n cmssdc:OT1/cmss/bx/n cmmi:OML/cmm/m/it cmmib:OML/cmm/b/it"
            " cmsy:OMS/cmsy/m/n"
            " cmbsy:OMS/cmsy/b/n cmex:OMX/cmex/m/n msam:U/msa/m/n msbm:U/msb/m/n eufm:U/euf/m/n eufb:U/euf/b/n"
            " rsfs:U/rsfs/m/n"
            " ecrm:T1/cmr/m/n ecbx:T1/cmr/bx/n ecti:T1/cmr/m/it ecsl:T1/cmr/m/sl eccc:T1/cmr/m/sc ectt:T1/cmtt/m/n"
            " ecit:T1/cmtt/m/it"
            " ecss:T1/cmss/m/n ecsi:T1/cmss/m/it ecsx:T1/cmss/bx/n ecbi:T1/cmr/bx/it ecrb:T1/cmr/b/n tcrm:TS1/cmr/m/n"
            " tcbx:TS1/cmr/bx/n"
            " tcti:TS1/cmr/m/it tctt:TS1/cmtt/m/n ec-lmr:T1/lmr/m/n ec-lmbx:T1/lmr/bx/n ec-lmri:T1/lmr/m/it"
            " ec-lmbxi:T1/lmr/bx/it"
            " ec-lmcsc:T1/lmr/m/sc ec-lmtt:T1/lmtt/m/n ec-lmss:T1/lmss/m/n ec-lmssbx:T1/lmss/bx/n rm-lmr:OT1/lmr/m/n"
            " rm-lmbx:OT1/lmr/bx/n rm-lmri:OT1/lmr/m/it lmmi:OML/lmm/m/it lmmib:OML/lmm/b/it lmsy:OMS/lmsy/m/n"
            " lmex:OMX/lmex/m/n"
            " ts1-lmr:TS1/lmr/m/n tcss:TS1/cmss/m/n cmtcsc:OT1/cmtt/m/sc stmary:U/stmry/m/n bbold:U/bbold/m/n"
            " bbm:U/bbm/m/n bbmss:U/bbm/m/n bbmtt:U/bbm/m/n dsrom:U/dsrom/m/n dsss:U/dsrom/m/n"
            " ptmr8t:T1/ptm/m/n ptmb8t:T1/ptm/b/n ptmri8t:T1/ptm/m/it ptmr7t:OT1/ptm/m/n ptmb7t:OT1/ptm/b/n"
            " ptmri7t:OT1/ptm/m/it phvr8t:T1/phv/m/n phvb8t:T1/phv/b/n pcrr8t:T1/pcr/m/n pplr8t:T1/ppl/m/n"
            " pplb8t:T1/ppl/b/n pplri8t:T1/ppl/m/it"
        ).split()
    )
]


# Families of double-struck letters and digits, at their places in ASCII.
DOUBLE_STRUCK = ("bbm", "bbold", "dsrom")


def role_of(font: str, logged: dict[str, FontRole]) -> FontRole | None:
    """Returns the role of an external font: from the log, otherwise by its conventional name without optical size."""
    if font in logged:
        return logged[font]
    return next((role for name, role in KNOWN_ROLES if name == stem(font)), None)


def stem(font: str) -> str:
    """Returns a font's name without its optical size."""
    return re.sub(r"\d+$", "", font)


@functools.cache
def text_encoding(encoding: str) -> dict[int, tuple[str, ...]]:
    """Returns the symbols of each code of a text encoding: one symbol, or base letter and accent for an accented
    letter."""
    table: dict[int, tuple[str, ...]] = {}
    if encoding in ("OT1", "T1"):
        table.update({c: (chr(c),) for c in range(33, 127)})
        table[ord("'")], table[ord("`")] = ("’",), ("‘",)
    if encoding == "OT1":
        greek = r"\Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Upsilon \Phi \Psi \Omega".split()
        table.update({i: (name,) for i, name in enumerate(greek)})
        table.update({11 + i: (s,) for i, s in enumerate(["ff", "fi", "fl", "ffi", "ffl", r"\imath", r"\jmath"])})
        table.update({0x19: (r"\ss",), 0x1A: (r"\ae",), 0x1B: (r"\oe",), 0x1C: (r"\o",), 0x1D: (r"\AE",)})
        table.update({0x1E: (r"\OE",), 0x1F: (r"\O",), 0x22: ("”",), 0x3C: (r"\textexclamdown",)})
        table.update({0x3E: (r"\textquestiondown",), 0x5C: ("“",), 0x7B: ("--",), 0x7C: ("---",)})
        marks = ["grave", "acute", "check", "breve", "bar", "ring", "cedilla"]
        table.update({0x12 + i: ("acc:" + m,) for i, m in enumerate(marks)})
        table.update({0x5E: ("acc:hat",), 0x5F: ("acc:dot",), 0x7D: ("acc:hungarumlaut",)})
        table.update({0x7E: ("acc:tilde",), 0x7F: ("acc:ddot",)})
    definitions = {"T1": "t1enc.def", "TS1": "ts1enc.def"}.get(encoding)
    if definitions:
        path = subprocess.run(["kpsewhich", definitions], capture_output=True, text=True, check=False).stdout.strip()
        text = Path(path).read_text(errors="replace")
        number = lambda s: int(s[1:], 16) if s.startswith('"') else ord(s[-1]) if s.startswith("`") else int(s)
        for mark, code in re.findall(r"\\DeclareTextAccent\{(\\.)\}\{%s\}\{([^}]+)\}" % encoding, text):
            if mark in TEXT_ACCENTS:
                table[number(code)] = ("acc:" + TEXT_ACCENTS[mark],)
        for name, code in re.findall(r"\\DeclareTextSymbol\{(\\\w+)\}\{%s\}\{([^}]+)\}" % encoding, text):
            table.setdefault(number(code), (name,))
        for mark, base, code in re.findall(
            r"\\DeclareTextComposite\{(\\.)\}\{%s\}\{(\\?\w+)\}\{([^}]+)\}" % encoding, text
        ):
            if (mark, base) in ((r"\.", "i"), (r"\.", r"\i")):
                continue  # this is the plain letter
            if mark in TEXT_ACCENTS:
                base = {"i": r"\imath", "j": r"\jmath", r"\i": r"\imath", r"\j": r"\jmath"}.get(base, base)
                table[number(code)] = (base, "acc:" + TEXT_ACCENTS[mark])
    rename = {
        r"\textquotedblleft": "“", r"\textquotedblright": "”", r"\textendash": "--", r"\textemdash": "---",
        r"\textbullet": r"\bullet", r"\textsection": r"\S", r"\textparagraph": r"\P", r"\textdagger": r"\dag",
        r"\textdaggerdbl": r"\ddag", r"\i": r"\imath", r"\j": r"\jmath", r"\textquotesingle": "'", r"\textsterling":
        r"\pounds", r"\textcopyright": r"\copyright", r"\textperiodcentered": r"\cdot", r"\texttimes": r"\times",
        r"\textpm": r"\pm", r"\textdiv": r"\div", r"\textlnot": r"\neg", r"\textquoteleft": "‘",
        r"\textquoteright": "’", r"\textminus": r"\minus", "\\": r"\backslash", r"\textbackslash": r"\backslash",
    }  # fmt: skip
    if encoding == "T1":
        table.update({0x10: ("“",), 0x11: ("”",), 0x15: ("--",), 0x16: ("---",), 0x22: ('"',), 0x7F: ("-",)})
        table.update({0x1B + i: (s,) for i, s in enumerate(["ff", "fi", "fl", "ffi", "ffl"])})
        table.update({0x19: (r"\imath",), 0x1A: (r"\jmath",)})
    return {c: tuple(rename.get(s, s) for s in symbols) for c, symbols in table.items()}


# Typewriter fonts in OT1 have ASCII where roman fonts have ligatures and quotes.
OT1_TYPEWRITER = {ord(c): (c,) for c in '"<>\\{|}_'} | {
    0x5E: ("^",),
    0x7E: ("~",),
    0x0D: ("'",),
    ord("\\"): (r"\backslash",),
}


def probe(preamble: str) -> dict[str, dict[int, str]]:
    """Returns `encoding/family` -> code -> symbol for the mathematical fonts that a preamble sets up."""
    lines = [r"\documentclass{article}", r"\usepackage[infoshow,loading]{tracefnt}", preamble, r"\begin{document}",
             r"$ x^{x^x} \mathbb{A}\mathcal{A}\mathfrak{A}\mathbf{A} $",
             r"\makeatletter\newcount\n\def\show@#1{\immediate\write-1{@@#1@@}}"]  # fmt: skip
    lines.append(r"\n=0 \loop\show@{family \the\n\space\fontname\textfont\n}\advance\n by1 \ifnum\n<16 \repeat")
    for c in ASCII_MATH:
        lines.append(r"\show@{char %d \the\mathcode%d \space\the\delcode%d }" % (ord(c), ord(c), ord(c)))
    for name in commands():
        # Accents are robust commands: their meaning is stored under the name with a space.
        plain = name[1:] + (" " if name[1:] in ACCENTS else "")
        lines.append(
            r"\ifcsname %s\endcsname\show@{command %s\space\expandafter\meaning\csname %s\endcsname}\fi"
            % (plain.replace(" ", r"\space"), r"\string" + name, plain.replace(" ", r"\space"))
        )
    for name in [r"\{", r"\}", r"\|"]:
        lines.append(r"\show@{command \string%s\space\meaning%s}" % (name, name))
    lines.append(r"\end{document}")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "probe.tex").write_text("\n".join(lines))
        subprocess.run(
            ["latex", "-interaction=batchmode", "probe.tex"],
            cwd=folder,
            capture_output=True,
            env=dict(os.environ, max_print_line="10000"),
            check=False,
        )
        log = (Path(folder) / "probe.log").read_text(errors="replace")
    roles = roles_from_log(log)
    families: dict[int, str] = {}
    table: dict[str, dict[int, str]] = {}
    chains: list[tuple[int, int, str]] = []

    def base_name(font: str) -> str:
        return re.sub(r" (?:at|scaled)\s*[\d.]+(?:pt)?$", "", font)

    def learn(family: int, code: int, symbol: str) -> None:
        role = role_of(families.get(family, ""), roles)
        if role is not None:
            table.setdefault(f"{role.encoding}/{role.family}", {}).setdefault(code, symbol)

    def follow(family: int, code: int, symbol: str) -> None:
        """Learns all larger forms of a delimiter, radical, accent or operator, and the pieces of its extensible
        form."""
        name = families.get(family)
        metrics = dvi.tfm(name) if name else None
        seen: set[int] = set()
        while metrics and code in metrics.characters and code not in seen:
            seen.add(code)
            character = metrics.characters[code]
            if character.extensible:
                piece = {"{": "{", "}": "}"}.get(symbol, symbol)
                for code_, part in zip(character.extensible, ("-top", "-mid", "-bot", "-ext")):
                    if code_ or part == "-ext":
                        shared = {"{": "{-ext", "}": "{-ext"}.get(symbol) if part == "-ext" else None
                        single = part == "-ext" and not any(character.extensible[:3])
                        learn(
                            family, code_, shared or (symbol if single and symbol not in "|" + r"\|" else piece + part)
                        )
                if symbol != r"\sqrt":
                    return
            learn(family, code, symbol)
            if character.next_larger is None:
                return
            code = character.next_larger

    wanted: list[tuple[str, str]] = []
    for entry in re.findall(r"@@(.*?)@@", log.replace("\n", "")):
        kind, _, rest = entry.partition(" ")
        if kind == "family":
            number, _, font = rest.partition(" ")
            families[int(number)] = base_name(font)
        elif kind == "char":
            code, mathcode, delcode = (int(s) for s in rest.split())
            symbol = r"\minus" if chr(code) == "-" else r"\ast" if chr(code) == "*" else chr(code)
            if mathcode < 0x8000:
                learn(mathcode >> 8 & 15, mathcode & 255, symbol)
            if chr(code) in DELIMITERS and delcode > 0:
                chains.append((delcode >> 8 & 15, delcode & 255, symbol))
        elif kind == "command":
            name, _, meaning = rest.partition(" ")
            wanted.append((name, meaning))
    wanted.sort(key=lambda item: item[0] not in (r"\{", r"\}", r"\|"))
    for family, code, symbol in chains:
        follow(family, code, symbol)
    for name, meaning in wanted:
        if name in (r"\lmoustache", r"\rmoustache", r"\lgroup", r"\rgroup", r"\bracevert"):
            continue  # their small codes are the pieces of braces
        plain = name[1:].removesuffix("@").removesuffix("op")
        name = "\\" + plain if name.endswith(("@", "op")) and name != r"\top" else name
        if plain in ACCENTS:
            # amsmath and amssymb write several codes into one macro: one for each width.
            for digits in re.findall(r"\\mathaccentV? *(?:\{\w+\})?\"?([0-9A-F]{3,4})", meaning):
                follow(int(digits, 16) >> 8 & 15, int(digits, 16) & 255, "acc:" + ACCENTS[plain])
            continue
        number = re.search(r'\\(mathchar|delimiter|radical) ?"?([0-9A-F]+)', meaning)
        if not number:
            number = re.search(r'(mathchar|delimiter|radical)"([0-9A-F]+)', meaning)
        if not number:
            continue
        kind, digits = number.group(1), number.group(2)
        value = int(digits, 16) if f'"{digits}' in meaning else int(digits)
        symbol = {r"\{": "{", r"\}": "}", r"\|": r"\|", r"\lbrace": "{", r"\rbrace": "}", r"\mid": "|", r"\vert": "|",
                  r"\Vert": r"\|", r"\parallel": r"\|", r"\lvert": "|", r"\rvert": "|", r"\lVert": r"\|",
                  r"\rVert": r"\|",
                  r"\dagger": r"\dag", r"\ddagger": r"\ddag", r"\mathsection": r"\S",
                  r"\mathparagraph": r"\P", r"\mathdollar": "$", r"\mathsterling": r"\pounds",
                  r"\setminus": r"\backslash", r"\colon": ":",
                  r"\ldotp": ".", r"\cdotp": r"\cdot", r"\sqrtsign": r"\sqrt", r"\surd": r"\sqrt",
                  r"\arrowvert": "|-ext", r"\Arrowvert": r"\|-ext", r"\bracevert": "{-ext",
                  r"\braceld": "brace-ld", r"\bracerd": "brace-rd", r"\bracelu": "brace-lu",
                  r"\braceru": "brace-ru", r"\mapstochar": r"\mapstochar"}.get(name, name)  # fmt: skip
        symbol = re.sub(r"^\\var([A-Z])", r"\\\1", symbol)
        if kind == "mathchar":
            learn(value >> 8 & 15, value & 255, symbol)
            follow(value >> 8 & 15, value & 255, symbol)
        else:
            small_family, small, large_family, large = value >> 20 & 15, value >> 12 & 255, value >> 8 & 15, value & 255
            if (small_family, small) != (0, 0):
                learn(small_family, small, symbol)
            if name in DELIMITERS or kind == "radical" or symbol in DELIMITERS.values():
                follow(large_family, large, symbol)
    return table


def style(role: FontRole, symbol: str) -> str:
    """Returns the style of a symbol in a font, by the names of the page model."""
    letter = len(symbol) == 1 and symbol.isalpha()
    bold = role.series.startswith("b") or role.series in ("sb", "eb")
    family, shape = role.family, role.shape
    if role.encoding in ("OML", "FML") or family in ("zeur", "eur") or (role.encoding == "LS1" and shape == "it"):
        if letter or re.fullmatch(r"\\(var)?[a-zA-Z]+", symbol) and symbol not in (r"\partial",):
            return "math_bold_italic" if bold else "math_italic"
        return "roman"
    if role.encoding in ("OMS", "LMS", "FMS") or family in ("zeus", "eus"):
        return "calligraphic" if letter else "roman"
    if family in DOUBLE_STRUCK:
        return "blackboard" if symbol.isalnum() else "roman"
    if family == "msb" or (role.encoding == "U" and family.endswith("sym")):
        return "blackboard" if letter else "roman"
    if family in ("euf", "ygoth") or (role.encoding == "U" and family.endswith("mia")):
        return "fraktur" if letter else "roman"
    if family == "rsfs":
        return "script"
    if role.encoding in ("U", "OMX", "LMX", "FMX", "LS2"):
        return "roman"
    if re.search(r"tt|pcr|fvm|mono|courier", family):
        return "typewriter"
    if re.search(r"ss|phv|qhv|sans|biolinum|avant|helv", family, re.IGNORECASE):
        return "sans_bold" if bold else "sans"
    if shape == "sc":
        return "small_caps"
    if shape == "it":
        return "bold_italic" if bold else "italic"
    if shape == "sl":
        return "bold_italic" if bold else "slanted"
    return "bold" if bold else "roman"


def symbols_of(role: FontRole, code: int, maths: dict[str, dict[int, str]]) -> tuple[str, ...] | None:
    """Returns the symbol of a glyph, or base and accent of an accented letter; None if the glyph is not known."""
    if role.encoding in ("OT1", "T1", "TS1"):
        if role.encoding == "OT1" and style(role, "a") == "typewriter" and code in OT1_TYPEWRITER:
            return OT1_TYPEWRITER[code]
        found = text_encoding(role.encoding).get(code)
        if found:
            return found
    symbol = maths.get(f"{role.encoding}/{role.family}", {}).get(code)
    if symbol is None and style(role, "A") in ("blackboard", "fraktur", "script", "calligraphic"):
        has = str.isalnum if role.family in DOUBLE_STRUCK else str.isalpha
        symbol = chr(code) if chr(code).isascii() and has(chr(code)) else None
    if symbol is None and role.encoding in ("OML",) and (48 <= code < 58):
        symbol = chr(code)
    return (symbol,) if symbol else None
