"""The network: where glyphs are (dense, stride 4) and what they are (only where one was found)."""

import torch
import torch.nn.functional as F
from torch import nn

STRIDE = 4
FINE = 48  # channels at stride 4
COARSE = 80  # channels at stride 8
INNER = (32, 44)  # channels inside the residual blocks at strides 4 and 8
HIDDEN = 256
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
    """Most of the context is gathered at stride 8; the fine map keeps narrow neighbours such as "ll" apart."""

    def __init__(self, symbols: int, styles: int, inner: tuple[int, int] = INNER):
        super().__init__()
        self.stem = nn.Sequential(convolution(1, 16, 2, size=5), nn.ReLU(), convolution(16, FINE, 2), nn.ReLU())
        self.fine = Residual(FINE, inner[0])
        self.down = nn.Sequential(convolution(FINE, COARSE, 2), nn.ReLU())
        self.coarse = nn.Sequential(*(Residual(COARSE, inner[1], dilation) for dilation in (1, 2, 3)))
        self.up = nn.Conv2d(COARSE, FINE, 1)
        self.fuse = nn.Sequential(convolution(FINE, FINE), nn.ReLU())
        self.heat = nn.Conv2d(FINE, 1, 1)
        # The 3 x 3 neighbourhood on the fine map and the coarse cell, at found glyphs only: wide, and almost free.
        self.hidden = nn.Linear(9 * FINE + COARSE, HIDDEN)
        self.deeper = nn.Linear(HIDDEN, HIDDEN)
        self.symbol = nn.Linear(HIDDEN, symbols)
        self.style = nn.Linear(HIDDEN, styles)
        self.geometry = nn.Linear(HIDDEN, GEOMETRY)
        # A second look at what the heat found: with all of the context, what is a glyph and what a mark in a figure.
        self.doubt = nn.Linear(HIDDEN, 1)
        nn.init.constant_(self.heat.bias, -3)
        nn.init.constant_(self.doubt.bias, -4)
        nn.init.zeros_(self.deeper.weight)
        nn.init.zeros_(self.deeper.bias)

    def maps(self, image):
        """Fine features, coarse features, heat logits of images `[n, 1, height, width]` (ink: 0 paper, 1 black)."""
        fine = self.fine(self.stem(image))
        coarse = self.coarse(self.down(fine))
        up = F.interpolate(self.up(coarse), scale_factor=2.0, mode="nearest")
        fused = self.fuse(fine + up)
        return fused, coarse, self.heat(fused)

    def cells(self, fine, coarse, image, row, column):
        """What is known at cells (index of image, row, column on the fine map): `[n, 9 * FINE + COARSE]`."""
        _, channels, height, width = fine.shape
        flat = F.pad(fine, (1, 1, 1, 1)).permute(0, 2, 3, 1).reshape(-1, channels)
        base = image * ((height + 2) * (width + 2)) + row * (width + 2) + column
        offsets = torch.tensor([r * (width + 2) + c for r in range(3) for c in range(3)], device=fine.device)
        near = flat[base[:, None] + offsets].reshape(-1, 9 * channels)
        wide = coarse.permute(0, 2, 3, 1).reshape(-1, coarse.shape[1])
        far = wide[image * ((height // 2) * (width // 2)) + (row // 2) * (width // 2) + column // 2]
        return torch.cat([near, far], 1)

    def heads(self, cells):
        """Logits of symbol and style, geometry, and logits of doubt whether there is a glyph at all."""
        hidden = F.relu(self.hidden(cells))
        hidden = F.relu(hidden + self.deeper(hidden))
        return self.symbol(hidden), self.style(hidden), self.geometry(hidden), self.doubt(hidden)[:, 0]
