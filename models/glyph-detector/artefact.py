"""Reads the weights back from a distributed graph, so that training can go on from what was published.

A graph holds convolutions with batch normalisation folded in. The network that is made of them gets normalisations that
change nothing but add the bias; `train.py` keeps such normalisations as they are.
"""

import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

import export
from model import SIZES, Detector


def read(path: Path) -> dict:
    """Returns weights, symbols and kind of the network of a graph and its manifest, as checkpoints of `train.py`
    have them."""
    manifest = json.loads(path.with_suffix(".json").read_text())
    graph = onnx.load(path).graph
    constants = {c.name: numpy_helper.to_array(c) for c in graph.initializer}
    symbols = _distinct([s["name"] for s in manifest["symbols"]])
    name = "accurate" if path.stem.endswith("accurate") else "fast"
    net = Detector(len(symbols), len(manifest["styles"]), SIZES[name])
    convolutions = _convolutions(graph, constants)
    linear = _linear(graph, constants)
    with torch.no_grad():
        for block in _blocks(net):
            _set(block, *next(convolutions))
        for layer in (net.hidden, net.deeper, net.doubt, net.symbol, net.style, net.geometry):
            weight, bias = next(linear)
            layer.weight.copy_(torch.from_numpy(weight.copy()))
            layer.bias.copy_(torch.from_numpy(bias.copy()))
    stages = manifest["training"]["stages"]
    return {
        "average": net.state_dict(),
        "vocabulary": symbols,
        "network": name,
        "folded": True,
        "stages": [[s["steps"], s["minutes"] * 60] for s in stages[:-1]],
        "step": stages[-1]["steps"],
        "seconds": stages[-1]["minutes"] * 60,
    }


def _distinct(names: list[str]) -> list[str]:
    """Returns the names of classes with the second class of a name under its other name."""
    other = {shown: name for name, shown in export.SAME.items()}
    return [other[name] if name in names[:at] else name for at, name in enumerate(names)]


def _blocks(net: Detector) -> list:
    """Returns the convolutions in the order in which `export.py` writes them."""
    residual = lambda block: [block.first, block.second]
    return [
        net.stem[0],
        net.stem[2],
        *residual(net.fine),
        net.down[0],
        *(part for block in net.coarse for part in residual(block)),
        net.up,
        net.fuse[0],
        net.heat,
    ]


def _set(block, weight: np.ndarray, bias: np.ndarray) -> None:
    if isinstance(block, torch.nn.Conv2d):
        conv = block
        conv.bias.copy_(torch.from_numpy(bias.copy()))
    else:
        conv, norm = block
        norm.running_mean.zero_()
        norm.running_var.fill_(1 - norm.eps)
        norm.weight.fill_(1)
        norm.bias.copy_(torch.from_numpy(bias.copy()))
    conv.weight.copy_(torch.from_numpy(weight.copy()))


def _convolutions(graph, constants: dict):
    """Yields weight and bias of each convolution, in order."""
    scaled = {
        n.output[0]: constants[n.input[0]].astype(np.float32) * constants[n.input[1]][:, None, None, None]
        for n in graph.node
        if n.op_type == "DequantizeLinear"
    }
    for node in graph.node:
        if node.op_type == "Conv":
            weight, bias = node.input[1:3]
            yield scaled[weight] if weight in scaled else constants[weight], constants[bias]


def _linear(graph, constants: dict):
    """Yields weight and bias of each linear layer, in order."""
    bias_of = {n.input[0]: n.input[1] for n in graph.node if n.op_type == "Add" and n.input[1] in constants}
    for node in graph.node:
        bias = constants.get(bias_of.get(node.output[0], ""))
        if node.op_type == "MatMulNBits":
            outputs, inputs = (next(a.i for a in node.attribute if a.name == name) for name in ("N", "K"))
            whole = constants[node.input[1]].reshape(outputs, -1, inputs // (constants[node.input[2]].size // outputs))
            weight = (whole.astype(np.float32) - 128) * constants[node.input[2]].reshape(outputs, -1, 1)
            yield weight.reshape(outputs, inputs), bias
        elif node.op_type == "MatMul":
            yield np.ascontiguousarray(constants[node.input[1]].T), bias
