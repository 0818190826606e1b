"""Make a small model of the SmolVLM kind, train it briefly, and record what Python reads with it.

    python language_model.py OUT [--steps N] [--images N]

OUT then has a model in the layout of transformers.js with the number formats fp32, q8 and q4, images of formulas, and
`references.json` with the tokens that `generate` of `transformers` produces for each, greedily and with beams.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from PIL import Image
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    DynamicCache,
    GenerationConfig,
    PreTrainedTokenizerFast,
    SmolVLMConfig,
    SmolVLMForConditionalGeneration,
    SmolVLMImageProcessor,
    SmolVLMProcessor,
    SmolVLMVideoProcessor,
)
from transformers.modeling_outputs import CausalLMOutputWithPast

from formulas import draw, formula
from make import LIMIT, SEED, quantise

# The side of a tile, and the longest side of an image before it is cut into tiles.
TILE, LONGEST, PATCH, SHUFFLE = 48, 144, 8, 2
SEQUENCE = (TILE // PATCH) ** 2 // SHUFFLE**2
VISION, TEXT, LAYERS, HEADS, KEYS = 32, 32, 2, 4, 2
POSITIONS = 512
BATCH = 24
INSTRUCTION = "Convert this page to LaTeX."
GRAPHS = ["vision_encoder", "embed_tokens", "decoder_model_merged"]
# Rules under which the model reads, too: the prompt counts for some of them.
RULES = [
    {"num_beams": 1, "no_repeat_ngram_size": 2},
    {"num_beams": 1, "repetition_penalty": 1.7, "min_new_tokens": 9},
    {"num_beams": 2, "repetition_penalty": 1.7, "length_penalty": 2.0},
    {"num_beams": 4, "early_stopping": "never", "length_penalty": 0.5, "min_length": 120},
    {"num_beams": 3, "forced_bos_token_id": 60, "begin_suppress_tokens": [61, 62, 63, 64, 65]},
    {"num_beams": 1, "begin_suppress_tokens": [60, 61, 62, 63, 64, 65, 66, 67], "suppress_tokens": [70, 71]},
]
START, END, IMAGE, AROUND, GLOBAL = (
    "<|im_start|>",
    "<end_of_utterance>",
    "<image>",
    "<fake_token_around_image>",
    "<global-img>",
)
# As SmolVLM has it.
TEMPLATE = (
    "<|im_start|>{% for message in messages %}{{message['role'] | capitalize}}"
    "{% if message['content'][0]['type'] == 'image' %}{{':'}}{% else %}{{': '}}{% endif %}"
    "{% for line in message['content'] %}{% if line['type'] == 'text' %}{{line['text']}}"
    "{% elif line['type'] == 'image' %}{{ '<image>' }}{% endif %}{% endfor %}<end_of_utterance>\n"
    "{% endfor %}{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)


def tokenizer_of(texts: list[str]) -> PreTrainedTokenizerFast:
    """Train a byte-level tokenizer on the texts, with the special tokens of SmolVLM."""
    tokenizer = Tokenizer(models.BPE(unk_token=None))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    places = [f"<row_{row}_col_{column}>" for row in range(1, 4) for column in range(1, 4)]
    special = [START, "<|im_end|>", END, IMAGE, AROUND, GLOBAL, *places]
    # The instruction is made of the same tokens as the texts, and of their bytes.
    letters = sorted({*INSTRUCTION, *"User:Assistant\n "})
    trainer = trainers.BpeTrainer(
        vocab_size=144,
        special_tokens=special,
        initial_alphabet=[
            pre_tokenizers.ByteLevel(add_prefix_space=False).pre_tokenize_str(letter)[0][0] for letter in letters
        ],
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=START,
        eos_token=END,
        pad_token="<|im_end|>",
        unk_token=None,
        model_input_names=["input_ids", "attention_mask"],
        additional_special_tokens=[AROUND, IMAGE, END],
        extra_special_tokens={
            "fake_image_token": AROUND,
            "image_token": IMAGE,
            "global_image_token": GLOBAL,
            "end_of_utterance_token": END,
        },
    )


def processor_of(tokenizer: PreTrainedTokenizerFast) -> SmolVLMProcessor:
    """Return a processor that cuts images into tiles."""
    images = SmolVLMImageProcessor(size={"longest_edge": LONGEST}, max_image_size={"longest_edge": TILE})
    return SmolVLMProcessor(images, tokenizer, SmolVLMVideoProcessor(), image_seq_len=SEQUENCE, chat_template=TEMPLATE)


def model_of(tokenizer: PreTrainedTokenizerFast) -> SmolVLMForConditionalGeneration:
    """Return an untrained model."""
    torch.manual_seed(SEED)
    config = SmolVLMConfig(
        vision_config={
            "hidden_size": VISION,
            "intermediate_size": 2 * VISION,
            "num_hidden_layers": 1,
            "num_attention_heads": 2,
            "image_size": TILE,
            "patch_size": PATCH,
        },
        text_config={
            "model_type": "llama",
            "vocab_size": len(tokenizer),
            "hidden_size": TEXT,
            "intermediate_size": 2 * TEXT,
            "num_hidden_layers": LAYERS,
            "num_attention_heads": HEADS,
            "num_key_value_heads": KEYS,
            "head_dim": TEXT // HEADS,
            "max_position_embeddings": POSITIONS,
            "rope_theta": 10000.0,
            "rms_norm_eps": 1e-5,
            "tie_word_embeddings": False,
            "pad_token_id": tokenizer.pad_token_id,
            "bos_token_id": tokenizer.bos_token_id,
            "eos_token_id": tokenizer.eos_token_id,
        },
        scale_factor=SHUFFLE,
        image_token_id=tokenizer.convert_tokens_to_ids(IMAGE),
        pad_token_id=tokenizer.pad_token_id,
        tie_word_embeddings=False,
        attn_implementation="eager",
    )
    model = SmolVLMForConditionalGeneration(config)
    model.generation_config = GenerationConfig(
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    return model


def prompt_of(processor: SmolVLMProcessor) -> str:
    """Return the prompt of an image, before its image token is expanded."""
    content = [{"type": "image"}, {"type": "text", "text": INSTRUCTION}]
    return processor.apply_chat_template([{"role": "user", "content": content}], add_generation_prompt=True)


def prepared(processor: SmolVLMProcessor, image: Image.Image) -> dict[str, torch.Tensor]:
    """Return what the model is given of an image."""
    return processor(text=prompt_of(processor), images=[image], return_tensors="pt")


def train(model: SmolVLMForConditionalGeneration, pairs: list[tuple[dict, list[int]]], steps: int) -> None:
    """Train the model on all pairs; the images of a batch have the same tiles."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=6e-3, total_steps=steps)
    alike: dict[int, list[int]] = {}
    for index, (given, _) in enumerate(pairs):
        alike.setdefault(given["input_ids"].tobytes(), []).append(index)
    groups = sorted(alike.values(), key=len)
    print("tiles", {len(group): pairs[group[0]][0]["pixel_values"].shape[1] for group in groups}, flush=True)
    rng = random.Random(SEED)
    pad = model.config.pad_token_id
    model.train()
    for step in range(steps):
        group = rng.choices(groups, weights=[len(group) for group in groups])[0]
        batch = [pairs[rng.choice(group)] for _ in range(BATCH)]
        longest = max(len(text) for _, text in batch)
        prompt = torch.from_numpy(np.concatenate([given["input_ids"] for given, _ in batch]))
        texts = torch.tensor([text + [-100] * (longest - len(text)) for _, text in batch])
        logits = model(
            input_ids=torch.cat([prompt, texts.masked_fill(texts < 0, pad)], dim=1)[:, :-1],
            pixel_values=torch.from_numpy(np.concatenate([given["pixel_values"] for given, _ in batch])),
            use_cache=False,
        ).logits[:, prompt.shape[1] - 1 :]
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), texts.flatten())
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        if step % 100 == 0:
            print(f"step {step}: loss {loss.item():.3f}", flush=True)
    model.eval()


class VisionEncoder(torch.nn.Module):
    """From the tiles of images to image features, without the loops that a trace would unroll."""

    def __init__(self, model: SmolVLMForConditionalGeneration) -> None:
        """Keep the model."""
        super().__init__()
        self.model = model.model

    def forward(self, pixel_values: torch.Tensor, pixel_attention_mask: torch.Tensor) -> torch.Tensor:
        """As `get_image_features`, but for the removal of empty images, which a single image never has."""
        vision, patch = self.model.vision_model, self.model.config.vision_config.patch_size
        pixels, mask = pixel_values.flatten(0, 1), pixel_attention_mask.flatten(0, 1)
        patches = torch.nn.functional.max_pool2d(mask.to(torch.float32)[:, None], patch)[:, 0] > 0
        rows, columns = patches[:, :, 0].sum(1, keepdim=True), patches[:, 0].sum(1, keepdim=True)
        side = vision.embeddings.num_patches_per_side
        borders = torch.arange(1 / side, 1.0, 1 / side)

        def buckets(count: torch.Tensor, most: int) -> torch.Tensor:
            places = torch.arange(most, dtype=torch.float32)[None] / count * (1 - 1e-6)
            return (borders[None, None] <= places[..., None]).to(torch.int64).sum(-1)

        down, across = buckets(rows, patches.shape[1]), buckets(columns, patches.shape[2])
        places = (down[:, :, None] * side + across[:, None]).masked_fill(~patches, 0).flatten(1)
        states = vision.embeddings.patch_embedding(pixels).flatten(2).transpose(1, 2)
        states = states + vision.embeddings.position_embedding(places)
        hidden = torch.zeros_like(patches, dtype=torch.float32).masked_fill(~patches, torch.finfo(torch.float32).min)
        hidden = hidden.flatten(1)[:, None, None]
        for layer in vision.encoder.layers:
            states = layer(states, hidden.expand(-1, 1, states.shape[1], -1))
        return self.model.connector(vision.post_layernorm(states))


class LanguageModel(torch.nn.Module):
    """From embeddings and a key-value cache to the scores of the next tokens."""

    def __init__(self, model: SmolVLMForConditionalGeneration) -> None:
        """Keep the model."""
        super().__init__()
        self.text, self.head = model.model.text_model, model.lm_head

    def forward(self, embeds: torch.Tensor, mask: torch.Tensor, places: torch.Tensor, *past: torch.Tensor) -> tuple:
        """Return the scores, then keys and values of each layer."""
        cache = DynamicCache()
        for layer in range(LAYERS):
            cache.update(past[2 * layer], past[2 * layer + 1], layer)
        new, before = embeds.shape[1], past[0].shape[2]
        steps = torch.arange(before, before + new)
        allowed = (torch.arange(mask.shape[1])[None] <= steps[:, None])[None, None] & (mask[:, None, None] > 0)
        hidden = torch.zeros_like(allowed, dtype=torch.float32).masked_fill(~allowed, torch.finfo(torch.float32).min)
        states = self.text(
            inputs_embeds=embeds,
            attention_mask=hidden,
            position_ids=places,
            past_key_values=cache,
            cache_position=steps,
            use_cache=True,
        ).last_hidden_state
        kept = [tensor for layer in cache.layers for tensor in (layer.keys, layer.values)]
        return (self.head(states), *kept)


def export(model: SmolVLMForConditionalGeneration, given: dict[str, torch.Tensor], folder: Path) -> None:
    """Write the three graphs with the names and shapes of those of HuggingFaceTB/SmolVLM-256M-Instruct.

    optimum-onnx has no export for this kind of model.
    """
    batch, tokens = {0: "batch_size"}, {0: "batch_size", 1: "sequence_length"}
    torch.onnx.export(
        VisionEncoder(model),
        (given["pixel_values"], given["pixel_attention_mask"].bool()),
        folder / "vision_encoder.onnx",
        input_names=["pixel_values", "pixel_attention_mask"],
        output_names=["image_features"],
        dynamic_axes={
            "pixel_values": {**batch, 1: "num_images", 3: "height", 4: "width"},
            "pixel_attention_mask": {**batch, 1: "num_images", 2: "height", 3: "width"},
            "image_features": {0: "num_image_patches"},
        },
        opset_version=18,
        dynamo=False,
    )
    torch.onnx.export(
        model.get_input_embeddings(),
        (given["input_ids"],),
        folder / "embed_tokens.onnx",
        input_names=["input_ids"],
        output_names=["inputs_embeds"],
        dynamic_axes={"input_ids": tokens, "inputs_embeds": tokens},
        opset_version=18,
        dynamo=False,
    )
    names = [f"{layer}.{part}" for layer in range(LAYERS) for part in ("key", "value")]
    past = [torch.zeros(2, KEYS, 5, TEXT // HEADS) for _ in names]
    cached = {0: "batch_size", 2: "past_sequence_length"}
    torch.onnx.export(
        LanguageModel(model),
        (torch.zeros(2, 3, TEXT), torch.ones(2, 8, dtype=torch.int64), torch.arange(5, 8).expand(2, 3), *past),
        folder / "decoder_model_merged.onnx",
        input_names=["inputs_embeds", "attention_mask", "position_ids", *(f"past_key_values.{name}" for name in names)],
        output_names=["logits", *(f"present.{name}" for name in names)],
        dynamic_axes={
            "inputs_embeds": tokens,
            "attention_mask": {0: "batch_size", 1: "total_sequence_length"},
            "position_ids": tokens,
            "logits": tokens,
            **{f"past_key_values.{name}": cached for name in names},
            **{f"present.{name}": {0: "batch_size", 2: "total_sequence_length"} for name in names},
        },
        opset_version=18,
        dynamo=False,
    )


class BehindGraphs(SmolVLMForConditionalGeneration):
    """A model whose `generate` is that of the library, and whose graphs ONNX Runtime runs."""

    def load(self, folder: Path, suffix: str) -> None:
        """Load the graphs of a number format."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.graphs = {name: onnxruntime.InferenceSession(folder / f"{name}{suffix}.onnx", options) for name in GRAPHS}

    def forward(
        self,
        input_ids: torch.Tensor | None = None,
        attention_mask: torch.Tensor | None = None,
        position_ids: torch.Tensor | None = None,
        past_key_values: DynamicCache | None = None,
        pixel_values: torch.Tensor | None = None,
        pixel_attention_mask: torch.Tensor | None = None,
        **_: object,
    ) -> CausalLMOutputWithPast:
        """Run the graphs, as the model card of SmolVLM does."""
        ids = input_ids.numpy()
        (embeds,) = self.graphs["embed_tokens"].run(None, {"input_ids": ids})
        if pixel_values is not None:
            given = {"pixel_values": pixel_values.numpy(), "pixel_attention_mask": pixel_attention_mask.bool().numpy()}
            (features,) = self.graphs["vision_encoder"].run(None, given)
            embeds[ids == self.config.image_token_id] = features.reshape(-1, features.shape[-1])
        before = past_key_values.get_seq_length()
        given = {
            "inputs_embeds": embeds,
            "attention_mask": attention_mask.numpy(),
            "position_ids": position_ids.numpy(),
        }
        for layer in range(LAYERS):
            for part in ("keys", "values"):
                empty = np.zeros((len(ids), KEYS, 0, TEXT // HEADS), np.float32)
                given[f"past_key_values.{layer}.{part[:-1]}"] = (
                    getattr(past_key_values.layers[layer], part).numpy() if before else empty
                )
        logits, *present = self.graphs["decoder_model_merged"].run(None, given)
        for layer in range(LAYERS):
            new = [torch.from_numpy(tensor[:, :, before:]) for tensor in present[2 * layer : 2 * layer + 2]]
            past_key_values.update(*new, layer)
        return CausalLMOutputWithPast(logits=torch.from_numpy(logits), past_key_values=past_key_values)


def read(model: torch.nn.Module, given: dict[str, torch.Tensor], **settings: object) -> list[int]:
    """Return the tokens that a model reads from an image, without the prompt."""
    with torch.no_grad():
        out = model.generate(**given, do_sample=False, max_new_tokens=LIMIT, **settings)
    ids = out[0, given["input_ids"].shape[1] :].tolist()
    while ids and ids[-1] == model.config.pad_token_id:
        ids.pop()
    return ids


def references(folder: Path, given: dict[str, dict[str, torch.Tensor]]) -> dict:
    """Return the tokens that Python reads from each image, by number format and way of decoding."""
    found: dict = {}
    plain = SmolVLMForConditionalGeneration.from_pretrained(folder / "torch", attn_implementation="eager").eval()
    behind = BehindGraphs.from_pretrained(folder / "torch", attn_implementation="eager").eval()
    for dtype, suffix in {"torch": None, "fp32": "", "q8": "_quantized", "q4": "_q4"}.items():
        model = plain
        if suffix is not None:
            behind.load(folder / "onnx", suffix)
            model = behind
        for way, beams in {"greedy": 1, "beams": 3}.items():
            found.setdefault(dtype, {})[way] = {
                name: read(model, inputs, num_beams=beams) for name, inputs in given.items()
            }
            print(dtype, way, "done", flush=True)
    behind.load(folder / "onnx", "")
    few = dict(list(given.items())[:12])
    found["rules"] = [
        {"rules": rules, "tokens": {name: read(behind, inputs, **rules) for name, inputs in few.items()}}
        for rules in RULES
    ]
    return found


def compare_features(model: SmolVLMForConditionalGeneration, folder: Path, given: dict[str, torch.Tensor]) -> float:
    """Return the largest difference between the image features of graph and model."""
    session = onnxruntime.InferenceSession(folder / "vision_encoder.onnx")
    names = ("pixel_values", "pixel_attention_mask")
    inputs = {name: given[name] for name in names}
    inputs["pixel_attention_mask"] = inputs["pixel_attention_mask"].bool()
    (features,) = session.run(None, {name: tensor.numpy() for name, tensor in inputs.items()})
    with torch.no_grad():
        expected = model.model.get_image_features(**inputs)
    return float((torch.from_numpy(features) - expected).abs().max())


def main() -> None:
    """Make everything."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=700)
    parser.add_argument("--train", type=int, default=800)
    parser.add_argument("--images", type=int, default=100)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    out: Path = arguments.out
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    rng = random.Random(SEED)
    latex = [formula(rng) for _ in range(arguments.train)]
    tokenizer = tokenizer_of(latex)
    processor = processor_of(tokenizer)
    prompt = prompt_of(processor)
    pairs = []
    for text in latex:
        given = processor(text=prompt, images=[draw(text, rng.randint(90, 200))], return_tensors="np")
        pairs.append((given, tokenizer.encode(text) + [tokenizer.eos_token_id]))
    model = model_of(tokenizer)
    print("weights", sum(p.numel() for p in model.parameters()), "tokens", len(tokenizer), repr(prompt), flush=True)
    train(model, pairs, arguments.steps)
    torch_folder = out / "torch"
    for part in (model, processor):
        part.save_pretrained(torch_folder)
    for name in [
        "config.json",
        "generation_config.json",
        "preprocessor_config.json",
        "processor_config.json",
        "tokenizer.json",
        "tokenizer_config.json",
        "chat_template.jinja",
    ]:
        shutil.copy(torch_folder / name, out / name)

    (out / "images").mkdir()
    images = {}
    for index in range(arguments.images):
        text = formula(rng)
        name = f"{index:03}.png"
        draw(text, rng.randint(90, 200)).convert("L").save(out / "images" / name, optimize=True)
        images[name] = Image.open(out / "images" / name).convert("RGB")
        (out / "images" / f"{index:03}.tex").write_text(text + "\n")
    given = {name: prepared(processor, image) for name, image in images.items()}

    (out / "onnx").mkdir()
    export(model, given["000.png"], out / "onnx")
    for name in list(given)[:12]:
        print(f"{name}: {given[name]['pixel_values'].shape[1]} tiles, features differ by at most", end=" ")
        print(compare_features(model, out / "onnx", given[name]), flush=True)
    quantise(out / "onnx", GRAPHS)
    found = references(out, given)
    found["prompts"] = {name: inputs["input_ids"][0].tolist() for name, inputs in list(given.items())[:12]}
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
