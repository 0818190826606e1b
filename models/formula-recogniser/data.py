"""Choose formulas, cut them into tokens, and draw them.

    python data.py texts FORMULAS OUT
    python data.py draw OUT [--copies N] [--seconds S]

`texts` writes `OUT/texts.json` and `OUT/tokenizer`. `draw` writes `OUT/images/*.npz` and goes on where it was ended.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
import time
import zlib
from pathlib import Path

import numpy as np
import pypdfium2
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein
from transformers import PreTrainedTokenizerFast

from images import FONTS, degraded, fitted, typeset, without_margin
from latex import Refused, bare, canonical, visible
from tokens import runs, tokenizer_of

# Lines, from 1, with formulas under the GPL (specfem3d; a-notebook-series) and the GFDL (the Stacks project), as
# `crates/synthesis/examples/corpus.rs` has them.
LEFT_OUT = [range(43_800, 44_161), range(69_481, 191_641)]
EVALUATED, VALIDATED = 1000, 500
# Items of a formula of the evaluation.
SHORTEST, LONGEST = 5, 120
# Tokens of a formula that is learnt.
MOST_TOKENS = 120
LEAST_COUNT, MERGES = 20, 220
BATCH = 400
LETTERS = [
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "0123456789",
]
GREEK = [
    (
        r"\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi \pi \rho "
        r"\sigma \tau \phi \varphi \chi \psi \omega"
    ),
    r"\Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Phi \Psi \Omega",
    r"\leq \geq \subset \subseteq \supset \sim \simeq \approx \cong \equiv \prec \succ \in \neq",
    r"\times \otimes \oplus \wedge \vee \cup \cap \cdot \circ \pm",
]
FAMILIES = [list(row) for row in LETTERS] + [[f"{name} " for name in row.split()] for row in GREEK]
KIN = {item: family for family in FAMILIES for item in family}


def digest(text: str) -> str:
    """Return the number by which formulas are chosen."""
    return hashlib.sha256(text.encode()).hexdigest()


def read(path: Path) -> list[dict]:
    """Return the formulas that can be written in the form that is learnt, each form once."""
    formulas: dict[str, dict] = {}
    read_lines = 0
    with gzip.open(path, "rt") as lines:
        for number, line in enumerate(lines, 1):
            if any(number in rows for rows in LEFT_OUT):
                continue
            read_lines += 1
            kind, source = line.rstrip("\n").split("\t")
            try:
                items = canonical(source)
            except Refused:
                continue
            # The glyph detector was never trained on one line in twenty: formulas of the evaluation are of these.
            is_apart = zlib.crc32(line.rstrip("\n").encode()) % 20 == 0
            text = "".join(items)
            known = formulas.setdefault(
                text, {"kind": kind, "items": items, "source": source, "line": number, "is_apart": is_apart}
            )
            known["is_apart"] &= is_apart
    print(f"{read_lines} lines, {len(formulas)} different formulas")
    return list(formulas.values())


class Near:
    """Knows whether a formula nearly equals one of the evaluation."""

    def __init__(self, formulas: list[list[str]]) -> None:
        self.signs: dict[str, str] = {}
        self.known = [self.coded(items) for items in formulas]
        self.bare = {self.stripped(items) for items in formulas}

    def coded(self, items: list[str]) -> str:
        """Return items as a text of one character each."""
        return "".join(self.signs.setdefault(item, chr(0x4E00 + len(self.signs))) for item in items)

    @staticmethod
    def stripped(items: list[str]) -> str:
        """Return a formula without what only spaces or enlarges."""
        text = "".join(items)
        for layout in [r"\left", r"\right", r"\big", r"\Big", r"\,", r"\;", r"\:", r"\quad", r"\qquad", " ", "{", "}"]:
            text = text.replace(layout, "")
        return text

    def flags(self, formulas: list[list[str]]) -> np.ndarray:
        """Return whether each formula is within a tenth of the items, at least one, of a formula of the evaluation."""
        coded = [self.coded(items) for items in formulas]
        found = np.array([self.stripped(items) in self.bare for items in formulas])
        for start in range(0, len(coded), 2000):
            part = coded[start : start + 2000]
            distances = process.cdist(part, self.known, scorer=Levenshtein.distance, score_cutoff=12, dtype=np.int32)
            lengths = np.array([len(text) for text in self.known])
            near = distances <= np.maximum(1, lengths // 10)
            found[start : start + 2000] |= near.any(1)
        return found


def changed(items: list[str], rng: random.Random) -> list[str]:
    """Replace letters, digits and signs by others of their kind: the same sign by the same one."""
    table: dict[str, str] = {}
    out = []
    in_word = 0
    for item in items:
        if item in (r"\mathrm{", r"\text{", r"\mathsf{", r"\mathit{", r"\mathtt{") or item.startswith(r"\begin"):
            in_word = 1
        elif item == "}":
            in_word = 0
        if in_word == 0 and item in KIN:
            if item not in table:
                table[item] = rng.choice(KIN[item]) if rng.random() < 0.7 else item
            item = table[item]
        out.append(item)
    return out


def texts(path: Path, out: Path) -> None:
    """Choose the formulas."""
    formulas = read(path)
    fit = [f for f in formulas if f["is_apart"] and SHORTEST <= len(f["items"]) <= LONGEST]
    fit.sort(key=lambda f: digest("".join(f["items"])))
    print(f"{len(fit)} formulas of which those of the evaluation are drawn")
    # More than needed: some may not be set by TeX from their own source.
    candidates = fit[: EVALUATED + 200]
    set_right = {
        index for _, pages in typeset([(f["kind"], bare(f["source"])) for f in candidates], "", 10) for index in pages
    }
    evaluated = [f for index, f in enumerate(candidates) if index in set_right][:EVALUATED]
    names = {"".join(f["items"]) for f in evaluated}
    rest = [f for f in formulas if "".join(f["items"]) not in names]
    near = Near([f["items"] for f in evaluated])
    flags = near.flags([f["items"] for f in rest])
    print(f"{int(flags.sum())} formulas nearly equal one of the evaluation and are left out")
    rest = [f for f, flag in zip(rest, flags, strict=True) if not flag]
    tokenizer = tokenizer_of(runs([f["items"] for f in rest], LEAST_COUNT, MERGES))
    tokenizer.save_pretrained(out / "tokenizer")
    unknown = tokenizer.unk_token_id
    kept = []
    for f in rest:
        f["tokens"] = tokenizer.encode("".join(f["items"]))
        if unknown not in f["tokens"] and len(f["tokens"]) <= MOST_TOKENS:
            kept.append(f)
    kept.sort(key=lambda f: digest("".join(f["items"])))
    print(f"{len(kept)} formulas to learn, {VALIDATED} of them to watch; {len(tokenizer)} tokens")
    lengths = sorted(len(f["tokens"]) for f in kept)
    print("tokens of a formula: median", lengths[len(lengths) // 2], "mean", sum(lengths) / len(lengths))
    known = sum(unknown not in tokenizer.encode("".join(f["items"])) for f in evaluated)
    print(f"{known} of {len(evaluated)} formulas of the evaluation can be written with the tokens")
    signs = sorted({sign for f in kept for sign in visible(f["items"])})
    (out / "signs.json").write_text(json.dumps(signs))
    for f in evaluated:
        f["source"] = bare(f["source"])
    (out / "texts.json").write_text(
        json.dumps({"evaluated": evaluated, "validated": kept[:VALIDATED], "learnt": kept[VALIDATED:]})
    )


def draw(out: Path, copies: int, seconds: float) -> None:
    """Draw the formulas, a batch at a time."""
    deadline = time.monotonic() + seconds
    data = json.loads((out / "texts.json").read_text())
    tokenizer = None
    folder = out / "images"
    folder.mkdir(exist_ok=True)
    near = Near([f["items"] for f in data["evaluated"]])
    jobs = [("validated", 0, data["validated"])]
    for copy in range(copies):
        order = list(data["learnt"])
        random.Random(copy).shuffle(order)
        jobs += [
            (f"learnt-{copy}", start // BATCH, order[start : start + BATCH]) for start in range(0, len(order), BATCH)
        ]
    for name, number, formulas in jobs:
        target = folder / f"{name}-{number:04}.npz"
        if target.exists():
            continue
        if time.monotonic() > deadline:
            return
        seed = zlib.crc32(target.name.encode())
        rng, numbers = random.Random(seed), np.random.default_rng(seed)
        rows = [(f["kind"], f["items"], f["tokens"]) for f in formulas]
        # Of each copy after the first, half of the formulas have other letters.
        if not name.endswith(("-0", "validated")):
            if tokenizer is None:
                tokenizer = tokenizer_of_folder(out)
            new = [changed(items, rng) if rng.random() < 0.5 else items for _, items, _ in rows]
            flags = near.flags(new)
            rows = [
                (kind, other, tokenizer.encode("".join(other)))
                for (kind, _, _), other, flag in zip(rows, new, flags, strict=True)
                if not flag
            ]
            rows = [row for row in rows if tokenizer.unk_token_id not in row[2]]
        fonts = rng.choices(list(FONTS), list(FONTS.values()))[0]
        size = rng.choice([10, 10, 11, 12])
        images, shapes, tokens, items_of = [], [], [], []
        for pdf, pages in typeset([(kind, "".join(items)) for kind, items, _ in rows], fonts, size):
            document = pypdfium2.PdfDocument(pdf)
            for index, page in pages.items():
                dpi = float(np.exp(numbers.uniform(np.log(75), np.log(320))))
                grey = document[page].render(scale=dpi / 72, grayscale=True).to_numpy()
                image = fitted(without_margin(degraded(grey, numbers)))
                images.append(image.ravel())
                shapes.append(image.shape)
                tokens.append(rows[index][2])
                items_of.append(rows[index][1])
        if not images:
            print(f"{target.name}: nothing was set ({fonts})", flush=True)
            continue
        part = target.with_suffix(".part.npz")
        np.savez(
            part,
            pixels=np.concatenate(images),
            shapes=np.array(shapes),
            tokens=np.array(json.dumps(tokens)),
            items=np.array(json.dumps(items_of)),
        )
        part.rename(target)
        print(f"{target.name}: {len(images)} of {len(rows)}", flush=True)


def tokenizer_of_folder(out: Path) -> PreTrainedTokenizerFast:
    """Return the tokenizer of `texts`."""
    return PreTrainedTokenizerFast.from_pretrained(out / "tokenizer")


def main() -> None:
    """Run a step."""
    parser = argparse.ArgumentParser()
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("texts")
    step.add_argument("formulas", type=Path)
    step.add_argument("out", type=Path)
    step = steps.add_parser("draw")
    step.add_argument("out", type=Path)
    step.add_argument("--copies", type=int, default=2)
    step.add_argument("--seconds", type=float, default=3600)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.step == "texts":
        texts(arguments.formulas, arguments.out)
    else:
        draw(arguments.out, arguments.copies, arguments.seconds)


if __name__ == "__main__":
    main()
