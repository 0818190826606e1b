"""Draw the formulas of the evaluation as a dataset for each resolution.

    python crops.py OUT FOLDER [--formulas N]

Each formula is set alone from its own source, in Computer Modern at 10 pt with a margin of 4 pt, and drawn by
`pdftocairo`. FOLDER/DPI has `manifest.jsonl`, the images and the references.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from images import typeset

RESOLUTIONS = [100, 150, 300]


def main() -> None:
    """Draw."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--formulas", type=int, default=1000)
    arguments = parser.parse_args()
    formulas = json.loads((arguments.out / "texts.json").read_text())["evaluated"][: arguments.formulas]
    lines: dict[int, list[str]] = {dpi: [] for dpi in RESOLUTIONS}
    start = 0
    for content, pages in typeset([(f["kind"], f["source"]) for f in formulas], "", 10):
        part = formulas[start : start + len(pages)]
        with tempfile.TemporaryDirectory() as name:
            pdf = Path(name) / "f.pdf"
            pdf.write_bytes(content)
            for dpi in RESOLUTIONS:
                folder = arguments.folder / str(dpi)
                (folder / "images").mkdir(parents=True, exist_ok=True)
                (folder / "references").mkdir(exist_ok=True)
                subprocess.run(["pdftocairo", "-png", "-gray", "-r", str(dpi), pdf, Path(name) / str(dpi)], check=True)
                drawn = sorted(Path(name).glob(f"{dpi}-*.png"))
                assert len(drawn) == len(part)
                for index, (formula, image) in enumerate(zip(part, drawn, strict=True), start + 1):
                    identity = f"{index:04}"
                    image.replace(folder / "images" / f"{identity}.png")
                    (folder / "references" / f"{identity}.tex").write_text(formula["source"] + "\n")
                    line = {
                        "id": identity,
                        "kind": "formula",
                        "image": f"images/{identity}.png",
                        "reference": f"references/{identity}.tex",
                        "set_as": formula["kind"],
                    }
                    lines[dpi].append(json.dumps(line))
        start += len(part)
    assert start == len(formulas)
    for dpi, rows in lines.items():
        (arguments.folder / str(dpi) / "manifest.jsonl").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
