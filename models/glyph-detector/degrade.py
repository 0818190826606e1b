"""Simulates the effects of scanning, printing, copying and compression on page images. Images are grey, from 0 (black)
to 255 (white)."""

import io
import random

import numpy as np
from PIL import Image, ImageChops, ImageFilter


def degraded(image: Image.Image, rng: random.Random, behind: Image.Image | None = None) -> Image.Image:
    """Returns an image after a random passage through a printer and a scanner. `behind` is the other side of the
    sheet."""
    for chance, step in ((0.3, ink), (0.45, blur), (0.4, contrast), (0.2, shadow)):
        if rng.random() < chance:
            image = step(image, rng)
    if behind is not None and rng.random() < 0.15:
        image = bleed(image, behind, rng)
    if rng.random() < 0.5:
        image = noise(image, rng)
    return jpeg(image, rng) if rng.random() < 0.3 else image


def ink(image: Image.Image, rng: random.Random) -> Image.Image:
    """Makes strokes thicker or thinner."""
    spread = ImageFilter.MinFilter(3) if rng.random() < 0.5 else ImageFilter.MaxFilter(3)
    return Image.blend(image, image.filter(spread), rng.uniform(0, 0.4))


def blur(image: Image.Image, rng: random.Random) -> Image.Image:
    return image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.1)))


def contrast(image: Image.Image, rng: random.Random) -> Image.Image:
    """Applies another gamma, paler ink and darker paper."""
    gamma, strength, paper = rng.uniform(0.7, 1.5), rng.uniform(0.6, 1), rng.uniform(0, 0.12)
    table = [255 * (1 - min(1, paper + strength * (1 - v / 255) ** gamma)) for v in range(256)]
    return image.point([round(v) for v in table])


def shadow(image: Image.Image, rng: random.Random) -> Image.Image:
    """Darkens the paper towards one side, as in the fold of a book."""
    ramp = Image.linear_gradient("L").rotate(rng.choice([0, 90, 180, 270])).resize(image.size)
    deep = rng.uniform(0.1, 0.4)
    return ImageChops.multiply(image, ramp.point([round(255 - deep * v) for v in range(256)]))


def bleed(image: Image.Image, behind: Image.Image, rng: random.Random) -> Image.Image:
    """Lets the other side of the sheet show through: mirrored, pale and soft."""
    strength = rng.uniform(0.05, 0.25)
    back = (
        behind.resize(image.size).transpose(Image.FLIP_LEFT_RIGHT).filter(ImageFilter.GaussianBlur(rng.uniform(0.8, 2)))
    )
    return ImageChops.multiply(image, back.point([round(255 - strength * (255 - v)) for v in range(256)]))


def noise(image: Image.Image, rng: random.Random) -> Image.Image:
    grain = np.random.default_rng(rng.getrandbits(32)).normal(
        0, 255 * rng.uniform(0, 0.08), (image.height, image.width)
    )
    return Image.fromarray(np.clip(np.asarray(image) + grain, 0, 255).astype(np.uint8))


def jpeg(image: Image.Image, rng: random.Random) -> Image.Image:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=rng.randint(30, 90))
    return Image.open(file).convert("L")
