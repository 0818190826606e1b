"""Puts measured accuracy beside the artefact: all tables into ../glyph-detector.results.json, the summary into the manifest.

    python publish.py --float float.json --int8 int8.json --native-part native.json --wasm-part wasm.json

The two parts are measured on the same pages, so that runtimes are compared and not pages.
"""

import argparse
import json
from pathlib import Path

MODELS = Path(__file__).parent.parent
KEPT = ("glyphs", "precision", "recall", "f1", "symbol", "style")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("float", "int8", "native-part", "wasm-part"):
        parser.add_argument("--" + name, type=Path, required=True)
    options = parser.parse_args()
    read = lambda path: json.loads(path.read_text())
    results = {
        "protocol": "held-out synthetic pages (make_data.py --split held-out --documents 45 --seed h): texts and layouts that were not trained on, "
        "dvipng, pdftoppm and pdftocairo at 150 dpi; centres matched one to one within 4 pixels; symbol and style by occurrence of matched glyphs",
        "fp32, native": read(options.float), "int8, native": read(options.int8),
        "int8, native, part": read(options.native_part), "int8, wasm, part": read(options.wasm_part),
    }  # fmt: skip
    (MODELS / "glyph-detector.results.json").write_text(json.dumps(results, indent=1) + "\n")
    path = MODELS / "glyph-detector.json"
    manifest = read(path)
    manifest["accuracy"] = {"protocol": results["protocol"], "ceiling": results["int8, native"]["ceiling"]} | {
        name: {"pages": results[name]["pages"]} | {k: results[name]["table"]["all"][k] for k in KEPT}
        for name in results if name != "protocol"
    }  # fmt: skip
    manifest["training"]["licences"] = "models/glyph-detector/SOURCES.tsv"
    path.write_text(json.dumps(manifest, ensure_ascii=False, separators=(",", ":")) + "\n")
    print("| font family | glyphs | precision | recall | F1 | symbol | style |\n| --- | --- | --- | --- | --- | --- | --- |")
    for key, line in results["int8, native"]["table"].items():
        print(f"| {key.removeprefix('family ')} | " + " | ".join(str(line[k]) for k in KEPT) + " |")


if __name__ == "__main__":
    main()
