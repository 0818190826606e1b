"""The network: it finds the positions of glyphs densely (stride 4), and classifies them only where one was found."""

from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import nn

STRIDE = 4


class Size(NamedTuple):
    """How wide and deep a network is."""

    fine: int = 48  # channels at stride 4
    coarse: int = 80  # channels at stride 8
    inner: tuple[int, int] = (32, 44)  # channels inside the residual blocks at strides 4 and 8
    dilations: tuple[int, ...] = (1, 2, 3)  # of the residual blocks at stride 8
    hidden: int = 256


FAST = Size()
ACCURATE = Size(fine=64, coarse=128, inner=(56, 96), dilations=(1, 2, 3, 1, 4), hidden=384)
SIZES = {"fast": FAST, "accurate": ACCURATE}
GEOMETRY = 6  # x, y of the reference point from the cell's corner, width, height, depth, size
GEOMETRY_SCALE = (8.0, 8.0, 16.0, 16.0, 16.0, 20.0)  # pixels in one unit of the network's output


def convolution(inputs: int, outputs: int, stride: int = 1, dilation: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, dilation * (size // 2), dilation, bias=False), nn.BatchNorm2d(outputs)
    )


class Residual(nn.Module):
    def __init__(self, channels: int, inner: int, dilation: int = 1):
        super().__init__()
        self.first = convolution(channels, inner, dilation=dilation)
        self.second = convolution(inner, channels)

    def forward(self, x):
        return F.relu(x + self.second(F.relu(self.first(x))))


class Detector(nn.Module):
    """Gathers most of the context at stride 8. The fine map keeps narrow neighbours such as "ll" apart."""

    def __init__(self, symbols: int, styles: int, size: Size = FAST):
        super().__init__()
        fine, coarse, inner = size.fine, size.coarse, size.inner
        self.stem = nn.Sequential(convolution(1, 16, 2, size=5), nn.ReLU(), convolution(16, fine, 2), nn.ReLU())
        self.fine = Residual(fine, inner[0])
        self.down = nn.Sequential(convolution(fine, coarse, 2), nn.ReLU())
        self.coarse = nn.Sequential(*(Residual(coarse, inner[1], dilation) for dilation in size.dilations))
        self.up = nn.Conv2d(coarse, fine, 1)
        self.fuse = nn.Sequential(convolution(fine, fine), nn.ReLU())
        self.heat = nn.Conv2d(fine, 1, 1)
        # Input: the 3 x 3 neighbourhood on the fine map and the coarse cell. The layers are wide but cheap, since they
        # run only on found glyphs.
        self.hidden = nn.Linear(9 * fine + coarse, size.hidden)
        self.deeper = nn.Linear(size.hidden, size.hidden)
        self.symbol = nn.Linear(size.hidden, symbols)
        self.style = nn.Linear(size.hidden, styles)
        self.geometry = nn.Linear(size.hidden, GEOMETRY)
        # A second check of the cells with high heat: with the whole context, it separates glyphs from marks in figures.
        self.doubt = nn.Linear(size.hidden, 1)
        nn.init.constant_(self.heat.bias, -3)
        nn.init.constant_(self.doubt.bias, -4)
        nn.init.zeros_(self.deeper.weight)
        nn.init.zeros_(self.deeper.bias)

    def maps(self, image):
        """Returns fine features, coarse features and heat logits of images `[n, 1, height, width]` (ink: 0 paper, 1
        black)."""
        fine = self.fine(self.stem(image))
        coarse = self.coarse(self.down(fine))
        up = F.interpolate(self.up(coarse), scale_factor=2.0, mode="nearest")
        fused = self.fuse(fine + up)
        return fused, coarse, self.heat(fused)

    def cells(self, fine, coarse, image, row, column):
        """Returns the features of cells (index of image, row, column on the fine map): `[n, 9 * fine + coarse]`."""
        _, channels, height, width = fine.shape
        flat = F.pad(fine, (1, 1, 1, 1)).permute(0, 2, 3, 1).reshape(-1, channels)
        base = image * ((height + 2) * (width + 2)) + row * (width + 2) + column
        offsets = torch.tensor([r * (width + 2) + c for r in range(3) for c in range(3)], device=fine.device)
        near = flat[base[:, None] + offsets].reshape(-1, 9 * channels)
        wide = coarse.permute(0, 2, 3, 1).reshape(-1, coarse.shape[1])
        far = wide[image * ((height // 2) * (width // 2)) + (row // 2) * (width // 2) + column // 2]
        return torch.cat([near, far], 1)

    def heads(self, cells):
        """Returns the logits of symbol and style, the geometry, and the logits of doubt that there is a glyph."""
        hidden = F.relu(self.hidden(cells))
        hidden = F.relu(hidden + self.deeper(hidden))
        return self.symbol(hidden), self.style(hidden), self.geometry(hidden), self.doubt(hidden)[:, 0]
