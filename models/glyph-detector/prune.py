"""Narrows the residual blocks of a trained network to `model.FAST`: removes the channels that contribute least, and
refits the second convolution of each block to its previous output by least squares. Continue training from the result
with `train.py --from`.

    python prune.py --checkpoint FILE --pages DIR --figures FILE --out FILE [--crops N]
"""

import argparse
import random
from pathlib import Path

import torch
import torch.nn.functional as F

import data
import pages
from model import FAST, Detector, Residual

CROP = 256
RIDGE = 1e-3  # relative to the mean of the diagonal
SAMPLES = 4096  # positions of a crop that the fit uses


def narrowed(block: Residual, inputs: list[torch.Tensor], inner: int) -> dict[str, torch.Tensor]:
    """Returns the weights of a block with fewer inner channels and nearly the same output for the inputs."""
    conv = block.second[0]
    carried = torch.zeros(conv.in_channels)
    for x in inputs:
        carried += F.relu(block.first(x)).square().mean((0, 2, 3))
    kept = (carried.sqrt() * conv.weight.square().sum((0, 2, 3)).sqrt()).topk(inner).indices.sort().values
    wide = 9 * inner
    gram, cross = (
        torch.zeros(wide, wide, dtype=torch.float64),
        torch.zeros(wide, conv.out_channels, dtype=torch.float64),
    )
    for x in inputs:
        middle = F.relu(block.first(x))
        wanted = conv(middle).permute(0, 2, 3, 1).reshape(-1, conv.out_channels)
        patches = F.unfold(middle[:, kept], 3, padding=1).transpose(1, 2).reshape(-1, wide)
        some = torch.randperm(len(patches))[:SAMPLES]
        patches, wanted = patches[some].double(), wanted[some].double()
        gram += patches.T @ patches
        cross += patches.T @ wanted
    gram += RIDGE * gram.diagonal().mean() * torch.eye(wide, dtype=torch.float64)
    fitted = torch.linalg.solve(gram, cross).T.reshape(conv.out_channels, inner, 3, 3).float()
    state = block.state_dict()
    for name in ("first.0.weight", "first.1.weight", "first.1.bias", "first.1.running_mean", "first.1.running_var"):
        state[name] = state[name][kept]
    state["second.0.weight"] = fitted
    return state


@torch.no_grad()
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--pages", type=Path, required=True)
    parser.add_argument("--figures", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--crops", type=int, default=96)
    options = parser.parse_args()
    torch.set_num_threads(1)
    source = torch.load(options.checkpoint, weights_only=False, map_location="cpu")
    vocabulary, state = source["vocabulary"], source["average"]
    inner = (len(state["fine.first.0.weight"]), len(state["coarse.0.first.0.weight"]))
    net = Detector(len(vocabulary), len(pages.STYLES), FAST._replace(inner=inner)).eval()
    net.load_state_dict(net.state_dict() | state)
    number = {s: i for i, s in enumerate(vocabulary)}
    sampler = data.Sampler(random.Random(0), data.load([options.figures], number))
    sampler.add(data.load(sorted(options.pages.glob("[0-9]*.npz"))[:40], number))
    crops = [sampler.batch(8, CROP)[0] for _ in range(options.crops // 8)]
    state = dict(net.state_dict())
    # The blocks are narrowed in order; each is fitted to the output of those already narrowed.
    maps = [net.stem(x) for x in crops]
    for name, block, width in [("fine", net.fine, FAST.inner[0])] + [
        (f"coarse.{i}", b, FAST.inner[1]) for i, b in enumerate(net.coarse)
    ]:
        if name == "coarse.0":
            maps = [net.down(x) for x in maps]
        small = narrowed(block, maps, width)
        state |= {f"{name}.{k}": v for k, v in small.items()}
        slim = Residual(maps[0].shape[1], width, block.first[0].dilation[0]).eval()
        slim.load_state_dict(small)
        change = sum((slim(x) - block(x)).square().mean() for x in maps) / sum(block(x).square().mean() for x in maps)
        print(f"{name}: {width} channels, error {change:.4f} of the signal")
        maps = [slim(x) for x in maps]
    torch.save({"average": state, "vocabulary": vocabulary}, options.out)


if __name__ == "__main__":
    main()
