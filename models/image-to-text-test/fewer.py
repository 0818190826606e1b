"""Copy a model of `make.py` or `language_model.py` with its first images and their tokens.

python fewer.py OUT FOLDER
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

IMAGES = 12


def main() -> None:
    """Copy the files."""
    source, target = map(Path, sys.argv[1:])
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source / "onnx", target / "onnx")
    (target / "images").mkdir()
    for path in [*source.glob("*.json"), *source.glob("*.jinja")]:
        shutil.copy(path, target / path.name)
    found = json.loads((source / "references.json").read_text())
    names = sorted(found["fp32"]["greedy"])[:IMAGES]
    for name in names:
        shutil.copy(source / "images" / name, target / "images" / name)
    for dtype in ["torch", "fp32", "q8", "q4"]:
        for way, tokens in found[dtype].items():
            found[dtype][way] = {name: tokens[name] for name in names}
    (target / "references.json").write_text(json.dumps(found, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
