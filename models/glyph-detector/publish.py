"""Puts measured accuracy beside the artefact: all tables into ../glyph-detector.results.json, the summary into the manifest; prints
the tables of the README.

    python publish.py FOLDER      with the JSON files that evaluate.py wrote, named as in `MEASURED`

The two parts are measured on the same pages, so that runtimes are compared and not pages.
"""

import argparse
import json
from pathlib import Path

MODELS = Path(__file__).parent.parent
KEPT = ("glyphs", "precision", "recall", "f1", "symbol", "style", "named")
PROTOCOL = ("synthetic pages (make_data.py --split held-out --seed h1): texts and document classes that were not trained on, dvipng, pdftoppm, "
            "pdftocairo and Ghostscript at 100 to 400 dpi, brought to 150; centres matched one to one within 4 pixels; symbol and style by "
            "occurrence of matched glyphs; named: F1 of glyphs found with the right symbol")  # fmt: skip
MEASURED = {
    "clean": "held-out pages as they were drawn", "clean-float": "the same in fp32",
    "degraded": "the same turned by up to 2 degrees, blurred, noisy, pale, shadowed or compressed", "figures": "the same with a figure laid over",
    "left-out": "three font families that were never trained on", "native-part": "some of the first, native runtime", "wasm-part": "the same, WebAssembly runtime",
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    results = {name: {"what": what} | json.loads((options.folder / f"{name}.json").read_text()) for name, what in MEASURED.items()}
    (MODELS / "glyph-detector.results.json").write_text(json.dumps({"protocol": PROTOCOL} | results, indent=1) + "\n")
    path = MODELS / "glyph-detector.json"
    manifest = json.loads(path.read_text())
    manifest["accuracy"] = {"protocol": PROTOCOL, "ceiling": results["clean"]["ceiling"]} | {
        name: {"what": r["what"], "pages": r["pages"]} | {k: r["table"]["all"][k] for k in KEPT} for name, r in results.items()
    }
    manifest["training"]["licences"] = "models/glyph-detector/SOURCES.tsv"
    path.write_text(json.dumps(manifest, ensure_ascii=False, separators=(",", ":")) + "\n")
    head = "| " + " | ".join(KEPT) + " |\n|" + " --- |" * (len(KEPT) + 1)
    row = lambda name, line: f"| {name} | " + " | ".join(str(line.get(k, "")) for k in KEPT) + " |"
    print("| pages", head)
    for name, r in results.items():
        print(row(r["what"], r["table"]["all"]))
    print("\n| on clean pages", head)
    for key, line in results["clean"]["table"].items():
        print(row(key, line))


if __name__ == "__main__":
    main()
