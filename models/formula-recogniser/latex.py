"""One way to write a formula: the LaTeX that the recogniser learns, as a list of items.

Sources write the same print in many ways: `\\frac12` and `{1\\over 2}`, `x^2_i` and `x_{i}^{2}`, `\\text{Spec}` and
`\\operatorname{Spec}`. `canonical` chooses one of them, so that an image has one answer. Items joined without anything
between them are LaTeX again. Formulas with commands that are not listed here are refused.
"""

from __future__ import annotations

import itertools
import re


class Refused(Exception):
    """The formula has something that the recogniser does not learn."""


SYNONYMS = {
    r"\le": r"\leq", r"\ge": r"\geq", r"\ne": r"\neq", r"\rightarrow": r"\to", r"\gets": r"\leftarrow",
    r"\owns": r"\ni", r"\land": r"\wedge", r"\lor": r"\vee", r"\lnot": r"\neg", r"\lbrace": r"\{", r"\rbrace": r"\}",
    r"\lbrack": "[", r"\rbrack": "]", r"\vert": "|", r"\lvert": "|", r"\rvert": "|", r"\Vert": r"\|",
    r"\lVert": r"\|", r"\rVert": r"\|", r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\cfrac": r"\frac",
    r"\nicefrac": r"\frac", r"\dbinom": r"\binom", r"\tbinom": r"\binom", r"\implies": r"\Longrightarrow",
    r"\iff": r"\Longleftrightarrow", r"\impliedby": r"\Longleftarrow", r"\ast": "*", r"\parallel": r"\|",
    r"\dag": r"\dagger", r"\ddag": r"\ddagger", r"\bot": r"\perp", r"\setminus": r"\backslash", r"\lt": "<",
    r"\gt": ">", r"\Bbb": r"\mathbb", r"\frak": r"\mathfrak", r"\bold": r"\mathbf", r"\bm": r"\boldsymbol",
    r"\pmb": r"\boldsymbol", r"\dots": r"\ldots", r"\dotsc": r"\ldots", r"\dotso": r"\ldots", r"\hdots": r"\ldots",
    r"\mathellipsis": r"\ldots", r"\dotsb": r"\cdots", r"\dotsm": r"\cdots", r"\dotsi": r"\cdots",
    r"\ensuremath": "", r"\displaystyle": "", r"\textstyle": "", r"\scriptstyle": "", r"\limits": "",
    r"\nolimits": "", r"\nonumber": "", r"\notag": "", r"\!": "", r"\/": "", r"\strut": "", r"\mathstrut": "",
    r"\mathop": "", r"\mathbin": "", r"\mathrel": "", r"\mathord": "", r"\mathopen": "", r"\mathclose": "",
    r"\mathpunct": "", r"\allowbreak": "", r"\thinspace": r"\,", r"\medspace": r"\:", r"\thickspace": r"\;",
    r"\>": r"\:", r"\enspace": r"\ ", "~": r"\ ", r"\space": r"\ ", r"\colon": ":",
    r"\vcentcolon": ":", r"\stackrel": r"\overset", r"\square": r"\Box", r"\restriction": r"\upharpoonright",
}  # fmt: skip
# Commands that set words upright, slanted and so on: with one word, a font of mathematics does the same.
TEXT = {
    r"\text": r"\mathrm", r"\textrm": r"\mathrm", r"\textup": r"\mathrm", r"\textnormal": r"\mathrm",
    r"\mbox": r"\mathrm", r"\hbox": r"\mathrm", r"\textbf": r"\mathbf", r"\textit": r"\mathit", r"\emph": r"\mathit",
    r"\textsf": r"\mathsf", r"\texttt": r"\mathtt",
}  # fmt: skip
SWITCHES = {
    r"\rm": r"\mathrm", r"\bf": r"\mathbf", r"\it": r"\mathit", r"\cal": r"\mathcal", r"\sf": r"\mathsf",
    r"\tt": r"\mathtt",
}  # fmt: skip
ONE = set(
    r"""\mathrm \mathbf \mathcal \mathbb \mathfrak \mathsf \mathit \mathscr \mathtt \boldsymbol \hat \tilde \bar \vec
    \dot \ddot \check \acute \breve \widehat \widetilde \overline \underline \underbrace \overbrace \overrightarrow
    \overleftarrow \pmod \operatorname \xrightarrow \xleftarrow \sqrt""".split()
)
TWO = {r"\frac", r"\binom", r"\overset", r"\underset"}
OPTIONAL = {r"\sqrt", r"\xrightarrow", r"\xleftarrow"}
SYMBOLS = set(
    r"""\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \vartheta \iota \kappa \lambda \mu \nu \xi
    \pi \varpi \rho \varrho \sigma \varsigma \tau \upsilon \phi \varphi \chi \psi \omega \Gamma \Delta \Theta \Lambda
    \Xi \Pi \Sigma \Upsilon \Phi \Psi \Omega \to \in \times \otimes \ldots \bullet \circ \subset \sum \cap \infty \leq
    \cdot \int \wedge \oplus \geq \cong \dim \partial \ell \mapsto \diamond \sin \prod \langle \rangle \bigoplus \cos
    \equiv \mid \cup \backslash \bigcup \cdots \lim \neq \det \sharp \vee \subseteq \longmapsto \longrightarrow \sim
    \coprod \deg \star \emptyset \triangleleft \amalg \simeq \pm \log \approx \dagger \vdots \nabla \sup \max \prime
    \supset \ln \forall \exp \Rightarrow \leftarrow \hbar \bigcap \bmod \leadsto \min \notin \vdash
    \Leftrightarrow \inf \neg \exists \perp \aleph \leftrightarrow \ddots \hom \downarrow \ker \propto \varnothing \gg
    \hookrightarrow \tan \uparrow \rightsquigarrow \models \oint \liminf \limsup \Box \boxtimes \top \sqcup \ll \prec
    \twoheadrightarrow \bigwedge \lfloor \rfloor \nrightarrow \sinh \cosh \tanh \triangle \leqslant \geqslant \odot
    \Diamond \gcd \subsetneq \preceq \supseteq \Re \Im \sec \csc \cot \rightrightarrows \Pr \ni \lceil \rceil \arg
    \trianglelefteq \nmid \uplus \succeq \succ \bigotimes \mp \arctan \arcsin \arccos \longleftrightarrow \iint
    \bigsqcup \natural \dashv \flat \imath \jmath \Longrightarrow \Longleftrightarrow \Longleftarrow \Leftarrow \div
    \ddagger \bigvee \biguplus \iiint \smile \frown \coloneqq \gtrsim \lesssim \Vdash \vDash \ddots \square \blacksquare
    \lessdot \rightharpoonup \upharpoonright \longleftarrow \hookleftarrow \doteq \angle \bigodot \nexists \sqsubseteq
    \Downarrow \Uparrow \updownarrow \asymp \S \ltimes \rtimes \bowtie \complement \eth \wp \beth \intercal \lg \mod
    \surd \triangleright \trianglerighteq \curlywedge \curlyvee \sqcap \oslash \ominus""".split()
)
ESCAPED = set(r"\{ \} \| \, \: \; \% \$ \# \_ \&".split()) | {"\\ "}
SPACES = {r"\quad", r"\qquad"}
BIG = {
    r"\bigl": r"\big", r"\bigr": r"\big", r"\bigm": r"\big", r"\big": r"\big", r"\Bigl": r"\Big", r"\Bigr": r"\Big",
    r"\Bigm": r"\Big", r"\Big": r"\Big", r"\biggl": r"\bigg", r"\biggr": r"\bigg", r"\biggm": r"\bigg",
    r"\bigg": r"\bigg", r"\Biggl": r"\Bigg", r"\Biggr": r"\Bigg", r"\Biggm": r"\Bigg", r"\Bigg": r"\Bigg",
}  # fmt: skip
DELIMITERS = {"(", ")", "[", "]", "|", r"\|", r"\{", r"\}", "/", ".", "<", ">"} | {
    rf"\{name}" for name in "langle rangle lfloor rfloor lceil rceil backslash uparrow downarrow".split()
}
MATRICES = {"matrix", "pmatrix", "bmatrix", "vmatrix", "Vmatrix", "Bmatrix", "smallmatrix", "cases", "array"}
ALIGNED = {"align", "align*", "aligned", "split", "gather", "gather*", "gathered", "multline", "multline*", "alignat*"}
PLAIN = {"equation", "equation*", "displaymath", "math"}
# What makes the delimiters around it taller than a letter.
TALL = (r"\frac{", r"\binom{", r"\sum ", r"\prod ", r"\int ", r"\oint ", r"\iint ", r"\sqrt", r"\begin", r"\left",
        r"\big", r"\Big", r"\coprod ", r"\overset", r"\underset", r"\underbrace", r"\overbrace", r"\substack",
        "^{", "_{", r"\hat{", r"\widehat{", r"\widetilde{", r"\tilde{", r"\overline{", r"\bar{",
        r"\xrightarrow")  # fmt: skip
WORD = re.compile(r"[A-Za-z0-9]+\Z")
TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|%[^\n]*\n?|\s+|.", re.DOTALL)
STRUCTURE = {"{", "}", "_{", "^{", "]", "&", r"\\", r"\,", r"\:", r"\;", "\\ ", r"\quad ", r"\qquad "}


def command(name: str) -> str:
    """Return a command as an item: a space ends its name."""
    return f"{name} " if name[0] == "\\" and name[1:].isalpha() else name


class Reader:
    """Reads a formula from left to right."""

    def __init__(self, latex: str) -> None:
        self.tokens = [t for t in TOKEN.findall(latex) if not t.startswith("%")]
        self.at = 0
        self.depth = 0

    def peek(self) -> str | None:
        """Return the next token that is not white space."""
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self) -> str:
        """Return the next token that is not white space, and pass it."""
        token = self.peek()
        if token is None:
            raise Refused("ends too early")
        self.at += 1
        return token

    def raw(self) -> list[str]:
        """Return the tokens of a group in braces as they are."""
        if self.take() != "{":
            raise Refused("no group")
        start, depth = self.at, 1
        while depth:
            if self.at >= len(self.tokens):
                raise Refused("open group")
            depth += {"{": 1, "}": -1}.get(self.tokens[self.at], 0)
            self.at += 1
        return self.tokens[start : self.at - 1]

    def optional(self) -> str | None:
        """Return what stands in brackets, if they come next."""
        if self.peek() != "[":
            return None
        self.at += 1
        start = self.at
        while self.at < len(self.tokens) and self.tokens[self.at] != "]":
            self.at += 1
        self.at += 1
        return "".join(self.tokens[start : self.at - 1])

    def argument(self) -> list[str]:
        """Return the items of an argument: a group or one token."""
        if self.peek() == "{":
            self.at += 1
            return self.group("}")
        return self.atom()

    def group(self, end: str | None) -> list[str]:
        """Return the items up to a token that ends them, and pass it."""
        self.depth += 1
        if self.depth > 12:
            raise Refused("too deep")
        out: list[str] = []
        switch: tuple[int, str] | None = None
        infix: tuple[str, list[str]] | None = None
        while True:
            token = self.peek()
            if token is None:
                if end is not None:
                    raise Refused("open group")
                break
            if token == end:
                self.at += 1
                break
            if token in SWITCHES:
                self.at += 1
                if switch is not None:
                    raise Refused("two switches")
                switch = (len(out), SWITCHES[token])
                continue
            if token in (r"\over", r"\choose"):
                self.at += 1
                if infix is not None or switch is not None:
                    raise Refused("two infix commands")
                infix = (r"\frac" if token == r"\over" else r"\binom", out)
                out = []
                continue
            out += self.scripted()
        if switch is not None:
            out = [*out[: switch[0]], switch[1] + "{", *out[switch[0] :], "}"]
        if infix is not None:
            out = [infix[0] + "{", *infix[1], "}", "{", *out, "}"]
        self.depth -= 1
        return out

    def scripted(self) -> list[str]:
        """Return a base with its scripts: primes, then the subscript, then the superscript."""
        base = [] if self.peek() in ("_", "^", "'") else self.atom()
        primes, scripts = 0, {}
        while (token := self.peek()) in ("_", "^", "'", r"\limits", r"\nolimits"):
            self.at += 1
            if token == "'":
                primes += 1
            elif token in ("_", "^"):
                script = self.argument()
                if token == "^" and script and set(script) == {r"\prime "}:
                    primes += len(script)
                    continue
                if token in scripts:
                    raise Refused("two scripts")
                if script:
                    scripts[token] = script
        if not base and (primes or scripts):
            base = ["{", "}"]
        out = base + ["'"] * primes
        for token in ("_", "^"):
            if token in scripts:
                out += [token + "{", *scripts[token], "}"]
        return out

    def atom(self) -> list[str]:
        """Return the items of one thing without scripts."""
        token = self.take()
        token = SYNONYMS.get(token, token)
        if token == "":
            return [] if self.peek() in (None, "}", "_", "^", "'", "&", r"\right") else self.atom()
        if token == "{":
            inner = self.group("}")
            return inner or ["{", "}"]
        if token in TEXT:
            return self.text(TEXT[token])
        if token in ONE:
            return self.one(token)
        if token in TWO:
            return [token + "{", *self.argument(), "}", "{", *self.argument(), "}"]
        if token == r"\left":
            return self.fenced()
        if token in BIG:
            return [f"{BIG[token]}{command(self.delimiter())}"]
        if token == r"\begin":
            return self.environment()
        if token == r"\not":
            following = SYNONYMS.get(self.peek() or "", self.peek())
            known = {"=": r"\neq", r"\in": r"\notin"}
            if following in known:
                self.at += 1
                return [command(known[following])]
            return [command(r"\not")]
        if token in SYMBOLS or token in SPACES:
            return [command(token)]
        if token in ESCAPED or (len(token) == 1 and token.isascii() and token not in '}$&#^_\\~"`'):
            return [token]
        raise Refused(token)

    def one(self, token: str) -> list[str]:
        """Return a command with one argument."""
        head = [token + "{"]
        if token in OPTIONAL and (given := self.optional()) is not None:
            head = [token + "[", *Reader(given).group(None), "]", "{"]
        if token == r"\operatorname":
            head = [r"\mathrm{"]
        inner = self.argument()
        # `\mathrm{sin}` prints as `\sin` does.
        if head == [r"\mathrm{"] and rf"\{''.join(inner)}" in SYMBOLS and "".join(inner).isalpha() and len(inner) > 1:
            return [command("\\" + "".join(inner))]
        return [*head, *inner, "}"] if inner else []

    def text(self, font: str) -> list[str]:
        """Return words."""
        words = "".join(self.raw()).replace(r"\ ", " ").replace("~", " ")
        words = re.sub(r"\s+", " ", words)
        if not words.strip():
            return ["\\ "] if words else []
        if re.search(r"[^A-Za-z0-9 .,;:()\-!?/']", words):
            raise Refused("commands in text")
        if WORD.match(words):
            return [font + "{", *words, "}"]
        return [r"\text{", *words, "}"]

    def delimiter(self) -> str:
        """Return a delimiter."""
        token = self.take()
        token = SYNONYMS.get(token, token)
        token = {"<": r"\langle", ">": r"\rangle"}.get(token, token)
        if token not in DELIMITERS:
            raise Refused(f"delimiter {token}")
        return token

    def fenced(self) -> list[str]:
        """Return what stands between `\\left` and `\\right`; both are dropped where they change nothing."""
        left = self.delimiter()
        inner: list[str] = []
        while (token := self.peek()) != r"\right":
            if token is None:
                raise Refused("left without right")
            if token == r"\middle":
                self.at += 1
                inner.append(rf"\middle{command(self.delimiter())}")
                continue
            inner += self.scripted()
        self.at += 1
        right = self.delimiter()
        if any(item.startswith(TALL) for item in inner) or "." in (left, right):
            return [rf"\left{command(left)}", *inner, rf"\right{command(right)}"]
        return [command(left), *inner, command(right)]

    def environment(self) -> list[str]:
        """Return an environment: matrices as they are, alignments as `aligned`."""
        name = "".join(self.raw())
        columns = ""
        if name == "array" or name == "alignat*":
            self.optional()
            columns = re.sub(r"@\{.*?\}|\s", "", "".join(self.raw()))
            if name == "array" and not re.fullmatch(r"[lcr|]{1,12}", columns):
                raise Refused("columns")
        if name not in MATRICES | ALIGNED | PLAIN:
            raise Refused(name)
        inner: list[str] = []
        while True:
            token = self.peek()
            if token is None:
                raise Refused("open environment")
            if token == r"\end":
                self.at += 1
                if "".join(self.raw()) != name:
                    raise Refused("environments cross")
                break
            if token in ("&", r"\\", r"\\*", r"\hline", r"\cr", r"\tabularnewline"):
                self.at += 1
                if token == "&":
                    inner.append("&")
                elif token == r"\hline":
                    inner.append(r"\hline ")
                else:
                    inner.append(r"\\")
                    if self.at < len(self.tokens) and self.tokens[self.at] == "[":
                        self.optional()
                continue
            inner += self.scripted()
        while inner and inner[-1] == r"\\":
            inner.pop()
        if name in MATRICES:
            head = rf"\begin{{{name}}}" + (f"{{{columns}}}" if name == "array" else "")
            return [head, *inner, rf"\end{{{name}}}"]
        if r"\\" not in inner:
            return [item for item in inner if item != "&"]
        if name in PLAIN:
            raise Refused("rows")
        if name.startswith("gather"):
            return [r"\begin{gathered}", *inner, r"\end{gathered}"]
        if name.startswith("multline"):
            raise Refused(name)
        return [r"\begin{aligned}", *inner, r"\end{aligned}"]


def canonical(latex: str) -> list[str]:
    """Return the items of a formula.

    Raises `Refused` if it has something that is not learnt.
    """
    items = Reader(latex).group(None)
    if "&" in items and not any(item.startswith(r"\begin") for item in items):
        raise Refused("alignment")
    spaces = {r"\,", r"\:", r"\;", "\\ ", r"\quad ", r"\qquad "}
    while items and items[-1] in spaces | {".", ","}:
        items.pop()
    while items and items[0] in spaces:
        items.pop(0)
    if not items:
        raise Refused("empty")
    # TeX would take them for an argument.
    if any(a == r"\\" and b in ("[", "*") for a, b in itertools.pairwise(items)):
        raise Refused("bracket after a row")
    return items


def visible(items: list[str]) -> list[str]:
    """Return the items that print something."""
    return [item for item in items if item not in STRUCTURE and not item.endswith("{") and item[:4] != r"\end"]


def bare(source: str) -> str:
    """Return a formula without the environments that only a paragraph can have."""
    for name in ["equation*", "equation", "displaymath", "math"]:
        source = source.replace(rf"\begin{{{name}}}", "").replace(rf"\end{{{name}}}", "")
    for name in ["align", "gather"]:
        for star in ["*", ""]:
            for word in ["begin", "end"]:
                source = source.replace(rf"\{word}{{{name}{star}}}", rf"\{word}{{{name}ed}}")
    return source.strip()
