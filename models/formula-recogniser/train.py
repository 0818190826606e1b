"""Train the recogniser, a stage of limited time at a time.

    torchrun --nproc-per-node 2 train.py OUT --minutes M [--resume]

Each process takes a core: on a busy machine, they wait for each other once a step and not once an operation. Without
`torchrun`, there is one.

Reads what `data.py` made in OUT, and new images as they come. Writes `OUT/checkpoint.pt` every few minutes; `--resume`
goes on from there. The learning rate falls over the minutes of all stages (`--minutes`).
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import distributed
from torch.nn import functional
from transformers import PreTrainedTokenizerFast
from transformers.modeling_outputs import BaseModelOutput

from images import fitted
from latex import visible
from model import HIDDEN, POSITIONS, STRIDE, model_of

SEED = 20261129
# Places of a batch, padding included, and most images of it.
PLACES, MOST = 2200, 64
POOL = 4096
# Images with more places take most of the time and are left out; small ones come first.
LARGEST, LARGEST_FIRST = 320, 90
FIRST = 0.75
WARM = 200
# Seconds.
LONGEST_STEP = 20.0
RATE = 2e-3
SIGHT = 0.5
# What is not written in the order of columns, so that the places alone do not give the signs in order.
ACROSS = (r"\begin", r"\frac{", r"\binom{", r"\overset{", r"\underset{")


def places(image: np.ndarray) -> tuple[int, int]:
    """Return the places of an image, down and across."""
    return -(-image.shape[0] // STRIDE), -(-image.shape[1] // STRIDE)


class Images:
    """The images drawn so far."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self.known: set[str] = set()
        self.rows: list[tuple[np.ndarray, list[int], list[str]]] = []
        self.refresh()

    def refresh(self) -> None:
        """Read the files that are new."""
        for path in sorted(self.folder.glob(f"{self.name}*.npz")):
            if path.name in self.known or path.name.endswith(".part.npz"):
                continue
            self.known.add(path.name)
            with np.load(path) as data:
                pixels, shapes = data["pixels"], data["shapes"]
                tokens, items = json.loads(str(data["tokens"])), json.loads(str(data["items"]))
            start = 0
            for (height, width), row, signs in zip(shapes.tolist(), tokens, items, strict=True):
                image = pixels[start : start + height * width].reshape(height, width)
                start += height * width
                image = fitted(image)
                down, across = places(image)
                if len(row) < POSITIONS - 1 and min(image.shape) >= 2 and down * across <= LARGEST:
                    seen = [] if any(s.startswith(ACROSS) for s in signs) else visible(signs)
                    self.rows.append((image, row, seen))


def batches(images: Images, rng: random.Random, largest: Callable[[], int]) -> Iterator[list[int]]:
    """Return images of similar size, without end, of as many places as `largest` says now."""
    order: list[int] = []
    limit = 0
    while True:
        if len(order) < POOL or limit != largest():
            images.refresh()
            limit = largest()
            fresh = [index for index, (image, _, _) in enumerate(images.rows) if math.prod(places(image)) <= limit]
            rng.shuffle(fresh)
            order = fresh
        pool, order = order[:POOL], order[POOL:]
        sizes = {index: places(images.rows[index][0]) for index in pool}
        # By height first, since that of most formulas is small; then by width.
        pool.sort(key=lambda index: (-(-sizes[index][0] // 2), sizes[index][1] + rng.random()))
        found, now, high, wide = [], [], 0, 0
        for index in pool:
            height, width = max(high, sizes[index][0]), max(wide, sizes[index][1])
            if now and (height * width * (len(now) + 1) > PLACES or len(now) == MOST):
                found.append(now)
                now, (height, width) = [], sizes[index]
            now.append(index)
            high, wide = height, width
        found.append(now)
        rng.shuffle(found)
        yield from found


def pixels_of(rows: list[np.ndarray], numbers: np.random.Generator | None) -> tuple[torch.Tensor, torch.Tensor]:
    """Return images as one tensor, white where they are padded, and which places are no padding."""
    sizes = [places(image) for image in rows]
    high, wide = max(h for h, _ in sizes), max(w for _, w in sizes)
    pixels = np.zeros((len(rows), 1, high * STRIDE, wide * STRIDE), np.float32)
    mask = np.zeros((len(rows), wide, high), bool)
    for index, (image, (height, width)) in enumerate(zip(rows, sizes, strict=True)):
        values = image.astype(np.float32) / 255 - 1
        if numbers is not None:
            values *= numbers.uniform(0.75, 1.05)
            if numbers.random() < 0.3:
                values += numbers.normal(0, numbers.uniform(0, 0.06), values.shape)
        pixels[index, 0, : image.shape[0], : image.shape[1]] = values
        mask[index, :width, :height] = True
    return torch.from_numpy(pixels), torch.from_numpy(mask.reshape(len(rows), -1))


class Trainer:
    """The model, and what its training needs."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.tokenizer = PreTrainedTokenizerFast.from_pretrained(out / "tokenizer")
        torch.manual_seed(SEED)
        self.model = model_of(self.tokenizer)
        self.signs = {sign: number for number, sign in enumerate(json.loads((out / "signs.json").read_text()), 1)}
        # Only for training: which sign a place shows. It makes the encoder see before the decoder knows where to look.
        self.sight = torch.nn.Linear(HIDDEN, len(self.signs) + 1)
        parameters = [*self.model.parameters(), *self.sight.parameters()]
        large = [p for p in parameters if p.ndim > 1]
        small = [p for p in parameters if p.ndim <= 1]
        self.optimiser = torch.optim.AdamW(
            [{"params": large, "weight_decay": 0.02}, {"params": small, "weight_decay": 0.0}],
            lr=RATE,
            betas=(0.9, 0.98),
        )
        self.parameters = parameters
        self.step, self.elapsed, self.seen = 0, 0.0, 0
        self.rank = distributed.get_rank() if distributed.is_initialized() else 0
        self.processes = distributed.get_world_size() if distributed.is_initialized() else 1

    def share(self, seconds: float) -> float:
        """Average the gradients of all processes; return the average of their seconds."""
        if self.processes == 1:
            return seconds
        parts = [p.grad if p.grad is not None else torch.zeros_like(p) for p in self.parameters]
        flat = torch.cat([torch.tensor([seconds]), *(part.flatten() for part in parts)])
        distributed.all_reduce(flat)
        flat /= self.processes
        at = 1
        for parameter in self.parameters:
            parameter.grad = flat[at : at + parameter.numel()].view_as(parameter).clone()
            at += parameter.numel()
        return float(flat[0])

    def save(self) -> None:
        """Write the checkpoint."""
        if self.rank:
            return
        state = {
            "model": self.model.state_dict(),
            "sight": self.sight.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "elapsed": self.elapsed,
            "seen": self.seen,
        }
        part = self.out / "checkpoint.part"
        torch.save(state, part)
        part.rename(self.out / "checkpoint.pt")

    def load(self) -> None:
        """Read the checkpoint."""
        state = torch.load(self.out / "checkpoint.pt", weights_only=True)
        self.model.load_state_dict(state["model"])
        self.sight.load_state_dict(state["sight"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.elapsed, self.seen = state["step"], state["elapsed"], state["seen"]

    def losses(
        self, rows: list[tuple[np.ndarray, list[int], list[str]]], numbers: np.random.Generator | None
    ) -> tuple[torch.Tensor, torch.Tensor, float]:
        """Return the losses of decoder and of sight, and the share of right tokens."""
        pixels, mask = pixels_of([image for image, _, _ in rows], numbers)
        longest = max(len(tokens) for _, tokens, _ in rows) + 1
        labels = torch.full((len(rows), longest), -100)
        given = torch.full((len(rows), longest), self.tokenizer.pad_token_id)
        for index, (_, tokens, _) in enumerate(rows):
            ids = [*tokens, self.tokenizer.eos_token_id]
            labels[index, : len(ids)] = torch.tensor(ids)
            given[index, : len(ids)] = torch.tensor([self.tokenizer.bos_token_id, *tokens])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            states = self.model.encoder(pixels, mask).last_hidden_state
            logits = self.model.decoder(
                input_ids=given, encoder_hidden_states=states, encoder_attention_mask=mask, use_cache=False
            ).logits
            signs = self.sight(states)
        logits, signs = logits.float().flatten(0, 1), signs.float()
        flat = labels.flatten()
        smoothing = 0.05 if numbers is not None else 0.0
        written = functional.cross_entropy(logits, flat, ignore_index=-100, label_smoothing=smoothing)
        right = float(((logits.argmax(1) == flat) & (flat >= 0)).sum() / (flat >= 0).sum())
        return written, self.sight_loss(signs, mask, [seen for _, _, seen in rows]), right

    def sight_loss(self, signs: torch.Tensor, mask: torch.Tensor, texts: list[list[str]]) -> torch.Tensor:
        """Return the loss of the signs read column by column, without the decoder."""
        chosen = [index for index, text in enumerate(texts) if text and len(text) * 2 < int(mask[index].sum())]
        if not chosen:
            return signs.sum() * 0
        blank = torch.full_like(signs[:1, :1], -1e4)
        blank[..., 0] = 0
        signs = torch.where(mask[chosen][:, :, None], signs[chosen], blank)
        ids = [[self.signs[sign] for sign in texts[index] if sign in self.signs] for index in chosen]
        return functional.ctc_loss(
            signs.log_softmax(2).transpose(0, 1),
            torch.tensor([sign for row in ids for sign in row], dtype=torch.long),
            torch.full((len(chosen),), signs.shape[1]),
            torch.tensor([len(row) for row in ids]),
            zero_infinity=True,
        )

    def read(self, image: np.ndarray) -> list[int]:
        """Return the tokens that the model reads from an image."""
        pixels, _ = pixels_of([image], None)
        states = self.model.encoder(pixels[:, :, : image.shape[0], : image.shape[1]]).last_hidden_state
        out = self.model.generate(
            encoder_outputs=BaseModelOutput(last_hidden_state=states), do_sample=False, num_beams=1
        )[0].tolist()[1:]
        return out[: out.index(self.tokenizer.eos_token_id)] if self.tokenizer.eos_token_id in out else out

    @torch.no_grad()
    def watch(self, images: Images, count: int) -> str:
        """Return how well formulas that are not learnt are read."""
        self.model.eval()
        rows = images.rows[:count]
        losses = [self.losses(rows[start : start + 16], None) for start in range(0, len(rows), 16)]
        right = sum(self.read(image) == tokens for image, tokens, _ in rows)
        self.model.train()
        mean = [float(np.mean([float(row[kind]) for row in losses])) for kind in range(3)]
        return f"watched: loss {mean[0]:.3f}, sight {mean[1]:.3f}, tokens {mean[2]:.3f}, read right {right}/{len(rows)}"

    def train(self, seconds: float, budget: float) -> None:
        """Train for some seconds."""
        learnt = Images(self.out / "images", "learnt")
        watched = Images(self.out / "images", "validated")
        seed = SEED + 1000 * self.step + self.rank
        rng, numbers = random.Random(seed), np.random.default_rng(seed)
        self.say(f"{len(learnt.rows)} images, {sum(p.numel() for p in self.model.parameters())} weights")
        self.model.train()
        begun, last, saved, viewed = self.elapsed, time.monotonic(), self.elapsed, self.elapsed
        sums, count = np.zeros(3), 0

        def largest() -> int:
            return LARGEST_FIRST if self.elapsed < FIRST * budget else LARGEST

        for batch in batches(learnt, rng, largest):
            progress = min(1.0, self.elapsed / budget)
            rate = RATE * min(1.0, (self.step + 1) / WARM) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
            for group in self.optimiser.param_groups:
                group["lr"] = rate
            written, sight, right = self.losses([learnt.rows[index] for index in batch], numbers)
            self.optimiser.zero_grad(set_to_none=True)
            (written + SIGHT * sight).backward()
            now = time.monotonic()
            # A process that was stopped for a while goes on with the rate it had.
            self.elapsed += self.share(min(now - last, LONGEST_STEP))
            last = now
            torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
            self.optimiser.step()
            self.step += 1
            self.seen += len(batch) * self.processes
            sums += [written.item(), sight.item(), right]
            count += 1
            if self.step % 50 == 0:
                values = ", ".join(f"{value:.3f}" for value in sums / count)
                self.say(
                    f"{self.elapsed:6.0f} s, step {self.step}, {self.seen} of {len(learnt.rows)} images, "
                    f"rate {rate:.1e}: {values}"
                )
                sums, count = np.zeros(3), 0
            if self.elapsed - saved > 180:
                saved = self.elapsed
                self.save()
            if self.elapsed - viewed > 600:
                viewed = self.elapsed
                self.say(self.watch(watched, 96) if self.rank == 0 else "")
            if self.elapsed - begun > seconds or self.elapsed >= budget:
                break
        self.save()
        self.say(self.watch(watched, 192) if self.rank == 0 else "")

    def say(self, text: str) -> None:
        """Print a line once."""
        if self.rank == 0:
            print(text, flush=True)


def main() -> None:
    """Run a stage."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, required=True, help="of all stages together")
    parser.add_argument("--stage", type=float, default=100, help="most minutes of this stage")
    parser.add_argument("--resume", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    if "WORLD_SIZE" in os.environ:
        distributed.init_process_group("gloo", timeout=datetime.timedelta(hours=1))
    trainer = Trainer(arguments.out)
    if arguments.resume:
        trainer.load()
    trainer.train(arguments.stage * 60, arguments.minutes * 60)


if __name__ == "__main__":
    main()
