"""Writes random LaTeX documents for the training pages."""

import random
import re

import symbols
from families import FAMILIES, LEFT_OUT

PREAMBLE = r"""
\usepackage[infoshow,loading]{tracefnt}
\providecommand\R{\mathbb{R}}\providecommand\C{\mathbb{C}}\providecommand\N{\mathbb{N}}\providecommand\Z{\mathbb{Z}}
\providecommand\abs[1]{\lvert #1\rvert}\providecommand\norm[1]{\lVert #1\rVert}\providecommand\mathscr[1]{\mathcal{#1}}
\providecommand\bm[1]{\boldsymbol{#1}}\providecommand\Hom{\mathop{\mathrm{Hom}}}\providecommand\E{\mathbb{E}}
\ifcsname theorem\endcsname\else\newtheorem{theorem}{Theorem}\fi
\ifcsname definition\endcsname\else\newtheorem{definition}{Definition}\fi
\usepackage{xcolor}
"""

ACCENTED = r"""caf\'e na\"ive r\^ole fa\c{c}ade G\"odel Schr\"odinger Poincar\'e Erd\H{o}s \v{C}ech Fr\'echet H\"older
Bj\"ork \'Etale Se\~nor L\'evy Schr\"oder K\"ahler M\"obius Ces\`aro Ren\'e Z\"urich \AA ngstr\"om P\'olya \L ukasiewicz
Stra\ss e G\^ateaux \v{S}id\'ak It\^o \oe uvre \O ystein Mikul\'a\v{s} Nu\~nez Gr\"obner No\"el""".split()

# Classes with their sizes in points; the held-out pages use others.
CLASSES = [
    ("article", (10, 10, 11, 12)),
    ("article", (10, 11, 12)),
    ("extarticle", (8, 9, 9, 14, 17, 20)),
    ("book", (10, 11, 12)),
    ("IEEEtran", (9, 10, 10)),
    ("amsart", (8, 9, 10, 11, 12)),
    ("llncs", (10,)),
    ("elsarticle", (10, 12)),
    ("scrartcl", (10, 11, 12)),
]
HELD_OUT_CLASSES = [
    ("report", (10, 10, 11, 12)),
    ("article", (10, 11, 12)),
    ("extreport", (8, 9, 14, 17, 20)),
    ("scrreprt", (10, 11)),
]
LOOKS = [
    r"\bfseries",
    r"\itshape",
    r"\ttfamily",
    r"\sffamily",
    r"\scshape",
    r"\slshape",
    r"\sffamily\bfseries",
    r"\bfseries\itshape",
    r"\bfseries\boldmath",
    r"\ttfamily\bfseries",
    r"\color{gray}",
    r"\color{blue}",
]
SIZES = [
    r"\tiny",
    r"\scriptsize",
    r"\scriptsize",
    r"\footnotesize",
    r"\footnotesize",
    r"\footnotesize",
    r"\small",
    r"\small",
    r"\large",
    r"\Large",
]

SYMBOL_SKIP = re.compile(
    r"char|mathring|brace[lr][ud]|@|op$|sqrtsign|lhook|rhook|not$|dollar|sterling|moustache|group$"
)


class Writer:
    """Writes one random document."""

    def __init__(self, rng: random.Random, source: dict[str, list[str]], held_out: bool, formulas: bool = False):
        self.rng = rng
        self.source = source
        self.held_out = held_out
        self.formulas = formulas
        self.commands = [c for c in symbols.commands() if not SYMBOL_SKIP.search(c)]

    def sentence(self) -> str:
        rng = self.rng
        s = rng.choice(self.source["sentences"])
        words = s.split(" ")
        if rng.random() < 0.18 and "$" not in s:
            at = rng.randrange(len(words))
            end = min(len(words), at + rng.randint(1, 4))
            look = rng.choice(
                [
                    r"\emph",
                    r"\textit",
                    r"\textbf",
                    r"\textbf",
                    r"\texttt",
                    r"\textsf",
                    r"\textsc",
                    r"\textsc",
                    r"\textsl",
                    r"\textsf{\bfseries ",
                    r"\href{u:x}",
                ]
            )
            words[at:end] = [look + "{" + " ".join(words[at:end]) + "}" * (1 + look.count("{\\"))]
        if rng.random() < 0.1:
            words.insert(rng.randrange(len(words)), rng.choice(ACCENTED))
        if rng.random() < 0.12:
            words.insert(rng.randrange(len(words)), self.rare())
        if rng.random() < 0.08:
            letters = [self.accented() for _ in range(rng.randint(1, 3))]
            words.insert(rng.randrange(len(words)), "$" + rng.choice([" ", "+", "=", r"\cdot "]).join(letters) + "$")
        if rng.random() < 0.06:
            words.append(rng.choice([
                r"(see Section~%d.%d)." % (rng.randint(1, 9), rng.randint(1, 9)),
                "[%d, %d]" % (rng.randint(1, 60), rng.randint(1, 60)),
                r"\url{https://www.%s.org/%s}" % (self.word(), self.word()), "``%s''" % " ".join(self.plain(3)),
                "%d--%d" % (rng.randint(1, 900), rng.randint(1, 999)), "---%s---" % self.word(),
                r"%d\%%" % rng.randint(1, 99),
                r"(%s et al., %d)" % (self.word().title(), rng.randint(1950, 2026)),
                "%s@%s.edu" % (self.word(), self.word()),
                "%d.%d" % (rng.randint(0, 99), rng.randint(0, 9999)),
                r"\%s{} " % rng.choice(["S", "P", "dag", "copyright", "ss", "ae", "pounds"]),
            ]))  # fmt: skip
        return " ".join(words)

    def rare(self) -> str:
        """Returns rare elements of running text: signs of programs and addresses, numbers, links, one letter set
        upright, bold or sans."""
        rng = self.rng
        a, b, n = self.word(), self.word(), rng.randint(0, 9999)
        return rng.choice([
            r"%s \& %s" % (a.title(), b.title()), r"%s \& %s" % (a.title(), b.title()), r"%s\_%s" % (a, b),
            r"\texttt{%s\_%s[%d]}" % (a, b, n), r"\#%d" % n, "%s@%s.org" % (a, b),
            r"\textasciitilde%s" % a, r"\{%s\}" % a, "%s; %s;" % (a, b), r"\texttt{%s->%s(*%s);}" % (a, b, a),
            r"\textbackslash %s" % a, "(%d, %d)" % (n, n // 3),
            "%.3f" % (n / 997), "%de-%d" % (n, n % 9), "%d/%d/%d" % (n % 28 + 1, n % 12 + 1, 1900 + n % 130),
            r"\href{u:x}{[%d]}" % (n % 99), r"\href{u:x}{[%d]}, \href{u:x}{[%d]}" % (n % 99, n % 49),
            r"\href{u:x}{%s et al., %d}" % (a.title(), 1950 + n % 76), r"\href{u:x}{%d}" % (n % 60),
            r"\S\,%d" % (n % 20), "I, II, III, IV and %sI" % rng.choice("IVX"),
            r"$\%s{%s}$" % (rng.choice(["boldsymbol", "mathbf", "mathsf", "mathrm", "mathtt", "mathcal", "mathbb",
            "mathfrak"]), rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
            r"$\%s %s$" % (rng.choice(["Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi",
            "Psi", "Omega"]), rng.choice(["", r"\vdash x", "^{*}", r"_{\star}"])),
            r"$\langle %s, %s\rangle$" % (rng.choice("abuvxy"), rng.choice("abuvxy")),
            r"$%s^{\%s}_{%d}$" % (rng.choice("fgPMRT"),
            rng.choice(["star", "ast", "prime", "dag", "circ", "top", "perp"]), n % 20),
            r"$\epsilon_{%d}^{%d/%d}$" % (n % 7, n % 3, n % 5 + 2), "$%d^{%d} \\cdot %d$" % (n, n % 30, n % 77),
            "``%s---%s''" % (a, b), "%s's `%s'" % (a.title(), b),
            r"\textbf{%d}" % n, r"\textsf{%s %d}" % (a.title(), n), r"\textsc{%s}" % a.title(),
            r"\textit{%s %d}" % (a, n), r"\textsf{I\textbf{%s}l1}" % a,
        ])  # fmt: skip

    def accented(self) -> str:
        """Returns a letter of a formula with an accent; vectors are as frequent as all other accents together."""
        rng = self.rng
        accent = rng.choice(
            [r"\hat", r"\tilde", r"\bar", r"\dot", r"\ddot", r"\widehat", r"\widetilde"] + [r"\vec"] * 7
        )
        letter = rng.choice("abcdefghkmnpqruvwxyzABEFJPRSUV" + "xvuwr" * 4)
        return r"%s{%s}%s" % (
            accent,
            rng.choice([letter, letter, r"\mathbf{%s}" % letter]),
            rng.choice(["", "", "_{%d}" % rng.randint(0, 9), "_i", "^2"]),
        )

    def plain(self, n: int) -> list[str]:
        text = re.sub(r"\$[^$]*\$|\\\w+|[{}$\\_^&#%~]", "", self.rng.choice(self.source["sentences"]))
        return text.split()[:n] or ["text"]

    def word(self) -> str:
        return re.sub(r"\W", "", self.rng.choice(self.plain(12))).lower() or "word"

    def paragraph(self) -> str:
        text = " ".join(self.sentence() for _ in range(self.rng.randint(1, 5)))
        look = self.rng.choice(LOOKS) if self.rng.random() < 0.16 else ""
        size = self.rng.choice(SIZES) if self.rng.random() < 0.2 else ""
        return ("{%s%s %s\\par}" % (size, look, text) if look or size else text) + "\n"

    def soup(self) -> str:
        """Returns symbols drawn uniformly, so that rare ones occur."""
        rng = self.rng
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        atoms = []
        for _ in range(rng.randint(5, 11)):
            kind = rng.random()
            if kind < 0.62:
                atom = rng.choice(self.commands) + " "
            elif kind < 0.75:
                atom = (
                    rng.choice(
                        [
                            r"\mathbb",
                            r"\mathcal",
                            r"\mathfrak",
                            r"\mathbf",
                            r"\mathrm",
                            r"\mathsf",
                            r"\mathtt",
                            r"\boldsymbol",
                        ]
                    )
                    + "{"
                    + rng.choice(letters)
                    + "}"
                )
            elif kind < 0.82:
                atom = rng.choice([r"\hat", r"\tilde", r"\bar", r"\vec", r"\dot", r"\ddot", r"\check", r"\breve",
                    r"\acute", r"\grave",
                                   r"\widehat", r"\widetilde", r"\overline",
                                   r"\underline"]) + "{" + rng.choice(letters + letters.lower()) + "}"  # fmt: skip
            else:
                atom = rng.choice(letters + letters.lower() + "0123456789|/!?:;<>[]()")
            if rng.random() < 0.25:
                atom = (
                    "{"
                    + atom
                    + "}"
                    + rng.choice("_^")
                    + "{"
                    + rng.choice(
                        [rng.choice(letters.lower()), rng.choice(self.commands), "%d" % rng.randint(0, 99), "i,j"]
                    )
                    + "}"
                )
            atoms.append(atom)
        return "$" + " ".join(atoms) + "$\n"

    def delimiters(self) -> str:
        rng = self.rng
        left, right = rng.choice([("(", ")"), ("[", "]"), (r"\{", r"\}"), ("|", "|"), (r"\|", r"\|"),
            (r"\langle", r"\rangle"),
                                  (r"\lfloor", r"\rfloor"), (r"\lceil", r"\rceil"), (r"\{", ".")])  # fmt: skip
        a, b, c = (rng.choice(self.source["inline"]) for _ in range(3))
        inner = rng.choice([
            r"\frac{%s}{%s}" % (a, b), r"\sum_{i=1}^{n} %s" % a,
            r"\begin{matrix} %s \\ %s \\ %s \end{matrix}" % (a, b, c),
            r"\sqrt{\frac{%s}{%s}}" % (a, b), r"\int_{0}^{\infty} \frac{%s}{%s}" % (a, b),
            r"\rule{0pt}{%dex} %s" % (rng.randint(2, 22), a),
        ])  # fmt: skip
        return r"\[ \left%s %s \right%s \]" % (left, inner, right)

    def display(self) -> str:
        rng = self.rng
        kind = rng.random()
        a, b = rng.choice(self.source["display"]), rng.choice(self.source["display"])
        a, b = (re.sub(r"\\label\{[^}]*\}|\\tag\{[^}]*\}", "", s) for s in (a, b))
        if kind < 0.5:
            environment = rng.choice(["equation", "equation*", "equation"])
            body = a if "\\begin" in a else a.replace("&", "").replace(r"\\", " ")
            return r"\begin{%s}%s\end{%s}" % (environment, body, environment)
        if kind < 0.62:
            flat = [s if "\\begin" in s else s.replace("&", "").replace(r"\\", " ") for s in (a, b)]
            return r"\begin{align}%s & = %s \\ %s &= %s\end{align}" % (
                flat[0],
                rng.choice(self.source["inline"]),
                rng.choice(self.source["inline"]),
                flat[1],
            )
        if kind < 0.7:
            cell = lambda: rng.choice(
                [
                    rng.choice("abcxyzuvw") + "_{%d%d}" % (rng.randint(1, 4), rng.randint(1, 4)),
                    str(rng.randint(-9, 99)),
                    r"\cdots",
                    r"\vdots",
                    r"\ddots",
                    "0",
                ]
            )
            rows = r"\\".join("&".join(cell() for _ in range(3)) for _ in range(rng.randint(2, 4)))
            return r"\[ %s = \begin{%smatrix}%s\end{%smatrix} \]" % (
                rng.choice("ABM"),
                m := rng.choice(["p", "b", "v", "B"]),
                rows,
                m,
            )
        if kind < 0.76:
            return r"\[ f(x) = \begin{cases} %s & \text{if } %s \\ %s & \text{otherwise} \end{cases} \]" % tuple(
                rng.choice(self.source["inline"]) for _ in range(3)
            )
        if kind < 0.9:
            return self.delimiters()
        return r"\[ \underbrace{%s}_{%s} + \overline{%s} \]" % tuple(
            rng.choice(self.source["inline"]) for _ in range(3)
        )

    def table(self) -> str:
        rng = self.rng
        if rng.random() < 0.4:
            body = rng.choice(self.source["tables"])
        else:
            columns = rng.randint(2, 6)
            cell = lambda: rng.choice([
                "%.*f" % (rng.randint(0, 4), rng.uniform(-100, 1000)), str(rng.randint(0, 9999)), self.word(),
                r"$%d \pm %.1f$" % (rng.randint(0, 99), rng.random()), r"%.1f\%%" % rng.uniform(0, 100),
                "$10^{-%d}$" % rng.randint(1, 9), "--",
            ])  # fmt: skip
            rows = [" & ".join(cell() for _ in range(columns)) + r" \\" for _ in range(rng.randint(3, 9))]
            rule = rng.choice([r"\hline", ""])
            body = r"\begin{tabular}{%s}\hline %s \hline %s \hline\end{tabular}" % (
                rng.choice(["l", "c", "|c"]) + "c" * (columns - 1),
                rows[0],
                (rule + "\n").join(rows[1:]),
            )
        size = rng.choice(["", "", r"\small", r"\footnotesize", r"\scriptsize", r"\sffamily\footnotesize"])
        return r"\begin{table}[h]\centering%s\caption{%s}%s\end{table}" % (size, self.sentence(), body)

    def items(self) -> str:
        kind = self.rng.choice(["itemize", "enumerate", "description"])
        tag = "[%s]" % self.word() if kind == "description" else ""
        return r"\begin{%s}%s\end{%s}" % (
            kind,
            "".join(r"\item%s %s " % (tag, self.sentence()) for _ in range(self.rng.randint(2, 4))),
            kind,
        )

    def code(self) -> str:
        lines = [" " * self.rng.choice([0, 2, 4]) + self.rng.choice(["for %s in range(%s):", "%s = %s[0] + 1;",
            "if (%s != %s) {", "// %s %s", "%s->%s(\"x\")", "print(%s, %s)"]) % (self.word(), self.word())
                 for _ in range(self.rng.randint(3, 7))]  # fmt: skip
        size = self.rng.choice(["", r"\small", r"\footnotesize", r"\scriptsize"])
        return "{%s\\begin{verbatim}\n" % size + "\n".join(lines) + "\n\\end{verbatim}}"

    def headline(self) -> str:
        """Returns a few words in large type, as in titles and headings of all classes."""
        rng = self.rng
        text = rng.choice(
            ["", "%d " % rng.randint(1, 20), "%d.%d. " % (rng.randint(1, 9), rng.randint(1, 9)), "Appendix A: "]
        ) + " ".join(self.plain(rng.randint(2, 9)))
        text = rng.choice([text, text, text.title(), text.upper()])
        return (
            r"{%s%s %s\par}"
            % (
                rng.choice([r"\large", r"\Large", r"\LARGE", r"\huge", r"\Huge"]),
                rng.choice([""] + LOOKS[:9] * 2),
                text,
            )
            + "\n"
        )

    def algorithm(self) -> str:
        rng = self.rng
        step = lambda: (
            "$%s$ \\textbf{%s} %s"
            % (rng.choice(self.source["inline"]), rng.choice(["then", "do", "in", "or"]), " ".join(self.plain(4)))
        )
        word = lambda: rng.choice(["for", "if", "while", "return", "repeat", "end", "Input:", "Output:"])
        lines = [
            r"%d:\>%s\textbf{%s} %s\\" % (n, r"\>" * rng.randint(0, 2), word(), step())
            for n in range(1, rng.randint(4, 10))
        ]
        return r"{%s\begin{tabbing} 00: \= xx \= xx \= \kill %s\end{tabbing}}" % (
            rng.choice(["", r"\small", r"\footnotesize"]),
            "\n".join(lines),
        )

    def bibliography(self) -> str:
        rng = self.rng
        entry = lambda k: r"\bibitem{k%d} %s. %s. \textit{%s}, \textbf{%d}(%d):%d--%d, %d." % (
            k, ", ".join("%s.~%s" % (rng.choice("ABCDEFGHJKLMPRSTW"),
            rng.choice([self.word().title(), rng.choice(ACCENTED)])) for _ in range(rng.randint(1, 4))),
            " ".join(self.plain(9)), " ".join(w.title() for w in self.plain(4)), rng.randint(1, 99), rng.randint(1, 12),
            rng.randint(1, 500), rng.randint(501, 999), rng.randint(1950, 2026))  # fmt: skip
        if rng.random() < 0.5:
            name = lambda: (
                "%s, %s.~%s."
                % (
                    rng.choice([self.word().title(), rng.choice(ACCENTED)]),
                    rng.choice("ABCDEFGHJKLMPRSTW"),
                    rng.choice("ABCDEFGHJKLMPRSTW"),
                )
            )
            authors = lambda: rng.choice(
                [name(), "%s, \\& %s" % (name(), name()), "%s, %s, \\& %s" % (name(), name(), name()), "---"]
            )
            entries = [r"\par\hangindent 1em\noindent %s %d%s, %s, %s, %d" % (authors(), rng.randint(1950, 2026),
                rng.choice(["", "a", "b"]),
                       rng.choice(["ApJ", "MNRAS", "A\\&A", r"\textit{Phys. Rev.}",
                       "arXiv:%d.%05d" % (rng.randint(901, 2612), rng.randint(0, 99999))]),
                       rng.choice([r"\textbf{%d}", r"\href{u:x}{%d}", "%d"]) % rng.randint(1, 999),
                       rng.randint(1, 9999)) for _ in range(rng.randint(4, 12))]  # fmt: skip
            return r"{%s %s\par}" % (
                rng.choice(["", r"\small", r"\footnotesize", r"\sffamily\footnotesize"]),
                "\n".join(entries),
            )
        size = rng.choice(["", r"\small", r"\footnotesize", r"\scriptsize", r"\sffamily\scriptsize"])
        return r"{%s\begin{thebibliography}{99}%s\end{thebibliography}}" % (
            size,
            " ".join(entry(k) for k in range(rng.randint(3, 9))),
        )

    def formula_row(self) -> str:
        """Returns formulas of text in a row, some of them in another size."""
        rng = self.rng
        row = ", ".join("$%s$" % rng.choice(self.source["inline"]) for _ in range(rng.randint(2, 9)))
        return "{%s %s\\par}\n" % (rng.choice(SIZES) if rng.random() < 0.3 else "", row)

    def block(self) -> str:
        rng = self.rng
        if self.formulas:
            kinds = [self.display, self.display, self.display, self.formula_row, self.soup, self.delimiters]
            return rng.choice(kinds)()
        choices = [
            (0.42, self.paragraph), (0.2, self.display), (0.07, self.soup), (0.05, self.items), (0.06, self.table),
            (0.04, self.code), (0.02, self.algorithm), (0.05, self.headline),
            (0.07, lambda: "\\%s{%s}" % (rng.choice(["section", "subsection", "subsubsection", "section*",
            "paragraph"]), " ".join(self.plain(rng.randint(2, 7))))),
            (0.05, lambda: r"\begin{%s}%s\end{%s}" % (e := rng.choice(["theorem", "definition", "quote", "abstract",
            "center"]), self.paragraph(), e)),
            (0.02, lambda: self.sentence() + r"\footnote{%s}" % self.sentence() + "\n"), (0.04, self.bibliography),
        ]  # fmt: skip
        pick = rng.random() * sum(w for w, _ in choices)
        for weight, make in choices:
            pick -= weight
            if pick <= 0:
                return make()
        return self.paragraph()

    def document(self, family: str) -> tuple[str, int]:
        """Returns a document, and the size of its text in points."""
        rng = self.rng
        kind, sizes = rng.choice(HELD_OUT_CLASSES if self.held_out else CLASSES)
        size = rng.choice(sizes)
        two = kind == "IEEEtran" or size < 14 and rng.random() < 0.35
        margin = rng.choice([0.6, 1.25]) if self.held_out else rng.uniform(0.7, 1.4)
        lines = [
            r"\documentclass[%dpt%s]{%s}" % (size, ",twocolumn" if two and kind not in ("IEEEtran", "llncs") else "",
            kind), (FAMILIES | LEFT_OUT)[family][1],
            r"\usepackage[letterpaper,margin=%.2fin]{geometry}\usepackage{url}" % margin, PREAMBLE, self.links(),
            r"\begin{document}",
        ]  # fmt: skip
        if rng.random() < 0.4 and kind not in ("book", "report", "extreport", "scrreprt", "elsarticle"):
            lines.append(
                r"\title{%s}\author{%s \and %s}\maketitle"
                % (" ".join(self.plain(8)), self.word().title(), rng.choice(ACCENTED))
            )
        if kind in ("book", "report", "extreport", "scrreprt") and rng.random() < 0.5:
            lines.append(r"\chapter{%s}" % " ".join(self.plain(4)))
        lines.extend(self.block() for _ in range(rng.randint(26, 44)))
        lines.append(r"\end{document}")
        return "\n".join(lines), size

    def links(self) -> str:
        """Returns a preamble for links in boxes, in colour, or as plain text."""
        kind = self.rng.random()
        if kind < 0.25:
            return r"\usepackage[dvipdfmx,bookmarks=false]{hyperref}"
        if kind < 0.4:
            return r"\usepackage[dvipdfmx,bookmarks=false,colorlinks,linkcolor=%s,urlcolor=%s]{hyperref}" % tuple(
                self.rng.choice(["blue", "red", "teal", "green", "cyan"]) for _ in range(2)
            )
        return r"\providecommand\href[2]{#2}"
