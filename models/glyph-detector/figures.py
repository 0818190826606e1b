"""Draws figures for the training pages: plots, photographs and diagrams. Their text is labelled. Their marks are not: a
curve, a marker or the grain of a photograph is no glyph.

    python figures.py --out FILE.npz --count N [--seed S]
"""

import argparse
import io
import random
import subprocess
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

import pages

matplotlib.use("Agg")
from matplotlib import pyplot

# Family and file pattern for fontconfig, and the style of the label.
FONTS = [
    ("DejaVu Sans", "sans"), ("DejaVu Sans", "sans"), ("Nimbus Sans", "sans"), ("DejaVu Sans:bold", "sans_bold"),
    ("Nimbus Sans:bold", "sans_bold"), ("Nimbus Roman", "roman"), ("DejaVu Serif", "roman"),
    ("Latin Modern Roman", "roman"),
    ("DejaVu Sans Mono", "typewriter"), ("Nimbus Roman:italic", "italic"),
]  # fmt: skip
WORDS = """time frequency energy distance residual flux velocity density error rate number of iterations accuracy loss
wavelength probability temperature pressure model data training validation input output layer encoder phase amplitude
depth year count baseline ours method precision recall Mean Std Max Start End Yes No x y N n k t""".split()
UNITS = ["", "", "", " (s)", " [km]", " (Hz)", " [%]", " (m/s)", " [a.u.]", " (10", " / K"]


@dataclass
class Figure:
    """A picture with its readable glyphs: symbol, style, (x, y, width, height, depth, size)."""

    image: Image.Image
    symbols: list[str] = field(default_factory=list)
    styles: list[int] = field(default_factory=list)
    boxes: list[tuple[float, ...]] = field(default_factory=list)


def font_files() -> list[tuple[str, str]]:
    """Returns the installed fonts of `FONTS`, each with the style of its label."""
    found = []
    for pattern, style in FONTS:
        path = subprocess.run(
            ["fc-match", "-f", "%{family}|%{file}", pattern], capture_output=True, text=True, check=False
        ).stdout
        family, _, file = path.partition("|")
        if pattern.split(":")[0] in family:
            found.append((file, style))
    return found


class Text:
    """Sets text into a figure in one font, and labels every glyph."""

    def __init__(self, figure: Figure, font: tuple[str, str], size: int):
        self.figure, self.size, self.style = figure, size, font[1]
        self.font = ImageFont.truetype(font[0], size)
        self.ink = ImageDraw.Draw(figure.image)

    def put(self, text: str, x: float, y: float, anchor: float = 0.5) -> None:
        """Writes text on baseline `y`; `anchor` is the part of the text's length that lies left of `x`."""
        x, y = round(x - anchor * self.font.getlength(text)), round(y)
        self.ink.text((x, y), text, font=self.font, fill=0, anchor="ls")
        for i, c in enumerate(text):
            if c == " ":
                continue
            _, top, _, bottom = self.font.getbbox(c, anchor="ls")
            at = x + self.font.getlength(text[: i + 1]) - self.font.getlength(c)
            self.figure.symbols.append({"\N{MINUS SIGN}": r"\minus", "'": "’"}.get(c, c))
            self.figure.styles.append(pages.STYLES.index(self.style))
            self.figure.boxes.append((at, y, self.font.getlength(c), -top, bottom, self.size))

    def upright(self, text: str, x: float, y: float) -> None:
        """Writes text from bottom to top around a point. It has no labels, since pages are read upright."""
        patch = Image.new("L", (int(self.font.getlength(text)) + 4, int(1.4 * self.size)), 255)
        ImageDraw.Draw(patch).text((2, self.size), text, font=self.font, fill=0, anchor="ls")
        patch = patch.rotate(90, expand=True)
        self.figure.image.paste(patch, (round(x - patch.width / 2), round(y - patch.height / 2)))


def phrase(rng: random.Random, most: int = 3) -> str:
    text = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, most)))
    return (text[0].upper() + text[1:] if rng.random() < 0.5 else text) + rng.choice(UNITS)


def curve(rng: random.Random, x: np.ndarray) -> np.ndarray:
    kind = rng.random()
    noise = np.random.default_rng(rng.getrandbits(32)).normal(size=len(x))
    if kind < 0.25:
        return np.cumsum(noise) / 4
    if kind < 0.5:
        return np.sin(x * rng.uniform(0.5, 9) + rng.random()) * rng.uniform(0.3, 2) + rng.choice([0, 0.1, 0.4]) * noise
    if kind < 0.75:
        return np.exp(-x * rng.uniform(0.1, 1)) + rng.choice([0, 0.03]) * noise
    return rng.uniform(-1, 1) * x + rng.choice([0.1, 0.5, 1]) * noise


def draw_series(rng: random.Random, axes) -> None:
    """Draws one or more data series in a common form."""
    noise = np.random.default_rng(rng.getrandbits(32))
    kind = rng.choice(
        ["lines", "lines", "lines", "points", "points", "bars", "error bars", "image", "histogram", "area", "contour"]
    )
    x = np.sort(noise.uniform(0, 6, rng.choice([6, 12, 30, 100, 400])))
    grey = lambda: str(rng.choice([0, 0, 0.2, 0.4, 0.6, 0.75]))
    for _ in range(rng.randint(1, 4)):
        if kind == "lines":
            marker = rng.choice(["", "", "o", "s", "^", "x", "+", ".", "D", "v", "*"])
            axes.plot(x, curve(rng, x), rng.choice(["-", "-", "--", ":", "-."]), marker=marker, color=grey(),
                lw=rng.uniform(0.5, 2.5),
                      ms=rng.uniform(2, 9), mfc=rng.choice(["none", None]))  # fmt: skip
        elif kind == "points":
            axes.scatter(
                noise.normal(size=3 * len(x)),
                noise.normal(size=3 * len(x)),
                s=rng.uniform(1, 50),
                marker=rng.choice("os^x+.D*"),
                color=grey(),
                alpha=rng.uniform(0.4, 1),
            )
        elif kind == "error bars":
            axes.errorbar(
                x[:30],
                curve(rng, x)[:30],
                yerr=noise.uniform(0.05, 0.5, len(x[:30])),
                fmt=rng.choice(["o", ".", "s", "-"]),
                color=grey(),
                capsize=rng.choice([0, 3]),
                ms=rng.uniform(2, 6),
            )
        elif kind == "bars":
            axes.bar(
                np.arange(8) + rng.random(),
                noise.uniform(0, 5, 8),
                width=rng.uniform(0.2, 0.9),
                color=grey(),
                hatch=rng.choice(["", "", "//", "..", "xx"]),
                edgecolor="black",
            )
        elif kind == "histogram":
            axes.hist(
                noise.normal(size=600),
                bins=rng.choice([10, 30, 80]),
                histtype=rng.choice(["bar", "step", "stepfilled"]),
                color=grey(),
            )
        elif kind == "area":
            axes.fill_between(x, curve(rng, x), curve(rng, x), color=grey(), alpha=rng.uniform(0.2, 0.8))
        elif kind == "contour":
            axes.contour(
                *np.meshgrid(np.linspace(0, 6, 20), np.linspace(-2, 2, 20)),
                texture(noise, 20, 20),
                levels=rng.randint(4, 12),
                colors=grey(),
                linewidths=rng.uniform(0.5, 1.5),
            )
        else:
            axes.imshow(
                noise.random((rng.randint(4, 40), rng.randint(4, 60))),
                cmap=rng.choice(["gray", "viridis", "Blues"]),
                aspect="auto",
            )


def plot(rng: random.Random, fonts: list) -> Figure:
    """Draws axes with data, ticks, labels and a legend. Matplotlib draws everything except the text."""
    width, height = rng.randint(220, 640), rng.randint(170, 460)
    dpi = rng.choice([70, 100, 130, 150, 200])
    drawn, axes = pyplot.subplots(figsize=(width / dpi, height / dpi), dpi=dpi)
    try:
        size = rng.randint(10, 21)
        drawn.subplots_adjust(
            left=4.2 * size / width, right=1 - size / width, bottom=3.4 * size / height, top=1 - 1.8 * size / height
        )
        draw_series(rng, axes)
        if rng.random() < 0.4:
            axes.grid(
                True, ls=rng.choice(["-", ":", "--"]), color=rng.choice(["0.5", "0.7", "0.85"]), lw=rng.uniform(0.4, 1)
            )
        if rng.random() < 0.2:
            axes.minorticks_on()
        axes.tick_params(direction=rng.choice(["in", "out", "inout"]), top=rng.random() < 0.4, right=rng.random() < 0.4)
        axes.spines[["top", "right"]].set_visible(rng.random() < 0.75)
        axes.locator_params(nbins=rng.randint(3, 7))
        drawn.canvas.draw()
        labels = {}
        for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
            low, high = axis.get_view_interval()
            ticks = [
                (v, t.get_text().replace("$", "").replace(r"\mathdefault{", "").rstrip("}"))
                for v, t in zip(axis.get_majorticklocs(), axis.get_majorticklabels())
            ]
            labels[name] = [(v, t) for v, t in ticks if low <= v <= high and "\\" not in t]
            axis.set_ticklabels([])
        place = lambda x, y: axes.transData.transform((x, y))
        (x0, _), (_, y0) = (
            place(v, 0) if n == "x" else place(0, v) for n, v in (("x", axes.get_xlim()[0]), ("y", axes.get_ylim()[0]))
        )
        across = [(place(v, 0)[0], t) for v, t in labels["x"]]
        down = [(height - place(0, v)[1], t) for v, t in labels["y"]]
        file = io.BytesIO()
        drawn.savefig(file, format="png", dpi=dpi)
    finally:
        pyplot.close(drawn)
    figure = Figure(Image.open(file).convert("L"))
    font = rng.choice(fonts)
    text = Text(figure, font, size)
    base = figure.image.height - y0 + 1.4 * size
    for x, t in across:
        text.put(t, x, base)
    for y, t in down:
        text.put(t, x0 - 0.5 * size, y + 0.36 * size, anchor=1)
    text.put(phrase(rng), figure.image.width / 2, base + 1.3 * size)
    text.upright(phrase(rng), size * 0.8, figure.image.height / 2)
    if rng.random() < 0.3:
        text.put(phrase(rng, 4), figure.image.width / 2, 1.2 * size)
    if rng.random() < 0.4:
        legend(rng, text, x0 + rng.uniform(1, 5) * size, 3 * size)
    return figure


def legend(rng: random.Random, text: Text, x: float, y: float) -> None:
    """Draws a box with samples of lines or markers, and their names."""
    names = [phrase(rng, 2) for _ in range(rng.randint(1, 3))]
    long = max(text.font.getlength(n) for n in names)
    box = [x, y - 1.2 * text.size, x + long + 3.5 * text.size, y + (1.4 * len(names) - 0.8) * text.size]
    text.ink.rectangle(box, fill=255, outline=rng.choice([0, 180, 255]))
    for i, name in enumerate(names):
        line = y + 1.4 * i * text.size
        text.ink.line(
            [x + 0.4 * text.size, line - 0.3 * text.size, x + 2.2 * text.size, line - 0.3 * text.size],
            fill=rng.choice([0, 80, 140]),
            width=rng.randint(1, 3),
        )
        text.put(name, x + 2.8 * text.size, line, anchor=0)


def texture(noise: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Returns grain at all scales, from 0 to 1, which all photographs have in common."""
    total = np.zeros((height, width))
    slope = noise.uniform(0.4, 0.9)
    for octave in range(8):
        cells = max(2, 2**octave)
        small = Image.fromarray(noise.random((cells, cells)).astype(np.float32))
        total += slope**octave * np.asarray(small.resize((width, height), Image.BICUBIC))
    low, high = np.percentile(total, [1, 99])
    return np.clip((total - low) / max(high - low, 1e-6), 0, 1)


def photograph(rng: random.Random, _fonts: list) -> Figure:
    """Draws textures in regions with soft and sharp edges."""
    noise = np.random.default_rng(rng.getrandbits(32))
    width, height = rng.randint(120, 600), rng.randint(100, 460)
    value = texture(noise, width, height)
    for _ in range(rng.randint(0, 6)):
        mask = Image.new("L", (width, height))
        corners = [(rng.randint(0, width), rng.randint(0, height)) for _ in range(rng.randint(3, 7))]
        draw = ImageDraw.Draw(mask)
        (draw.polygon if rng.random() < 0.6 else draw.line)(corners, fill=255)
        part = np.asarray(mask.filter(ImageFilter.GaussianBlur(rng.choice([0, 1, 5])))) / 255
        value = value * (1 - part) + part * np.clip(
            texture(noise, width, height) * rng.uniform(0.2, 1) + rng.uniform(-0.3, 0.6), 0, 1
        )
    if rng.random() < 0.15:
        value = (value > rng.uniform(0.3, 0.7)).astype(float)
    return Figure(Image.fromarray((255 * np.clip(value, 0, 1) ** rng.uniform(0.5, 2)).astype(np.uint8)))


def diagram(rng: random.Random, fonts: list) -> Figure:
    """Draws boxes and circles with names, joined by arrows."""
    width, height = rng.randint(220, 640), rng.randint(120, 420)
    figure = Figure(Image.new("L", (width, height), 255))
    text = Text(figure, rng.choice(fonts), rng.randint(11, 22))
    nodes = [
        (rng.randint(40, width - 40), rng.randint(30, height - 30), phrase(rng, 2)) for _ in range(rng.randint(3, 9))
    ]
    for (x0, y0, _), (x1, y1, _) in pairwise(nodes):
        text.ink.line([x0, y0, x1, y1], fill=0, width=rng.randint(1, 3))
        at = np.array([x1, y1]) * 0.6 + np.array([x0, y0]) * 0.4
        ahead = np.array([x1 - x0, y1 - y0]) / max(1.0, np.hypot(x1 - x0, y1 - y0)) * rng.uniform(5, 10)
        side = np.array([-ahead[1], ahead[0]]) * 0.5
        text.ink.polygon([tuple(at + ahead), tuple(at + side), tuple(at - side)], fill=0)
    for x, y, name in nodes:
        half, tall = text.font.getlength(name) / 2 + rng.randint(3, 12), 0.7 * text.size + rng.randint(2, 10)
        shape = rng.choice([text.ink.rectangle, text.ink.ellipse, text.ink.rounded_rectangle])
        # Text that the node covers can no longer be read.
        hidden = [
            i
            for i, b in enumerate(figure.boxes)
            if abs(b[0] + b[2] / 2 - x) < half + b[2] and abs(b[1] - y) < tall + text.size
        ]
        for i in reversed(hidden):
            del figure.symbols[i], figure.styles[i], figure.boxes[i]
        shape(
            [x - half, y - tall, x + half, y + tall],
            fill=rng.choice([255, 255, 225]),
            outline=0,
            width=rng.randint(1, 3),
        )
        text.put(name, x, y + 0.35 * text.size)
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    fonts = font_files()
    record: dict[str, np.ndarray] = {}
    for n in range(options.count):
        figure = rng.choices([plot, photograph, diagram], [6, 2, 1])[0](rng, fonts)
        record[f"image{n}"] = np.asarray(figure.image)
        record[f"symbol{n}"] = np.array(figure.symbols, dtype=str)
        record[f"style{n}"] = np.array(figure.styles, np.int16)
        record[f"box{n}"] = np.array(figure.boxes, np.float32).reshape(-1, 6)
    np.savez_compressed(options.out, **record)


if __name__ == "__main__":
    main()
