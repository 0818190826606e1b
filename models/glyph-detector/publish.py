"""Publishes the measured accuracy of the model: all tables in ../glyph-detector.results.json, the summary in the
manifest. Also prints the tables of the README.

    python publish.py FOLDER      with the JSON files of evaluate.py and lengths.py, named as in `MEASURED`,
                                  `PROVIDERS` and `LENGTHS`

Providers are compared with the fp32 graph on the same parts of pages, glyph by glyph.
"""

import argparse
import json
from pathlib import Path

import numpy as np

MODELS = Path(__file__).parent.parent
KEPT = ("glyphs", "precision", "recall", "f1", "symbol", "style", "named")
PROTOCOL = (
    "synthetic pages (make_data.py --split held-out --seed h1): texts and document classes that were not trained on, "
    "dvipng, pdftoppm, pdftocairo and Ghostscript at 100 to 400 dpi, brought to 150; centres matched one to one within "
    "4 pixels; symbol and style by occurrence of matched glyphs; named: F1 of glyphs found with the right symbol"
)
MEASURED = {
    "clean": "held-out pages as they were drawn", "clean-float": "the same in fp32",
    "degraded": "the same turned by up to 2 degrees, blurred, noisy, pale, shadowed or compressed",
    "figures": "the same with a figure laid over",
    "left-out": "three font families that were never trained on",
}  # fmt: skip
REFERENCE = "parts-float"
PROVIDERS = {
    REFERENCE: "fp32, native",
    "parts-native": "as shipped, native",
    "parts-wasm": "as shipped, WebAssembly",
    "parts-webgpu": "as shipped, WebGPU",
}
LENGTHS = {"lengths": "held-out pages", "lengths-documents": "real documents"}
RESAMPLES = 10_000


class Outcomes:
    """The outcome for each true glyph, and counts by page: true, found, matched, with a name, named right."""

    def __init__(self, parts: list[dict]):
        self.glyphs = "".join(part["glyphs"] for part in parts)
        self.counts = np.zeros((1 + max(part["page"] for part in parts), 5))
        for part in parts:
            missed, wrong, right, nameless = map(part["glyphs"].count, "0123")
            matched = wrong + right + nameless
            self.counts[part["page"]] += (missed + matched, part["found"], matched, wrong + right, right)

    @staticmethod
    def named(counts: np.ndarray) -> np.ndarray:
        """Returns the F1 of glyphs that are found with the right symbol."""
        true, found, matched, nameable, right = np.moveaxis(counts, -1, 0)
        return 2 * matched / (true + found) * right / nameable


def compared(folder: Path) -> dict:
    """Compares every provider with the fp32 graph. The interval of the difference is a bootstrap over pages."""
    read = lambda name: json.loads((folder / f"{name}.json").read_text())
    reference = Outcomes(read(REFERENCE)["outcomes"])
    pages = len(reference.counts)
    sums = np.random.default_rng(0).multinomial(pages, np.full(pages, 1 / pages), RESAMPLES)
    table = {}
    for name, what in PROVIDERS.items():
        result = read(name)
        own = Outcomes(result["outcomes"])
        difference = own.named(own.counts.sum(0)) - reference.named(reference.counts.sum(0))
        low, high = np.quantile(own.named(sums @ own.counts) - reference.named(sums @ reference.counts), (0.025, 0.975))
        others = sum(a != b for a, b in zip(own.glyphs, reference.glyphs, strict=True))
        table[name] = {"what": what, "parts": result["pages"], "pages": pages} | {
            k: result["table"]["all"][k] for k in KEPT
        }
        table[name] |= {
            "difference": round(difference, 5),
            "interval": [round(low, 5), round(high, 5)],
            "others": others,
        }
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    results = {
        name: {"what": what} | json.loads((options.folder / f"{name}.json").read_text())
        for name, what in MEASURED.items()
    }
    for result in results.values():
        result.pop("outcomes", None)
    providers = compared(options.folder)
    lengths = {
        name: {"what": what} | json.loads((options.folder / f"{name}.json").read_text())
        for name, what in LENGTHS.items()
    }
    content = {"protocol": PROTOCOL} | results | {"providers": providers} | lengths
    (MODELS / "glyph-detector.results.json").write_text(json.dumps(content, indent=1) + "\n")
    path = MODELS / "glyph-detector.json"
    manifest = json.loads(path.read_text())
    manifest["accuracy"] = (
        {"protocol": PROTOCOL, "ceiling": results["clean"]["ceiling"]}
        | {
            name: {"what": r["what"], "pages": r["pages"]} | {k: r["table"]["all"][k] for k in KEPT}
            for name, r in results.items()
        }
        | {"providers": providers}
    )
    manifest["training"]["licences"] = "models/glyph-detector/SOURCES.tsv"
    path.write_text(json.dumps(manifest, ensure_ascii=False, separators=(",", ":")) + "\n")
    head = "| " + " | ".join(KEPT) + " |\n|" + " --- |" * (len(KEPT) + 1)
    row = lambda name, line: f"| {name} | " + " | ".join(str(line.get(k, "")) for k in KEPT) + " |"
    print("| pages", head)
    for r in results.values():
        print(row(r["what"], r["table"]["all"]))
    print("\n| on clean pages", head)
    for key, line in results["clean"]["table"].items():
        print(row(key, line))
    print(
        "\n| graph and provider | glyphs | f1 | named | difference | interval | glyphs with another outcome |\n|"
        + " --- |" * 7
    )
    for r in providers.values():
        low, high = r["interval"]
        difference = f"{r['difference']:+.4f} | {low:+.4f} to {high:+.4f}"
        print(f"| {r['what']} | {r['glyphs']} | {r['f1']} | {r['named']} | {difference} | {r['others']} |")
    print(
        "\n| length | "
        + " | ".join(f"{t['what']}, {t['pages']} pages | recall" for t in lengths.values())
        + " |\n|"
        + " --- |" * (1 + 2 * len(lengths))
    )
    for key in sorted({key for t in lengths.values() for key in t["table"]}):
        cells = [t["table"].get(key, {"true": 0, "recall": ""}) for t in lengths.values()]
        print(f"| {key} | " + " | ".join(f"{cell['true']} | {cell['recall']}" for cell in cells) + " |")


if __name__ == "__main__":
    main()
