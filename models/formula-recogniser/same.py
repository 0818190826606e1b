"""Compare what texlens reads with what the libraries of Python read.

    python same.py MODEL CROPS RESULTS [--format q8] [--dpi 150] [--images N]

RESULTS is what `evaluate.py` wrote. Prints how many texts are equal, and those that are not.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

import torch
from optimum.onnxruntime import ORTModelForVision2Seq
from PIL import Image
from transformers import AutoImageProcessor, PreTrainedTokenizerFast

SUFFIXES = {"fp32": "", "q8": "_quantized", "q4": "_q4"}


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    parser.add_argument("crops", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--format", default="q8", choices=SUFFIXES)
    parser.add_argument("--dpi", default="150")
    parser.add_argument("--images", type=int, default=100)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(arguments.model / "tokenizer.json"))
    processor = AutoImageProcessor.from_pretrained(arguments.model, use_fast=False)
    with tempfile.TemporaryDirectory() as name:
        # The library finds no graphs of one number format beside those of others.
        folder = Path(name)
        for graph in ["encoder_model", "decoder_model_merged"]:
            source = arguments.model / "onnx" / f"{graph}{SUFFIXES[arguments.format]}.onnx"
            shutil.copy(source, folder / f"{graph}.onnx")
        for file in ["config.json", "generation_config.json"]:
            shutil.copy(arguments.model / file, folder / file)
        model = ORTModelForVision2Seq.from_pretrained(folder)
        paths = sorted((arguments.crops / arguments.dpi / "images").glob("*.png"))[: arguments.images]
        equal = 0
        for path in paths:
            pixels = processor(Image.open(path).convert("RGB"), return_tensors="pt").pixel_values
            tokens = model.generate(pixels, do_sample=False, num_beams=1, max_new_tokens=126, max_length=None)[0]
            special = set(range(4))
            text = tokenizer.decode([token for token in tokens.tolist() if token not in special]).strip()
            system = arguments.results / arguments.dpi / f"recogniser-{arguments.format}"
            read = (system / f"{path.stem}.tex").read_text().strip()
            equal += text == read
            if text != read:
                print(f"{path.stem}: {text!r} in Python, {read!r} in texlens")
    print(f"{equal} of {len(paths)} texts are equal")


if __name__ == "__main__":
    main()
