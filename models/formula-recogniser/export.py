"""Write the trained model as a folder that texlens and transformers.js read.

    python export.py OUT FOLDER

FOLDER gets the graphs in the number formats fp32, q8 and q4, the configurations, and the tokenizer.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
from optimum.exporters.onnx import onnx_export_from_model
from transformers import NougatImageProcessor, PreTrainedTokenizerFast, VisionEncoderDecoderModel

from images import HEIGHT, WIDTH
from model import model_of

GRAPHS = ["encoder_model", "decoder_model_merged"]


def processor() -> NougatImageProcessor:
    """Return what prepares images: the margin is cut off, and large images are made smaller. White is 0."""
    return NougatImageProcessor(
        do_crop_margin=True,
        do_resize=False,
        do_thumbnail=True,
        do_align_long_axis=False,
        do_pad=False,
        size={"height": HEIGHT, "width": WIDTH},
        image_mean=[1.0, 1.0, 1.0],
        image_std=[1.0, 1.0, 1.0],
    )


def trained(out: Path) -> tuple[VisionEncoderDecoderModel, PreTrainedTokenizerFast]:
    """Return the model of a checkpoint, and its tokenizer."""
    tokenizer = PreTrainedTokenizerFast.from_pretrained(out / "tokenizer")
    model = model_of(tokenizer)
    model.load_state_dict(torch.load(out / "checkpoint.pt", weights_only=True)["model"])
    return model.eval(), tokenizer


def name_places(path: Path) -> None:
    """Mark the number of places as free: the export takes that of its example for the only one."""
    graph = onnx.load(path)
    graph.graph.output[0].type.tensor_type.shape.dim[1].dim_param = "places"
    onnx.save(graph, path)


def quantise(folder: Path) -> None:
    """Write the graphs with eight and with four bits beside those of 32 bits."""
    for graph in GRAPHS:
        path = folder / f"{graph}.onnx"
        quantize_dynamic(
            path,
            folder / f"{graph}_quantized.onnx",
            weight_type=QuantType.QUInt8 if graph == "encoder_model" else QuantType.QInt8,
            # Quantised convolutions (`ConvInteger`) gave other values from run to run in ONNX Runtime 1.24.4.
            op_types_to_quantize=["MatMul", "Gather"],
            per_channel=True,
            reduce_range=True,
            extra_options={"EnableSubgraph": True, "MatMulConstBOnly": True},
        )
        four = MatMulNBitsQuantizer(onnx.load(path), bits=4, block_size=32, is_symmetric=True)
        four.process()
        onnx.save(four.model.model, folder / f"{graph}_q4.onnx")


def main() -> None:
    """Export."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    model, tokenizer = trained(arguments.out)
    folder: Path = arguments.folder
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "onnx").mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        made = Path(name)
        onnx_export_from_model(model, made, task="image-to-text-with-past", do_validation=False)
        name_places(made / "encoder_model.onnx")
        for graph in GRAPHS:
            shutil.copy(made / f"{graph}.onnx", folder / "onnx" / f"{graph}.onnx")
    for part in (model.config, model.generation_config, processor(), tokenizer):
        part.save_pretrained(folder)
    for file in ["special_tokens_map.json", "tokenizer_config.json"]:
        (folder / file).unlink(missing_ok=True)
    quantise(folder / "onnx")
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            print(f"{path.relative_to(folder)}: {path.stat().st_size:,} bytes")
    print(json.dumps({"weights": sum(p.numel() for p in model.parameters())}))


if __name__ == "__main__":
    main()
