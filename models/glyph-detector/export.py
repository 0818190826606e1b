"""Writes the graph that is distributed, and its manifest. Batch normalisation is folded, convolutions have int8 weights
behind DequantizeLinear, linear layers are 8-bit MatMulNBits, and the graph itself selects the glyph cells.

    python export.py --run DIR --pages HELD_OUT_DIR --out models/ [--float]

`--float` writes the same graph with fp32 weights to the run folder, for comparison, and no manifest.
"""

import argparse
import hashlib
import json
import re
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper

import data
import decode
import pages
from model import GEOMETRY_SCALE, SIZES, STRIDE, Detector

OPSET = 21
# The graph outputs every cell above this heat, and one more cell so that its output is never empty. The manifest's
# threshold decides.
EMITTED = 0.35
BLOCK = 32
SMALL = 8  # layers with fewer outputs stay fp32
NAMES = {"fast": "glyph-detector", "accurate": "glyph-detector-accurate"}
SAME = {r"\to": r"\rightarrow", r"\bot": r"\perp"}
VERSIONS = {"fast": "0.3.0", "accurate": "0.1.0"}
DPI = 150
MARGIN = 24  # pixels around a tile, as in the app


class Graph:
    def __init__(self, quantised: bool):
        self.quantised = quantised
        self.nodes: list = []
        self.constants: list = []
        self.count = 0

    def constant(self, value: np.ndarray) -> str:
        self.count += 1
        self.constants.append(numpy_helper.from_array(value, f"c{self.count}"))
        return f"c{self.count}"

    def op(self, kind: str, *inputs: str, domain: str = "", **attributes) -> str:
        self.count += 1
        name = f"v{self.count}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], domain=domain, **attributes))
        return name

    def convolution(self, x: str, weight: np.ndarray, bias: np.ndarray, stride: int = 1, dilation: int = 1) -> str:
        pad = dilation * (weight.shape[2] // 2)
        if self.quantised:
            scale = np.maximum(np.abs(weight).reshape(len(weight), -1).max(1), 1e-8).astype(np.float32) / 127
            whole = np.clip(np.round(weight / scale[:, None, None, None]), -127, 127).astype(np.int8)
            w = self.op(
                "DequantizeLinear",
                self.constant(whole),
                self.constant(scale),
                self.constant(np.zeros(len(weight), np.int8)),
                axis=0,
            )
        else:
            w = self.constant(weight.astype(np.float32))
        return self.op(
            "Conv",
            x,
            w,
            self.constant(bias.astype(np.float32)),
            strides=[stride] * 2,
            dilations=[dilation] * 2,
            pads=[pad] * 4,
        )

    def linear(self, x: str, layer: torch.nn.Linear) -> str:
        weight, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
        outputs, inputs = weight.shape
        if not self.quantised or inputs % BLOCK or outputs < SMALL:
            product = self.op("MatMul", x, self.constant(np.ascontiguousarray(weight.T)))
        else:
            blocks = weight.reshape(outputs, inputs // BLOCK, BLOCK)
            scale = np.maximum(np.abs(blocks).max(2), 1e-8).astype(np.float32) / 127
            whole = np.clip(np.round(blocks / scale[..., None]) + 128, 0, 255).astype(np.uint8)
            product = self.op("MatMulNBits", x, self.constant(whole), self.constant(scale.reshape(-1)),
                domain="com.microsoft",
                              K=inputs, N=outputs, bits=8, block_size=BLOCK)  # fmt: skip
        return self.op("Add", product, self.constant(bias))

    def relu(self, x: str) -> str:
        return self.op("Relu", x)


def folded(block: torch.nn.Sequential) -> tuple[np.ndarray, np.ndarray, int, int]:
    """Returns weight and bias of a convolution with folded batch normalisation, its stride and its dilation."""
    conv, norm = block[0], block[1]
    factor = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach()
    weight = (conv.weight * factor[:, None, None, None]).detach().numpy()
    bias = (norm.bias - norm.running_mean * factor).detach().numpy()
    return weight, bias, conv.stride[0], conv.dilation[0]


def build(net: Detector, quantised: bool) -> onnx.ModelProto:
    g = Graph(quantised)
    ints = lambda *v: g.constant(np.array(v, np.int64))

    def conv(x: str, block) -> str:
        return g.convolution(x, *folded(block))

    def residual(x: str, block) -> str:
        return g.relu(g.op("Add", x, conv(g.relu(conv(x, block.first)), block.second)))

    x = g.relu(conv("image", net.stem[0]))
    x = g.relu(conv(x, net.stem[2]))
    fine = residual(x, net.fine)
    coarse = g.relu(conv(fine, net.down[0]))
    for block in net.coarse:
        coarse = residual(coarse, block)
    up = g.convolution(coarse, net.up.weight.detach().numpy(), net.up.bias.detach().numpy())
    up = g.op("Resize", up, "", g.constant(np.array([1, 1, 2, 2], np.float32)), mode="nearest", nearest_mode="floor",
              coordinate_transformation_mode="asymmetric")  # fmt: skip
    fused = g.relu(conv(g.op("Add", fine, up), net.fuse[0]))
    heat = g.op("Sigmoid", g.convolution(fused, net.heat.weight.detach().numpy(), net.heat.bias.detach().numpy()))

    # Cells above the threshold, and cell 0.
    flat_heat = g.op("Reshape", heat, ints(-1))
    hot = g.op("Greater", flat_heat, g.constant(np.array(EMITTED, np.float32)))
    cell = g.op("Concat", ints(0), g.op("Reshape", g.op("NonZero", hot), ints(-1)), axis=0)
    size = g.op("Shape", heat)
    width = g.op("Gather", size, g.constant(np.array(3, np.int64)))
    two = g.constant(np.array(2, np.int64))
    row = g.op("Div", cell, width)
    column = g.op("Sub", cell, g.op("Mul", row, width))
    # The 3 x 3 neighbourhood on the fine map.
    padded = g.op("Pad", fused, ints(0, 0, 1, 1, 0, 0, 1, 1))
    fine_rows = g.op("Reshape", g.op("Transpose", padded, perm=[0, 2, 3, 1]), ints(-1, net.heat.in_channels))
    wide = g.op("Add", width, two)
    corner = g.op("Add", g.op("Mul", row, wide), column)
    steps = [g.op("Add", corner, g.op("Add", g.op("Mul", wide, g.constant(np.array(r, np.int64))),
        g.constant(np.array(c, np.int64))))
             for r in range(3) for c in range(3)]  # fmt: skip
    index = g.op("Concat", *(g.op("Unsqueeze", s, ints(1)) for s in steps), axis=1)
    near = g.op("Reshape", g.op("Gather", fine_rows, index, axis=0), ints(-1, 9 * net.heat.in_channels))
    # The cell of the coarse map.
    coarse_rows = g.op("Reshape", g.op("Transpose", coarse, perm=[0, 2, 3, 1]), ints(-1, coarse_channels(net)))
    half = g.op("Div", width, two)
    far = g.op(
        "Gather", coarse_rows, g.op("Add", g.op("Mul", g.op("Div", row, two), half), g.op("Div", column, two)), axis=0
    )
    hidden = g.relu(g.linear(g.op("Concat", near, far, axis=1), net.hidden))
    hidden = g.relu(g.op("Add", hidden, g.linear(hidden, net.deeper)))
    sure = g.op("Sigmoid", g.op("Neg", g.linear(hidden, net.doubt)))
    symbol = g.op("Softmax", g.linear(hidden, net.symbol), axis=1)
    style = g.linear(hidden, net.style)
    geometry = g.op("Mul", g.linear(hidden, net.geometry), g.constant(np.array(GEOMETRY_SCALE, np.float32)))
    column_of = lambda v: g.op("Unsqueeze", g.op("Cast", v, to=TensorProto.FLOAT), ints(1))
    parts = [
        column_of(column), column_of(row),
        g.op("Mul", g.op("Unsqueeze", g.op("Gather", flat_heat, cell, axis=0), ints(1)), sure),
        g.op("Cast", g.op("ArgMax", symbol, axis=1, keepdims=1), to=TensorProto.FLOAT),
        g.op("ReduceMax", symbol, ints(1), keepdims=1),
        g.op("Cast", g.op("ArgMax", style, axis=1, keepdims=1), to=TensorProto.FLOAT), geometry,
    ]  # fmt: skip
    g.nodes.append(helper.make_node("Concat", parts, ["glyphs"], axis=1))
    graph = helper.make_graph(
        g.nodes, "glyph-detector",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 1, "height", "width"])],
        [helper.make_tensor_value_info("glyphs", TensorProto.FLOAT, ["n", 12])], g.constants,
    )  # fmt: skip
    built = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
    )
    built.ir_version = 10
    onnx.checker.check_model(built)
    return built


def coarse_channels(net: Detector) -> int:
    return net.up.in_channels


LATEX = {
    "--": "--", "---": "---", "“": "``", "”": "''", "‘": "`", "’": "'", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#",
    "&": r"\&",
    "$": r"\$", "_": r"\_", "~": r"\textasciitilde", "^": r"\textasciicircum", r"\minus": "-",
    "acc:hungarumlaut": r"\H", "acc:ring": r"\r",
    "acc:cedilla": r"\c", "acc:ogonek": r"\k",
}  # fmt: skip


def latex(symbol: str) -> str:
    """Returns the LaTeX of a class; for a piece of a delimiter or brace, that of the whole."""
    if symbol in LATEX:
        return LATEX[symbol]
    if symbol.startswith("acc:"):
        return "\\" + symbol[4:]
    if symbol.startswith("brace-"):
        return r"\overbrace" if symbol.endswith("u") else r"\underbrace"
    whole = re.sub(r"-(top|mid|bot|ext)$", "", symbol)
    return LATEX.get(whole, whole)


def name(symbol: str) -> str:
    """Returns the name of a class in the manifest. Some font set-ups have two names for one symbol."""
    return SAME.get(symbol, symbol)


def golden(session, held_out: list[data.Page], vocabulary: list[str]) -> dict:
    """Returns a crop of a held-out page with text and mathematics, and the glyphs that the model finds in it."""
    page = max(held_out[:40], key=lambda p: len(set(p.symbol.tolist())))
    height, width = 128, 320
    best = max(
        (
            (x, y)
            for x in range(100, page.image.shape[1] - width, 40)
            for y in range(100, page.image.shape[0] - height, 24)
        ),
        key=lambda at: len(
            {
                s
                for s, c in zip(page.symbol, page.centre)
                if at[0] < c[0] < at[0] + width and at[1] < c[1] < at[1] + height
            }
        ),
    )
    crop = page.image[best[1] : best[1] + height, best[0] : best[0] + width].copy()
    ink = 255 - crop
    found = session.run(None, {"image": tile(ink)})[0]
    # As in the app, cells in the margin shared with a neighbouring tile are dropped.
    x, y = (found[:, 0] + 0.5) * STRIDE - MARGIN, (found[:, 1] + 0.5) * STRIDE - MARGIN
    inside = (x >= 0) & (x < width - 2 * MARGIN) & (y >= 0) & (y < height - 2 * MARGIN)
    glyphs = decode.decode(found[inside & (found[:, 2] > decode.THRESHOLD)])
    return {
        "width": width, "height": height, "ink": ink.reshape(-1).tolist(),
        "glyphs": [
            {"symbol": name(vocabulary[int(s)]), "x": round(float(x), 2), "y": round(float(y), 2)}
            for _, _, s, x, y, *_ in glyphs
        ],
    }  # fmt: skip


def tile(ink: np.ndarray) -> np.ndarray:
    return (ink.astype(np.float32) / 255)[None, None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--pages", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--float", action="store_true")
    options = parser.parse_args()
    state = torch.load(options.run / "checkpoint.pt", weights_only=False, map_location="cpu")
    vocabulary = state["vocabulary"]
    network = state.get("network", "fast")
    net = Detector(len(vocabulary), len(pages.STYLES), SIZES[network])
    net.load_state_dict(state["average"])
    net.eval()
    (options.run / "vocabulary.json").write_text(json.dumps(vocabulary))
    onnx.save(build(net, quantised=False), options.run / "float.onnx")
    if options.float:
        return
    path = options.out / f"{NAMES[network]}.onnx"
    onnx.save(build(net, quantised=True), path)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    held_out = data.load(sorted(options.pages.glob("[0-9]*.npz"))[:20], {s: i for i, s in enumerate(vocabulary)})
    manifest_path = options.out / f"{NAMES[network]}.json"
    manifest = {
        "name": NAMES[network], "version": VERSIONS[network], "file": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "bytes": path.stat().st_size, "dpi": DPI, "threshold": decode.THRESHOLD,
        "training": {
            "stages": [{"steps": n, "minutes": round(t / 60, 1)} for n,
            t in [*state.get("stages", []), [state["step"], state["seconds"]]]],
            "pages": "documents set by LaTeX from openly licensed sentences, formulas and tables "
            "(models/glyph-detector/README.md names the sources and licences)",
        },
        "symbols": [{"name": name(s), "latex": latex(name(s))} for s in vocabulary], "styles": pages.STYLES,
        "golden": golden(session, held_out, vocabulary),
    }  # fmt: skip
    manifest_path.write_text(json.dumps(manifest, ensure_ascii=False, separators=(",", ":")) + "\n")
    print(path, manifest["bytes"], "bytes,", len(manifest["golden"]["glyphs"]), "golden glyphs")


if __name__ == "__main__":
    main()
