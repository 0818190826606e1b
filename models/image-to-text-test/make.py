"""Make small image-to-text models, train them briefly, and record what Python reads with them.

    python make.py OUT [--steps N] [--images N]

OUT then has a model in the layout of transformers.js with the number formats fp32, q8 and q4, images of formulas, and
`references.json` with the tokens that the libraries of Python produce for each, greedily and with beams.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
from optimum.exporters.onnx import main_export
from optimum.onnxruntime import ORTModelForVision2Seq
from PIL import Image
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    GenerationConfig,
    PreTrainedTokenizerFast,
    TrOCRConfig,
    TrOCRForCausalLM,
    VisionEncoderDecoderModel,
    ViTConfig,
    ViTImageProcessor,
    ViTModel,
)

from formulas import draw, formula

SEED = 20261128
HEIGHT, WIDTH, PATCH = 32, 128, 8
HIDDEN, HEADS, POSITIONS = 64, 2, 64
BATCH = 32
LIMIT = 48
# Rules under which the model reads, too: each changes what it would read without.
RULES = [
    {"num_beams": 1, "no_repeat_ngram_size": 2},
    {"num_beams": 3, "no_repeat_ngram_size": 1, "min_length": 12},
    {"num_beams": 1, "repetition_penalty": 1.7, "min_new_tokens": 9},
    {"num_beams": 2, "repetition_penalty": 1.7, "length_penalty": 2.0},
    {"num_beams": 4, "early_stopping": True, "length_penalty": -1.0},
    {"num_beams": 4, "early_stopping": "never", "length_penalty": 0.5},
    {"num_beams": 1, "bad_words_ids": [[0], [20], [30, 31]], "suppress_tokens": [40, 41]},
    {"num_beams": 3, "forced_bos_token_id": 10, "begin_suppress_tokens": [11, 12, 13]},
    {"num_beams": 1, "begin_suppress_tokens": [5, 6, 7, 8, 9, 50, 51, 52]},
    {"num_beams": 2, "eos_token_id": [2, 21, 22], "min_new_tokens": 4},
]
PAD, BOS, EOS, UNKNOWN = "<pad>", "<s>", "</s>", "<unk>"


def tokenizer_of(texts: list[str]) -> PreTrainedTokenizerFast:
    """Train a byte-level tokenizer, as TrOCR has it, on the texts."""
    tokenizer = Tokenizer(models.BPE(unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=96, special_tokens=[BOS, PAD, EOS, UNKNOWN], show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token=BOS, eos_token=EOS, pad_token=PAD, unk_token=UNKNOWN
    )


def model_of(tokenizer: PreTrainedTokenizerFast) -> VisionEncoderDecoderModel:
    """Return an untrained model: a vision transformer and a decoder of TrOCR."""
    torch.manual_seed(SEED)
    encoder = ViTConfig(
        hidden_size=HIDDEN,
        num_hidden_layers=1,
        num_attention_heads=HEADS,
        intermediate_size=HIDDEN,
        image_size=(HEIGHT, WIDTH),
        patch_size=(PATCH, PATCH),
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    decoder = TrOCRConfig(
        vocab_size=len(tokenizer),
        d_model=HIDDEN,
        decoder_layers=1,
        decoder_attention_heads=HEADS,
        decoder_ffn_dim=HIDDEN,
        max_position_embeddings=POSITIONS,
        cross_attention_hidden_size=HIDDEN,
        dropout=0.0,
        attention_dropout=0.0,
        activation_dropout=0.0,
        is_decoder=True,
        add_cross_attention=True,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        decoder_start_token_id=tokenizer.eos_token_id,
    )
    model = VisionEncoderDecoderModel(
        encoder=ViTModel(encoder, add_pooling_layer=False), decoder=TrOCRForCausalLM(decoder)
    )
    model.config.decoder_start_token_id = tokenizer.eos_token_id
    model.config.pad_token_id = tokenizer.pad_token_id
    model.config.eos_token_id = tokenizer.eos_token_id
    model.config.vocab_size = len(tokenizer)
    model.generation_config = GenerationConfig(
        decoder_start_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        max_length=POSITIONS,
        no_repeat_ngram_size=0,
    )
    return model


def train(model: VisionEncoderDecoderModel, pixels: torch.Tensor, labels: torch.Tensor, steps: int) -> None:
    """Train the model on all pairs."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=3e-3, total_steps=steps)
    generator = torch.Generator().manual_seed(SEED)
    start = model.config.decoder_start_token_id
    given = torch.cat([torch.full((len(labels), 1), start), labels[:, :-1]], dim=1)
    given = given.masked_fill(given < 0, model.config.pad_token_id)
    model.train()
    for step in range(steps):
        batch = torch.randint(len(pixels), (BATCH,), generator=generator)
        logits = model(pixel_values=pixels[batch], decoder_input_ids=given[batch]).logits
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels[batch].flatten())
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        if step % 100 == 0:
            print(f"step {step}: loss {loss.item():.3f}", flush=True)
    model.eval()


def quantise(folder: Path, graphs: list[str]) -> None:
    """Write the graphs with eight and with four bits beside those of 32 bits."""
    for graph in graphs:
        path = folder / f"{graph}.onnx"
        quantize_dynamic(
            path,
            folder / f"{graph}_quantized.onnx",
            weight_type=QuantType.QUInt8 if "encoder" in graph else QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            extra_options={"EnableSubgraph": True, "MatMulConstBOnly": True},
        )
        four = MatMulNBitsQuantizer(onnx.load(path), bits=4, block_size=32, is_symmetric=True)
        four.process()
        onnx.save(four.model.model, folder / f"{graph}_q4.onnx")


def only(folder: Path, suffix: str) -> Path:
    """Return a folder with the graphs of one number format alone, since the library finds no others."""
    alone = folder / "alone"
    shutil.rmtree(alone, ignore_errors=True)
    alone.mkdir()
    for graph in ["encoder_model", "decoder_model_merged"]:
        shutil.copy(folder / "onnx" / f"{graph}{suffix}.onnx", alone / f"{graph}.onnx")
    for name in ["config.json", "generation_config.json"]:
        shutil.copy(folder / name, alone / name)
    return alone


def read(model: torch.nn.Module, processor: ViTImageProcessor, image: Image.Image, **settings: object) -> list[int]:
    """Return the tokens that a model reads from an image, without the one that it is given first."""
    pixels = processor(image, return_tensors="pt").pixel_values
    with torch.no_grad():
        out = model.generate(pixels, do_sample=False, max_new_tokens=LIMIT, max_length=None, **settings)
    ids = out[0].tolist()[1:]
    while ids and ids[-1] == model.config.pad_token_id:
        ids.pop()
    return ids


def ruled(folder: Path, processor: ViTImageProcessor, images: dict[str, Image.Image]) -> list[dict]:
    """Return the tokens of the graphs of 32 bits under the rules of `RULES`."""
    model = ORTModelForVision2Seq.from_pretrained(only(folder, ""))
    return [
        {"rules": rules, "tokens": {name: read(model, processor, image, **rules) for name, image in images.items()}}
        for rules in RULES
    ]


def references(folder: Path, processor: ViTImageProcessor, images: dict[str, Image.Image]) -> dict:
    """Return the tokens that Python reads from each image, by number format and way of decoding."""
    found: dict = {}
    torch_model = VisionEncoderDecoderModel.from_pretrained(folder / "torch").eval()
    suffixes = {"torch": None, "fp32": "", "q8": "_quantized", "q4": "_q4"}
    for dtype, suffix in suffixes.items():
        model = torch_model
        if suffix is not None:
            model = ORTModelForVision2Seq.from_pretrained(only(folder, suffix))
        for way, beams in {"greedy": 1, "beams": 3}.items():
            tokens = {}
            for name, image in images.items():
                tokens[name] = read(model, processor, image, num_beams=beams)
            found.setdefault(dtype, {})[way] = tokens
            print(dtype, way, "done", flush=True)
    return found


def main() -> None:
    """Make everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=2500)
    parser.add_argument("--train", type=int, default=1500)
    parser.add_argument("--images", type=int, default=100)
    arguments = parser.parse_args()
    # Threads that wait for each other take longer than one on a busy machine.
    torch.set_num_threads(1)
    out: Path = arguments.out
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    rng = random.Random(SEED)
    latex = [formula(rng) for _ in range(arguments.train)]
    tokenizer = tokenizer_of(latex)
    processor = ViTImageProcessor(size={"height": HEIGHT, "width": WIDTH}, resample=2)
    drawn = [draw(text, rng.randint(90, 200)) for text in latex]
    pixels = torch.cat([processor(image, return_tensors="pt").pixel_values for image in drawn])
    ids = [tokenizer.encode(text) + [tokenizer.eos_token_id] for text in latex]
    longest = max(map(len, ids))
    labels = torch.tensor([row + [-100] * (longest - len(row)) for row in ids])
    print("images", tuple(pixels.shape), "longest", longest, "tokens", len(tokenizer), flush=True)

    model = model_of(tokenizer)
    print("weights", sum(p.numel() for p in model.parameters()))
    train(model, pixels, labels, arguments.steps)
    torch_folder = out / "torch"
    for part in (model, tokenizer, processor):
        part.save_pretrained(torch_folder)
    main_export(torch_folder, output=out / "exported", task="image-to-text-with-past", library_name="transformers")
    (out / "onnx").mkdir()
    for graph in ["encoder_model", "decoder_model_merged"]:
        shutil.copy(out / "exported" / f"{graph}.onnx", out / "onnx" / f"{graph}.onnx")
    for name in ["config.json", "generation_config.json", "preprocessor_config.json", "tokenizer.json"]:
        source = out / "exported" / name
        shutil.copy(source if source.exists() else torch_folder / name, out / name)
    quantise(out / "onnx", ["encoder_model", "decoder_model_merged"])

    (out / "images").mkdir()
    images = {}
    for index in range(arguments.images):
        text = formula(rng)
        image = draw(text, rng.randint(90, 200))
        name = f"{index:03}.png"
        image.convert("L").save(out / "images" / name, optimize=True)
        images[name] = Image.open(out / "images" / name).convert("RGB")
        (out / "images" / f"{index:03}.tex").write_text(text + "\n")
    found = references(out, processor, images)
    few = dict(list(images.items())[:12])
    found["rules"] = ruled(out, processor, few)
    (out / "references.json").write_text(json.dumps(found, separators=(",", ":")) + "\n")
    right = 0
    for name, row in found["torch"]["greedy"].items():
        text = (out / "images" / name).with_suffix(".tex").read_text().strip()
        right += tokenizer.decode(row, skip_special_tokens=True).strip() == text
    print(f"{right} of {len(images)} formulas are read correctly")
    for dtype in ["fp32", "q8", "q4"]:
        for way in ["greedy", "beams"]:
            same = sum(found[dtype][way][name] == found["torch"][way][name] for name in images)
            print(f"{dtype} {way}: {same} of {len(images)} as with PyTorch")


if __name__ == "__main__":
    main()
