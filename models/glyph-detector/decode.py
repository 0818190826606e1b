"""Converts network output to glyphs, and matches them one-to-one with the truth. The steps equal those of the Rust
detector."""

import numpy as np
import torch

from model import GEOMETRY_SCALE, STRIDE, Detector

THRESHOLD = 0.5
SAME = 2.2  # pixels: two detections with closer centres are one glyph
OVERLAP = 0.4  # so are two detections whose boxes share this part of their union


@torch.no_grad()
def rows(net: Detector, ink: torch.Tensor, threshold: float = THRESHOLD) -> np.ndarray:
    """Returns the graph's output for one image `[1, 1, h, w]`: for each cell above the threshold, a row `[n, 12]` with
    column, row, heat, symbol, its probability, style, and geometry in pixels (x and y from the cell's corner)."""
    device = next(net.parameters()).device
    fine, coarse, heat = net.maps(ink.to(device))
    probability = torch.sigmoid(heat.float())[0, 0]
    row, column = torch.nonzero(probability > threshold, as_tuple=True)
    symbol, style, geometry, doubt = net.heads(
        net.cells(fine.float(), coarse.float(), torch.zeros_like(row), row, column)
    )
    best = symbol.softmax(1).max(1)
    heat = probability[row, column] * torch.sigmoid(-doubt)
    found = torch.cat([
        torch.stack([column.float(), row.float(), heat, best.indices.float(), best.values, style.argmax(1).float()], 1),
        geometry * torch.tensor(GEOMETRY_SCALE, device=device),
    ], 1)  # fmt: skip
    return found[heat > threshold].cpu().numpy()


def decode(found: np.ndarray) -> np.ndarray:
    """Converts rows to glyphs `[n, 9]`: centre x, y, symbol, x, y, width, height, depth, size. Of several detections of
    the same ink, the strongest is kept."""
    order = np.argsort(-found[:, 2], kind="stable")
    found = found[order]
    x, y = found[:, 0] * STRIDE + found[:, 6], found[:, 1] * STRIDE + found[:, 7]
    centre = np.stack([x + found[:, 8] / 2, y - (found[:, 9] - found[:, 10]) / 2], 1)
    width, tall = found[:, 8], found[:, 9] + found[:, 10]
    kept: list[int] = []
    grid: dict[tuple[int, int], list[int]] = {}
    reach = range(-2, 3)

    def repeats(i: int, j: int) -> bool:
        dx, dy = abs(centre[i] - centre[j])
        if dx < SAME and dy < SAME:
            return True
        if found[i, 3] == found[j, 3] and dx < 0.6 * min(width[i], width[j]) and dy < SAME:
            return True
        across = max(0, min((width[i] + width[j]) / 2 - dx, width[i], width[j]))
        shared = across * max(0, min((tall[i] + tall[j]) / 2 - dy, tall[i], tall[j]))
        return shared > OVERLAP * (width[i] * tall[i] + width[j] * tall[j] - shared)

    for i, (cx, cy) in enumerate(centre):
        cell = (int(cx // 4), int(cy // 4))
        if any(repeats(i, j) for r in reach for c in reach for j in grid.get((cell[0] + r, cell[1] + c), ())):
            continue
        kept.append(i)
        grid.setdefault(cell, []).append(i)
    k = np.array(kept, int)
    return (
        np.concatenate([centre[k], found[k, 3:4], x[k, None], y[k, None], found[k, 8:12], found[k, 5:6]], 1)
        if len(k)
        else np.zeros((0, 10))
    )


def match(truth: np.ndarray, found: np.ndarray, reach: float = 4.0) -> list[tuple[int, int]]:
    """Returns one-to-one pairs of centres within reach, nearest first."""
    if not len(truth) or not len(found):
        return []
    pairs = []
    for start in range(0, len(truth), 512):
        distance = np.hypot(
            truth[start : start + 512, None, 0] - found[None, :, 0],
            truth[start : start + 512, None, 1] - found[None, :, 1],
        )
        t, f = np.nonzero(distance < reach)
        pairs.extend(zip(distance[t, f].tolist(), (t + start).tolist(), f.tolist()))
    pairs.sort()
    used_t, used_f, out = set(), set(), []
    for _, t, f in pairs:
        if t not in used_t and f not in used_f:
            used_t.add(t)
            used_f.add(f)
            out.append((t, f))
    return out
