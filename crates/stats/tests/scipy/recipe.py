"""Writes values.json, the reference values that tests/suite/scipy.rs compares with.

    python -m venv .venv && .venv/bin/pip install numpy scipy statsmodels scikit-learn
    .venv/bin/python recipe.py

The versions used are written into the file. Inputs are made here from a fixed seed and written beside the values, so
that the Rust test needs nothing else.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
import scipy
import sklearn
import statsmodels
from scipy import special, stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

LEVELS = (0.5, 0.9, 0.95, 0.99, 0.999)
MULTIPLIER = 47026247687942121848144207491837523525
STREAM = 0x0A02BDBF7BB3C0A7AC28FA16A64ABF96


def generator(seed):
    """numpy's generator in the state in which texlens_stats::Bootstrap starts from this seed."""
    increment = (STREAM << 1 | 1) % 2**128
    bits = np.random.PCG64()
    state = bits.state
    state["state"] = {"state": ((seed + increment) * MULTIPLIER + increment) % 2**128, "inc": increment}
    state["has_uint32"] = state["uinteger"] = 0
    bits.state = state
    return np.random.Generator(bits)


def fisher(r, numerator, freedom, level):
    """tanh(atanh(r) ± z sqrt(numerator / freedom)), or everything where there is no freedom."""
    if freedom <= 0:
        return [-1.0, 1.0]
    with np.errstate(divide="ignore"):
        reach = stats.norm.ppf((1 + level) / 2) * math.sqrt(numerator / freedom)
        return [float(np.tanh(np.arctanh(r) - reach)), float(np.tanh(np.arctanh(r) + reach))]


def ends(interval):
    return [float(interval.low), float(interval.high)]


def wilson():
    for k, n in [(0, 1), (1, 1), (0, 10), (10, 10), (3, 10), (39, 50), (999, 1000), (123456, 1000000)]:
        for level in LEVELS:
            yield {
                "k": k,
                "n": n,
                "level": level,
                "interval": [float(end) for end in proportion_confint(k, n, 1 - level, method="wilson")],
            }


def samples(rng):
    yield "two values", [0.25, 0.75]
    yield "ties", [1.0, 1.0, 0.5, 0.5, 0.5, 0.0]
    yield "negative", [-3.0, -1e-3, -2.5]
    yield "far from zero", list(1e6 + rng.random(9))
    yield "scores", [round(float(value), 4) for value in rng.beta(5, 2, 101)]


def describe(rng):
    for name, values in samples(rng):
        yield {
            "name": name,
            "values": values,
            "mean": float(np.mean(values)),
            "standard_deviation": float(np.std(values, ddof=1)),
            "percentiles": [[p, float(np.percentile(values, p))] for p in (0, 2.5, 10, 33.3, 50, 75, 97.5, 100)],
        }


def pairs(rng):
    yield "two pairs, rising", [1.0, 2.0], [0.1, 0.9]
    yield "three pairs, falling", [1.0, 2.0, 3.0], [0.9, 0.2, 0.1]
    yield "four pairs", [0.2, 0.4, 0.1, 0.9], [0.3, 0.1, 0.2, 0.8]
    yield "five pairs, exactly falling", [1.0, 2.0, 3.0, 4.0, 5.0], [10.0, 8.0, 6.0, 4.0, 2.0]
    yield "ties in both", [1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 3.0], [0.5, 0.5, 0.5, 0.7, 0.7, 0.1, 0.9]
    yield "two values only", [0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0]
    yield "both zeros", [0.0, -0.0, 1.0, -1.0, 2.0], [-0.0, 0.0, 2.0, 0.0, -1.0]
    yield "tiny and large", [1e-300, 2e-300, 5e-300, 4e-300, 9e-300], [1e150, 3e150, 2e150, 9e150, 5e150]
    yield "uncorrelated, no sum of products", [1.0, 2.0, 3.0, 2.0], [2.0, 1.0, 2.0, 3.0]
    x = rng.normal(size=40)
    yield "falling with noise", list(x), list(-x + rng.normal(size=40))
    x = rng.beta(5, 2, 200)
    yield "scores", list(np.round(x, 2)), list(np.round(np.clip(x + rng.normal(scale=0.1, size=200), 0, 1), 2))
    x = rng.integers(0, 5, 300)
    yield "ratings", [float(v) for v in x], [float(v) for v in np.clip(x + rng.integers(-2, 3, 300), 0, 4)]


def correlations(rng):
    for name, x, y in pairs(rng):
        n = len(x)
        pearson, spearman, tau = stats.pearsonr(x, y), stats.spearmanr(x, y).statistic, stats.kendalltau(x, y).statistic
        pearson_r = float(pearson.statistic)
        yield {
            "name": name,
            "x": [float(value) for value in x],
            "y": [float(value) for value in y],
            "pearson": pearson_r,
            "spearman": float(spearman),
            "kendall": float(tau),
            "intervals": [
                {
                    "level": level,
                    "pearson": ends(pearson.confidence_interval(level)) if n > 3 else [-1.0, 1.0],
                    # SciPy has no interval for these two: the published variances.
                    "spearman": fisher(spearman, 1 + spearman**2 / 2, n - 3, level),
                    "kendall": fisher(tau, 0.437, n - 4, level),
                }
                for level in LEVELS
            ],
        }


def ratings(rng):
    yield "two items", 2, [0, 1], [1, 1]
    yield "perfect", 2, [0, 1, 1, 0], [0, 1, 1, 0]
    yield "contrary", 2, [0, 1, 1, 0], [1, 0, 0, 1]
    yield "as chance", 2, [0, 0, 1, 1], [0, 1, 0, 1]
    yield "a category nobody used", 5, [0, 1, 4, 4, 2, 1, 0], [1, 1, 4, 2, 2, 0, 0]
    a = rng.integers(0, 2, 50)
    yield "verdicts", 2, a, np.where(rng.random(50) < 0.15, 1 - a, a)
    a = rng.integers(0, 5, 200)
    yield "grades", 5, a, np.clip(a + rng.integers(-1, 2, 200), 0, 4)


def kappa(rng):
    for name, count, a, b in ratings(rng):
        a, b = [int(v) for v in a], [int(v) for v in b]
        scale = list(range(count))
        table = np.zeros((count, count))
        np.add.at(table, (a, b), 1)
        for weights in (None, "linear", "quadratic"):
            result = cohens_kappa(table, wt=weights)
            assert abs(result.kappa - cohen_kappa_score(a, b, labels=scale, weights=weights)) < 1e-12
            # A variance of 0 may come out as rounding, of either sign.
            variance = float(result.var_kappa)
            error = math.sqrt(variance) if variance > 1e-15 else 0.0
            yield {
                "name": name,
                "weights": weights or "nominal",
                "scale": scale,
                "first": a,
                "second": b,
                "kappa": float(result.kappa),
                "standard_error": error,
            }


def in_scipy(resamples, seed, level, data, statistic, **options):
    # One batch, as drawn here: row after row.
    result = stats.bootstrap(
        data,
        statistic,
        n_resamples=resamples,
        confidence_level=level,
        method="percentile",
        rng=generator(seed),
        vectorized=True,
        **options,
    )
    return {
        "interval": ends(result.confidence_interval),
        "standard_error": float(result.standard_error),
        "distribution": result.bootstrap_distribution,
    }


def compared(result):
    """What a comparison says beside the interval."""
    distribution = result["distribution"]
    total = len(distribution)
    p = 2 * min((distribution <= 0).sum() + 1, (distribution >= 0).sum() + 1) / (total + 1)
    return {
        "first_higher": float((distribution > 0).mean()),
        "second_higher": float((distribution < 0).mean()),
        "p_value": float(min(p, 1)),
    }


def without_distribution(result):
    return {key: value for key, value in result.items() if key != "distribution"}


def bootstrap(rng):
    for name, n, resamples, seed, level in [
        ("two samples", 2, 100, 0, 0.95),
        ("few", 7, 999, 1, 0.95),
        ("a power of two", 64, 999, 2, 0.9),
        ("many", 300, 2000, 2**64 - 1, 0.99),
    ]:
        # In sixteenths, whose sums are exact: ties in the distribution do not depend on the order of addition.
        first = rng.integers(0, 17, n) / 16
        second = np.clip(first + rng.integers(-3, 3, n) / 16, 0, 1)
        mean = in_scipy(resamples, seed, level, (first,), np.mean)
        difference = in_scipy(
            resamples, seed, level, (first, second), lambda a, b, axis: np.mean(a - b, axis=axis), paired=True
        )
        yield {
            "name": name,
            "resamples": resamples,
            "seed": str(seed),
            "level": level,
            "first": list(first),
            "second": list(second),
            "mean": without_distribution(mean),
            "difference": without_distribution(difference) | compared(difference),
        }


def bootstrap_pairs(rng):
    x = np.round(rng.beta(5, 2, 60), 2)
    y = np.round(x + rng.normal(scale=0.1, size=60), 2)

    def spearman(a, b, axis):
        ranks = [stats.rankdata(side, axis=axis) for side in (a, b)]
        return stats.pearsonr(*ranks, axis=axis).statistic

    result = in_scipy(999, 5, 0.95, (x, y), spearman, paired=True)
    return {"x": list(x), "y": list(y), "resamples": 999, "seed": "5", "level": 0.95, **without_distribution(result)}


def clustered(rng):
    """Resampled in numpy: SciPy's bootstrap draws single samples only."""
    sizes = [1, 4, 2, 7, 3, 1, 5, 2]
    labels = np.repeat(np.arange(len(sizes)), sizes)
    # Not in the order of documents, as pages in a folder may be.
    labels = labels[rng.permutation(len(labels))]
    first = np.clip(0.5 + 0.06 * labels + rng.normal(scale=0.05, size=len(labels)), 0, 1)
    second = np.clip(first - rng.normal(loc=0.02, scale=0.05, size=len(labels)), 0, 1)
    appearance = list(dict.fromkeys(labels.tolist()))
    members = [np.flatnonzero(labels == label) for label in appearance]
    resamples, seed, level = 999, 11, 0.95
    draws = generator(seed).integers(0, len(members), (resamples, len(members)))

    def resample(values):
        distribution = np.array([values[np.concatenate([members[unit] for unit in row])].mean() for row in draws])
        percents = [100 * (1 - level) / 2, 100 * (1 + level) / 2]
        return {
            "interval": [float(end) for end in np.percentile(distribution, percents)],
            "standard_error": float(distribution.std(ddof=1)),
            "distribution": distribution,
        }

    difference = resample(first - second)
    return {
        "labels": labels.tolist(),
        "first": list(first),
        "second": list(second),
        "resamples": resamples,
        "seed": str(seed),
        "level": level,
        "mean": without_distribution(resample(first)),
        "difference": without_distribution(difference) | compared(difference),
    }


def draws():
    for seed in (0, 1, 2**64 - 1):
        for bound in (2, 3, 1000, 3 * 2**30):
            yield {"seed": str(seed), "bound": bound, "indices": generator(seed).integers(0, bound, 20).tolist()}


def main():
    rng = np.random.default_rng(20240607)
    values = {
        "versions": {
            "python": sys.version.split()[0],
            "numpy": np.__version__,
            "scipy": scipy.__version__,
            "statsmodels": statsmodels.__version__,
            "scikit-learn": sklearn.__version__,
        },
        # norm.ppf((1 + level) / 2), in the form that keeps its digits for small levels.
        "z": [{"level": p, "z": math.sqrt(2) * float(special.erfinv(p))} for p in (1e-9, *LEVELS, 1 - 1e-12)],
        "wilson": list(wilson()),
        "describe": list(describe(rng)),
        "correlations": list(correlations(rng)),
        "kappa": list(kappa(rng)),
        "bootstrap": list(bootstrap(rng)),
        "bootstrap_pairs": bootstrap_pairs(rng),
        "clustered": clustered(rng),
        "draws": list(draws()),
    }
    # One line for each case: differences stay readable.
    lines = []
    for key, value in values.items():
        if isinstance(value, list):
            cases = ",\n  ".join(json.dumps(case) for case in value)
            lines.append(f'"{key}": [\n  {cases}\n ]')
        else:
            lines.append(f'"{key}": {json.dumps(value)}')
    text = "{\n " + ",\n ".join(lines) + "\n}\n"
    Path(__file__).with_name("values.json").write_text(text)


if __name__ == "__main__":
    main()
