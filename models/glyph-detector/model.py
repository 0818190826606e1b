"""The network: it finds the positions of glyphs densely (stride 4), and classifies them only where one was found."""

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
    """Gathers most of the context at stride 8. The fine map keeps narrow neighbours such as "ll" apart."""

    def __init__(self, symbols: int, styles: int, inner: tuple[int, int] = INNER):
        super().__init__()
        self.stem = nn.Sequential(convolution(1, 16, 2, size=5), nn.ReLU(), convolution(16, FINE, 2), nn.ReLU())
        self.fine = Residual(FINE, inner[0])
        self.down = nn.Sequential(convolution(FINE, COARSE, 2), nn.ReLU())
        self.coarse = nn.Sequential(*(Residual(COARSE, inner[1], dilation) for dilation in (1, 2, 3)))
        self.up = nn.Conv2d(COARSE, FINE, 1)
        self.fuse = nn.Sequential(convolution(FINE, FINE), nn.ReLU())
        self.heat = nn.Conv2d(FINE, 1, 1)
        # Input: the 3 x 3 neighbourhood on the fine map and the coarse cell. The layers are wide but cheap, since they
        # run only on found glyphs.
        self.hidden = nn.Linear(9 * FINE + COARSE, HIDDEN)
        self.deeper = nn.Linear(HIDDEN, HIDDEN)
        self.symbol = nn.Linear(HIDDEN, symbols)
        self.style = nn.Linear(HIDDEN, styles)
        self.geometry = nn.Linear(HIDDEN, GEOMETRY)
        # A second check of the cells with high heat: with the whole context, it separates glyphs from marks in figures.
        self.doubt = nn.Linear(HIDDEN, 1)
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
        """Returns the features of cells (index of image, row, column on the fine map): `[n, 9 * FINE + COARSE]`."""
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
