"""Trains only what is said about found cells (symbol, style, geometry, doubt), for machines with little time: the maps of the network
are computed once for many crops, and kept.

    python train_heads.py --checkpoint FILE --pages DIR... --figures FILE --held-out DIR --out FILE [--crops N] [--passes P] [--threads 1]
"""

import argparse
import random
from pathlib import Path

import numpy as np
import torch

import data
import pages
import train
from model import Detector

CROPS = 16  # at a time
BATCH = 2048
PEAK = 1.5e-3


@torch.no_grad()
def gathered(net: Detector, sampler: data.Sampler, crops: int) -> tuple[list[torch.Tensor], torch.Tensor]:
    """Cells of true glyphs with their labels, and cells that are hot without a glyph."""
    true, false = [], []
    for _ in range(crops // CROPS):
        ink, heat, weight, (image, row, column, symbol, style, geometry) = sampler.batch(CROPS, train.CROP)
        with torch.autocast("cpu", torch.bfloat16):
            fine, coarse, logit = net.maps(ink.contiguous(memory_format=torch.channels_last))
        wrong = train.suspects(logit, heat)
        fine, coarse = fine.bfloat16(), coarse.bfloat16()
        true.append((net.cells(fine, coarse, image, row, column), symbol, style, geometry.float()))
        false.append(net.cells(fine, coarse, *wrong.T))
    return [torch.cat(part) for part in zip(*true)], torch.cat(false)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--pages", type=Path, required=True, nargs="+")
    parser.add_argument("--figures", type=Path, required=True)
    parser.add_argument("--held-out", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--crops", type=int, default=6400)
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    source = torch.load(options.checkpoint, weights_only=False, map_location="cpu")
    net = Detector(len(source["vocabulary"]), len(pages.STYLES))
    net.load_state_dict(net.state_dict() | source["average"])
    net.eval().to(memory_format=torch.channels_last)
    number = {s: i for i, s in enumerate(source["vocabulary"])}
    sampler = data.Sampler(random.Random(), data.load([options.figures], number))
    sampler.add(data.load(sorted(train.listed(options.pages)), number))
    held_out = data.load(sorted(train.listed([options.held_out])), number)
    (cells, symbol, style, geometry), false = gathered(net, sampler, options.crops)
    print(f"{len(cells)} glyphs, {len(false)} cells without one, from {len(sampler.pages)} pages", flush=True)
    del sampler
    layers = [p for layer in (net.hidden, net.deeper, net.symbol, net.style, net.geometry, net.doubt) for p in layer.parameters()]
    optimiser = torch.optim.AdamW(layers, PEAK, weight_decay=1e-3)
    steps = options.passes * len(cells) // BATCH
    share = min(1.0, len(false) / len(cells))
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = PEAK * min(1, (step + 1) / 100) * max(0.01, 0.5 * (1 + np.cos(np.pi * step / steps)))
        some, others = torch.randint(len(cells), (BATCH,)), torch.randint(max(1, len(false)), (int(share * BATCH),))
        with torch.autocast("cpu", torch.bfloat16):
            heads = net.heads(torch.cat([cells[some], false[others]]))
        value = train.head_loss(heads, symbol[some], style[some], geometry[some], len(others))
        optimiser.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(layers, 3.0)
        optimiser.step()
        if (step + 1) % 500 == 0 or step + 1 == steps:
            print(f"{step + 1} of {steps} loss {value.item():.3f} {train.evaluate(net, held_out, tiles=16)}", flush=True)
            net.eval()
            torch.save(source | {"average": net.state_dict()}, options.out)


if __name__ == "__main__":
    main()
