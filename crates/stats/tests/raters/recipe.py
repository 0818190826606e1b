"""Writes values.json, the reference values that tests/suite/raters.rs compares with.

    python -m venv .venv && .venv/bin/pip install numpy krippendorff pingouin choix
    .venv/bin/python recipe.py

The versions used are written into the file. Inputs are made here from a fixed seed and written beside the values, so
that the Rust test needs nothing else.
"""

import json
import sys
from importlib.metadata import version
from itertools import combinations
from pathlib import Path

import choix
import krippendorff
import numpy as np
import pandas as pd
import pingouin
from sklearn.metrics import cohen_kappa_score

PACKAGES = ("numpy", "krippendorff", "pingouin", "choix", "scikit-learn")


def ratings(rng, items, raters, scale, share):
    """Ratings of items that differ, by raters who err; a share of them is missing."""
    quality = rng.uniform(0, scale, items)
    table = np.rint(np.clip(quality[:, None] + rng.normal(0, scale / 5, (items, raters)), 0, scale))
    table[rng.random((items, raters)) < share] = np.nan
    return table


def listed(table):
    return [[None if np.isnan(value) else float(value) for value in row] for row in table]


def alphas(rng):
    for items, raters, scale, share in [(12, 4, 4, 0.2), (40, 2, 1, 0), (100, 10, 10, 0.7), (30, 5, 10, 0.3)]:
        table = ratings(rng, items, raters, scale, share)
        levels = ("nominal", "ordinal", "interval")
        value = {
            level: float(krippendorff.alpha(reliability_data=table.T, level_of_measurement=level)) for level in levels
        }
        yield {"ratings": listed(table)} | value


def correlations(rng):
    for items, raters, scale in [(6, 4, 10), (50, 5, 4), (200, 3, 10)]:
        table = ratings(rng, items, raters, scale, 0)
        rows = [(item, rater, table[item, rater]) for item in range(items) for rater in range(raters)]
        frame = pd.DataFrame(rows, columns=["item", "rater", "rating"])
        result = pingouin.intraclass_corr(data=frame, targets="item", raters="rater", ratings="rating")
        yield {"ratings": listed(table), "icc": [float(value) for value in result["ICC"]]}


def kappas(rng):
    for items, raters, scale in [(30, 3, 10), (80, 5, 4)]:
        table = ratings(rng, items, raters, scale, 0)
        case = {"ratings": listed(table), "scale": scale}
        for name in ("linear", "quadratic"):
            pairs = combinations(range(raters), 2)
            labels = list(range(scale + 1))
            values = [cohen_kappa_score(table[:, a], table[:, b], labels=labels, weights=name) for a, b in pairs]
            case[name] = float(np.mean(values))
        yield case


def strengths(rng):
    for systems, comparisons in [(3, 40), (6, 300), (12, 2000)]:
        true = rng.normal(0, 1, systems)
        data = []
        for _ in range(comparisons):
            a, b = rng.choice(systems, 2, replace=False)
            wins = rng.random() < 1 / (1 + np.exp(true[b] - true[a]))
            data.append((int(a), int(b)) if wins else (int(b), int(a)))
        value = choix.opt_pairwise(systems, data, alpha=0.0, tol=1e-14)
        value = choix.ilsr_pairwise(systems, data, alpha=0.0, initial_params=value, max_iter=10000, tol=1e-13)
        yield {"systems": systems, "comparisons": data, "strengths": [float(v) for v in value - np.mean(value)]}


def main():
    rng = np.random.default_rng(7)
    values = {
        "python": sys.version.split()[0],
        "versions": {package: version(package) for package in PACKAGES},
        "alpha": list(alphas(rng)),
        "icc": list(correlations(rng)),
        "kappa": list(kappas(rng)),
        "strengths": list(strengths(rng)),
    }
    path = Path(__file__).parent / "values.json"
    path.write_text(json.dumps(values, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
