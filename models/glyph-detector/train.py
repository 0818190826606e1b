"""Trains the detector within a time budget; training can be resumed.

    python train.py --pages DIR... --figures FILE --held-out DIR --run DIR --minutes M [--network accurate]
                    [--from CHECKPOINT|GRAPH] [--peak RATE] [--threads 2] [--batch 16] [--workers 0]

Writes `checkpoint.pt` (weights, running average, optimiser, vocabulary, time used, earlier stages) and `log.txt` to
the run folder. If started again, training continues from the checkpoint, with pages that were added to a folder in the
meantime. `--from` starts from the weights of another run, or of a distributed graph: parameters with the same name and
shape are copied, symbols by their names. The normalisations of a distributed graph are folded, and stay as they are.
Uses a GPU if there is one; `--workers` processes draw the crops for it.
"""

import argparse
import json
import random
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import artefact
import data
import decode
import pages
from model import SIZES, STRIDE, Detector

CROP = 256
EVERY = 300  # seconds between checkpoints
SUSPECT = -0.4  # logit of heat above which a cell without a glyph is shown to the heads
MAX_SUSPECTS = 2000
FEWEST = 20  # examples of a symbol that is learnt


def head_loss(heads, symbol, style, geometry, false: int) -> torch.Tensor:
    """Returns the loss of the heads' output for cells; the last `false` of them contain no glyph."""
    symbols, styles, boxes, doubt = (h.float() for h in heads)
    true = len(doubt) - false
    named = symbol >= 0
    doubted = torch.zeros_like(doubt)
    doubted[true:] = 1
    return (
        F.cross_entropy(symbols[:true][named], symbol[named], label_smoothing=0.02)
        + 0.3 * F.cross_entropy(styles[:true][named], style[named], label_smoothing=0.02)
        + 2 * F.smooth_l1_loss(boxes[:true], geometry.clamp(-12, 12), beta=0.05)
        + F.binary_cross_entropy_with_logits(doubt, doubted)
    )


def suspects(logit: torch.Tensor, heat: torch.Tensor) -> torch.Tensor:
    """Returns hot cells (image, row, column) with no glyph in them or beside them."""
    near = F.max_pool2d(heat[:, None], 3, 1, 1)[:, 0]
    return torch.nonzero((logit[:, 0] > SUSPECT) & (near == 0))[:MAX_SUSPECTS]


def loss(net: Detector, batch, device, autocast) -> torch.Tensor:
    ink, heat, weight, (image, row, column, symbol, style, geometry) = batch
    ink, heat, weight, image, row, column, symbol, style = (
        t.to(device) for t in (ink, heat, weight, image, row, column, symbol, style)
    )
    geometry = geometry.float().to(device)
    with autocast():
        fine, coarse, logit = net.maps(ink.contiguous(memory_format=torch.channels_last))
        wrong = suspects(logit, heat)
        cells = net.cells(fine, coarse, *(torch.cat([a, b]) for a, b in zip((image, row, column), wrong.T)))
        heads = net.heads(cells)
    logit = logit.float()[:, 0]
    probability = torch.sigmoid(logit)
    focus = torch.where(heat > 0, (1 - probability) ** 2 * 4, probability**2) * weight
    found = (F.binary_cross_entropy_with_logits(logit, heat, reduction="none") * focus).sum() / heat.sum().clamp(min=1)
    return found + head_loss(heads, symbol, style, geometry, len(wrong))


def evaluate(net: Detector, held_out: list[data.Page], tiles: int = 40, size: int = 512) -> str:
    """Returns detection precision and recall, symbol accuracy of matched glyphs, and the median error of x, y and size
    in pixels."""
    net.eval()
    rng = random.Random(0)
    true = found = matched = right = styled = named = 0
    errors = []
    for _ in range(tiles):
        page = rng.choice(held_out)
        h, w = page.image.shape
        x0, y0 = rng.randint(0, max(0, w - size)), rng.randint(0, max(0, h - size))
        x0, y0 = x0 // STRIDE * STRIDE, y0 // STRIDE * STRIDE
        crop = torch.zeros(1, 1, size, size)
        part = page.image[y0 : y0 + size, x0 : x0 + size]
        crop[0, 0, : part.shape[0], : part.shape[1]] = torch.from_numpy(1 - part.astype(np.float32) / 255)
        inside = np.flatnonzero(
            (page.centre[:, 0] >= x0)
            & (page.centre[:, 0] < x0 + size)
            & (page.centre[:, 1] >= y0)
            & (page.centre[:, 1] < y0 + size)
        )
        glyphs = decode.decode(decode.rows(net, crop))
        pairs = decode.match(page.centre[inside] - (x0, y0), glyphs[:, :2])
        true, found, matched = true + len(inside), found + len(glyphs), matched + len(pairs)
        for t, f in pairs:
            g = inside[t]
            if page.symbol[g] >= 0:
                named += 1
                right += page.symbol[g] == glyphs[f, 2]
                styled += page.style[g] == glyphs[f, 9]
            errors.append(np.abs(page.box[g][[0, 1, 5]] - (x0, y0, 0) - glyphs[f][[3, 4, 8]]))
    net.train()
    middle = np.median(np.array(errors), 0).round(2).tolist() if errors else []
    return (f"P {matched / max(found, 1):.4f} R {matched / max(true, 1):.4f} symbol {right / max(named, 1):.4f} "
            f"style {styled / max(named, 1):.4f} |x y size| {middle}")  # fmt: skip


def transfer(net: Detector, vocabulary: list[str], source: dict) -> None:
    """Copies the weights of another run; a symbol that is new starts as unlikely."""
    own, other = net.state_dict(), dict(source["average"])
    rows = {s: i for i, s in enumerate(source["vocabulary"])}
    known = [(i, rows[s]) for i, s in enumerate(vocabulary) if s in rows]
    to, of = (torch.tensor(part) for part in zip(*known))
    weight, bias = own["symbol.weight"] * 0.1, torch.full_like(own["symbol.bias"], -4.0)
    weight[to], bias[to] = other["symbol.weight"][of].to(weight), other["symbol.bias"][of].to(bias)
    other |= {"symbol.weight": weight, "symbol.bias": bias}
    net.load_state_dict({k: other[k] if k in other and other[k].shape == v.shape else v for k, v in own.items()})


def read(source: Path) -> dict:
    """Returns the weights of another run or of a distributed graph."""
    if source.suffix == ".onnx":
        return artefact.read(source)
    return torch.load(source, weights_only=False, map_location="cpu")


class Batches(torch.utils.data.IterableDataset):
    """Endless batches of crops. Each process draws its own."""

    def __init__(self, sampler: data.Sampler, batch: int):
        self.sampler, self.batch = sampler, batch

    def __iter__(self):
        if worker := torch.utils.data.get_worker_info():
            self.sampler.rng.seed(worker.seed)
        while True:
            yield self.sampler.batch(self.batch, CROP)


def listed(folders: list[Path]) -> set[Path]:
    return {p for folder in folders for p in folder.glob("[0-9]*.npz") if not p.name.endswith(".tmp.npz")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=Path, required=True, nargs="+")
    parser.add_argument("--figures", type=Path)
    parser.add_argument("--held-out", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--from", dest="source", type=Path)
    parser.add_argument("--peak", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--network", choices=SIZES, default="fast")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    options.run.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    autocast = lambda: torch.autocast(device.type, torch.bfloat16)
    checkpoint = options.run / "checkpoint.pt"
    state = torch.load(checkpoint, weights_only=False) if checkpoint.exists() else None

    source = read(options.source) if options.source else None

    files = sorted(listed(options.pages))
    held_files = sorted(listed([options.held_out]))
    if state:
        vocabulary = state["vocabulary"]
    else:
        counts = data.count_symbols(files + held_files)
        known = source["vocabulary"] if source else []
        vocabulary = known + sorted(s for s, n in counts.items() if n >= FEWEST and s not in known)
    number = {s: i for i, s in enumerate(vocabulary)}
    sampler = data.Sampler(random.Random(), data.load([options.figures], number) if options.figures else [])
    sampler.add(data.load(files, number))
    held_out = data.load(held_files, number)

    batches = iter(torch.utils.data.DataLoader(Batches(sampler, options.batch), None, num_workers=options.workers))
    made = state or (source if source and source.get("folded") else {})
    network = made.get("network", options.network)
    folded = made.get("folded", False)
    net = Detector(len(vocabulary), len(pages.STYLES), SIZES[network]).to(device, memory_format=torch.channels_last)
    if source and not state:
        transfer(net, vocabulary, source)
    average = Detector(len(vocabulary), len(pages.STYLES), SIZES[network]).to(device)
    average.load_state_dict(net.state_dict())
    optimiser = torch.optim.AdamW(net.parameters(), options.peak, weight_decay=1e-4)
    step, used = 0, 0.0
    if state:
        net.load_state_dict(state["net"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        step, used = state["step"], state["seconds"]
    stages = (state or {}).get("stages") or (
        [*source.get("stages", []), [source.get("step", 0), source.get("seconds", 0)]] if source else []
    )
    log = (options.run / "log.txt").open("a")

    def say(text: str) -> None:
        print(text, flush=True)
        print(text, file=log, flush=True)

    say(
        f"{len(vocabulary)} symbols, {len(sampler.pages)} pages, "
        f"{sum(p.numel() for p in net.parameters())} parameters, {device}"
    )
    budget = options.minutes * 60
    began = time.time() - used
    kept_at = time.time()
    while (spent := time.time() - began) < budget:
        rate = options.peak * min(1, (step + 1) / 200) * max(0.01, 0.5 * (1 + np.cos(np.pi * spent / budget)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        net.train(not folded)
        value = loss(net, next(batches), device, autocast)
        optimiser.zero_grad()
        value.backward()
        norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 3.0)
        if torch.isfinite(norm):  # bfloat16 overflows occasionally
            optimiser.step()
        step += 1
        keep = min(0.999, (step + 1) / (step + 10))
        with torch.no_grad():
            for mean, now in zip(average.state_dict().values(), net.state_dict().values()):
                if mean.is_floating_point():
                    mean.lerp_(now, 1 - keep)
                else:
                    mean.copy_(now)
        if time.time() - kept_at >= EVERY or time.time() - began >= budget:
            kept_at = time.time()
            say(f"{step} {spent / 60:.1f} min loss {value.item():.3f} {evaluate(average, held_out)}")
            kept = {"net": net.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict(),
                "vocabulary": vocabulary,
                    "network": network, "folded": folded, "step": step, "seconds": time.time() - began,
                "stages": stages}  # fmt: skip
            torch.save(kept, checkpoint.with_suffix(".tmp"))
            checkpoint.with_suffix(".tmp").rename(checkpoint)
    (options.run / "vocabulary.json").write_text(json.dumps(vocabulary))


if __name__ == "__main__":
    main()
