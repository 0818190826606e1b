"""Learns the entries and vectors of `texbleu` from openly licensed text and writes the model.

    python train.py --text TEXT --out .. --thin formulas:69760:189300 --thin sentences:136620:266870

TEXT holds `formulas.txt.gz` (`inline|display<TAB>LaTeX` per line) and `sentences.txt.gz` (one sentence per line,
mathematics in dollars). Of the lines named by `--thin`, counted from 1, one in six is used: they come from one work
that would otherwise be more than half of the text.
"""

import argparse
import gzip
import hashlib
import json
import struct
import time
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import coo_matrix, csr_matrix, diags, hstack

from tokenise import Tokeniser, learn_merges, pieces

SIZE = 30_000
DIMENSIONS = 96
# Maximum distance of neighbours to the left and to the right; each place is a separate context.
WINDOW = 2
SEED = 20
KEPT_OF_THINNED = 6
# Characters and commands seen less often are no entries; entries seen less often have no vector.
MIN_ENTRY = 2
MIN_VECTOR = 5
# A formula consists entirely of mathematics; a sentence is mostly words.
FORMULA_WEIGHT = 2.0
SMOOTHING = 0.75
# Frequent tokens, which are the symbols of formulas, get more of the dimensions than the many words.
FREQUENCY_POWER = 0.5
MAGIC = b"TXLENSTB"
VERSION = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--thin", action="append", default=[], metavar="FILE:FIRST:LAST")
    options = parser.parse_args()
    started = time.monotonic()

    formulas, held_out = split([line.split("\t", 1)[-1] for line in lines(options, "formulas")])
    sentences, _ = split(lines(options, "sentences"))
    entries, merged = learn_entries(formulas + sentences)
    tokeniser = Tokeniser(entries)
    encoded = [(tokeniser.tokens(line), FORMULA_WEIGHT) for line in formulas]
    encoded += [(tokeniser.tokens(line), 1.0) for line in sentences]
    counts = np.bincount([token for tokens, _ in encoded for token in tokens if token >= 0], minlength=len(entries))
    vectors, kept_energy = embed(encoded, counts)
    artefact = write(entries, vectors)
    minutes = (time.monotonic() - started) / 60

    path = options.out / "texbleu.bin"
    path.write_bytes(artefact)
    training = {
        "formulas": len(formulas), "sentences": len(sentences), "tokens": int(counts.sum()), "seed": SEED,
        "minutes": round(minutes, 1), "licences": "models/glyph-detector/SOURCES.tsv",
    }  # fmt: skip
    manifest = {
        "name": "texbleu", "version": "0.1.0", "file": path.name, "sha256": hashlib.sha256(artefact).hexdigest(),
        "bytes": len(artefact), "entries": len(entries), "dimensions": DIMENSIONS, "training": training,
    }  # fmt: skip
    (options.out / "texbleu.json").write_text(json.dumps(manifest, indent=1) + "\n")
    results = {
        "protocol": "formulas that were not trained on (one line in twenty, by checksum); cosines of the vectors as "
        "shipped, in 8 bits",
        "entries": {
            "commands": sum(entry[0] == "\\" for entry in entries),
            "runs of letters": len(merged),
            "single characters": sum(len(entry) == 1 for entry in entries),
            "with a vector": int(np.count_nonzero(vectors.any(axis=1))),
        },
        "share of the spectrum in the first dimensions": round(kept_energy, 4),
        "held out": held_out_coverage(tokeniser, vectors, held_out),
        "nearest of the entries seen at least 30 times": nearest(tokeniser, entries, vectors, counts),
    }  # fmt: skip
    (options.out / "texbleu.results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    print(json.dumps(manifest, indent=1))


def lines(options: argparse.Namespace, name: str) -> list[str]:
    with gzip.open(options.text / f"{name}.txt.gz", "rt", encoding="utf-8") as file:
        all_lines = file.read().splitlines()
    thinned = [
        (int(first), int(last)) for file, first, last in (block.split(":") for block in options.thin) if file == name
    ]
    is_thinned = lambda number: any(first <= number <= last for first, last in thinned)
    return [line for number, line in enumerate(all_lines, 1) if not is_thinned(number) or number % KEPT_OF_THINNED == 0]


def split(texts: list[str]) -> tuple[list[str], list[str]]:
    """Returns the texts to train on, and the held-out texts."""
    is_held_out = [zlib.crc32(text.encode()) % 20 == 0 for text in texts]
    return [t for t, out in zip(texts, is_held_out) if not out], [t for t, out in zip(texts, is_held_out) if out]


def learn_entries(texts: list[str]) -> tuple[list[str], list[str]]:
    """Returns all entries: single characters, commands, and merged runs of letters in the order of merging."""
    seen = Counter(piece for text in texts for piece in pieces(text))
    words = Counter({piece: count for piece, count in seen.items() if len(piece) > 1 and piece[0] != "\\"})
    letters = [chr(code) for first in "aA" for code in range(ord(first), ord(first) + 26)]
    others = [p for p, n in sorted(seen.items()) if n >= MIN_ENTRY and len(p) == 1 and p != "\\" and p not in letters]
    commands = [p for p, n in sorted(seen.items()) if n >= MIN_ENTRY and p[0] == "\\" and len(p.encode()) < 256]
    single = letters + others + commands
    merged = learn_merges(Counter(dict(sorted(words.items()))), SIZE - len(single))
    return single + merged, merged


def embed(encoded: list[tuple[list[int], float]], counts: np.ndarray) -> tuple[np.ndarray, float]:
    """Returns the positive pointwise mutual information with the neighbours at each place, reduced to DIMENSIONS, in 8
    bits."""
    has_vector = counts >= MIN_VECTOR
    ppmi = information(neighbours(encoded, len(counts)), has_vector)
    weighted = diags((counts / counts.max()) ** FREQUENCY_POWER) @ ppmi
    contexts, singular = leading(weighted)
    vectors = (ppmi @ contexts) / singular
    # All rows share a large common part. Without it, cosines distinguish tokens.
    common = np.sqrt(counts * has_vector)
    vectors -= common @ vectors / common.sum()
    scale = np.abs(vectors).max(axis=1, keepdims=True)
    quantised = np.rint(127 * vectors / np.where(scale == 0, 1, scale)).astype(np.int8)
    quantised[~has_vector] = 0
    return quantised, float((singular**2).sum() / (weighted.data**2).sum())


def neighbours(encoded: list[tuple[list[int], float]], size: int) -> csr_matrix:
    """Returns weighted counts: a row for each token, a column for each place beside it and the token there."""
    joined = np.concatenate([np.array(tokens + [-1] * WINDOW, dtype=np.int32) for tokens, _ in encoded])
    weights = np.concatenate([np.full(len(tokens) + WINDOW, weight, dtype=np.float32) for tokens, weight in encoded])
    places = []
    for distance in range(1, WINDOW + 1):
        a, b, weight = joined[:-distance], joined[distance:], weights[:-distance] / distance
        both = (a >= 0) & (b >= 0)
        after = coo_matrix((weight[both], (a[both], b[both])), shape=(size, size)).tocsr()
        places += [after, after.T]
    return hstack(places).tocsr()


def information(counts: csr_matrix, has_vector: np.ndarray) -> csr_matrix:
    rows, columns = np.asarray(counts.sum(axis=1)).ravel(), np.asarray(counts.sum(axis=0)).ravel() ** SMOOTHING
    table = counts.tocoo()
    usable = has_vector[table.row]
    row, column, value = table.row[usable], table.col[usable], table.data[usable]
    mutual = np.log(value / rows[row] / (columns[column] / columns.sum()))
    positive = mutual > 0
    return csr_matrix((mutual[positive], (row[positive], column[positive])), shape=counts.shape)


def leading(matrix: csr_matrix, oversampling: int = 32, rounds: int = 6) -> tuple[np.ndarray, np.ndarray]:
    """Returns the leading right singular vectors, as columns, and their values, by randomised subspace iteration."""
    basis = np.random.default_rng(SEED).standard_normal((matrix.shape[1], DIMENSIONS + oversampling))
    for _ in range(rounds):
        basis, _ = np.linalg.qr(matrix @ basis)
        basis, _ = np.linalg.qr(matrix.T @ basis)
    _, singular, right = np.linalg.svd(matrix @ basis, full_matrices=False)
    return (basis @ right.T)[:, :DIMENSIONS], singular[:DIMENSIONS]


def write(entries: list[str], vectors: np.ndarray) -> bytes:
    """Returns the model as bytes; see `crates/metrics/src/texbleu/model.rs` for the format."""
    names = b"".join(bytes([len(name)]) + name for name in (entry.encode() for entry in entries))
    header = MAGIC + struct.pack("<HHII", VERSION, vectors.shape[1], len(entries), len(names))
    return header + names + vectors.tobytes()


def held_out_coverage(tokeniser: Tokeniser, vectors: np.ndarray, texts: list[str]) -> dict:
    tokens = [token for text in texts for token in tokeniser.tokens(text)]
    with_vector = vectors.any(axis=1)
    return {
        "formulas": len(texts), "tokens": len(tokens),
        "tokens that are no entry": round(sum(token < 0 for token in tokens) / len(tokens), 6),
        "tokens without a vector": round(sum(token < 0 or not with_vector[token] for token in tokens) / len(tokens), 6),
    }  # fmt: skip


def nearest(tokeniser: Tokeniser, entries: list[str], vectors: np.ndarray, counts: np.ndarray) -> dict:
    unit = vectors / np.maximum(np.linalg.norm(vectors.astype(np.float32), axis=1, keepdims=True), 1e-9)
    table = {}
    for name in (
        "x",
        "2",
        "+",
        "\\alpha",
        "\\leq",
        "\\frac",
        "\\sum",
        "\\sin",
        "\\rightarrow",
        "\\mathbb",
        "(",
        "matrix",
    ):
        cosines = np.where(counts >= 30, unit @ unit[tokeniser.ranks[name]], -1)
        best = np.argsort(-cosines, kind="stable")[1:6]
        table[name] = {entries[other]: round(float(cosines[other]), 3) for other in best}
    return table


if __name__ == "__main__":
    main()
