"""Measure the model beside the bundled OCR on the crops of `crops.py`.

    python evaluate.py TEXLENS CROPS FOLDER OUT [--formats fp32,q8,q4] [--networks fast,accurate]

TEXLENS is the command. Predictions go to OUT/DPI/SYSTEM, scores to OUT/DPI.json, and the table to standard output.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
from pathlib import Path

from latex import bare

METRICS = ["exact", "visual_exact", "cdm_unimernet", "exprate_cdm", "edit_similarity"]


def read(texlens: str, crops: Path, out: Path, settings: list[str]) -> float:
    """Read the crops by one thread, unless it was done before; return the seconds of computing that took."""
    known = out.with_suffix(".seconds")
    if known.exists():
        return float(known.read_text())
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [texlens, "ocr", str(crops), "--out", str(out), "--threads", "1", "--force", *settings],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stdout)
    out.with_suffix(".log").write_text(done.stdout)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    known.write_text(str(seconds))
    return seconds


def alone(text: str) -> str:
    """Return a formula without what sets it as a paragraph, as `crops.py` has the references."""
    text = text.strip()
    for begin, end in [(r"\[", r"\]"), (r"\(", r"\)"), ("$$", "$$"), ("$", "$")]:
        inner = text[len(begin) : -len(end)]
        if text.startswith(begin) and text.endswith(end) and begin not in inner and end not in inner:
            return inner.strip()
    return bare(text)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("texlens")
    parser.add_argument("crops", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--formats", default="fp32,q8,q4")
    parser.add_argument("--networks", default="fast,accurate")
    parser.add_argument("--dpi", default="100,150,300")
    parser.add_argument("--onnxruntime", help="the library, if the command does not find it")
    arguments = parser.parse_args()
    more = ["--onnxruntime", arguments.onnxruntime] if arguments.onnxruntime else []
    systems = {f"recogniser-{name}": ["--model", str(arguments.folder), "--dtype", name, "--max-tokens", "126"]
               for name in filter(None, arguments.formats.split(","))}  # fmt: skip
    systems |= {f"ocr-{name}": ["--network", name] for name in filter(None, arguments.networks.split(","))}
    print("| dpi | system | " + " | ".join(METRICS) + " | CPU seconds a formula |")
    for dpi in arguments.dpi.split(","):
        crops = arguments.crops / dpi
        formulas = len((crops / "manifest.jsonl").read_text().splitlines())
        times = {}
        for system, settings in systems.items():
            (arguments.out / dpi).mkdir(parents=True, exist_ok=True)
            times[system] = read(arguments.texlens, crops, arguments.out / dpi / system, settings + more)
        rows = []
        for line in (crops / "manifest.jsonl").read_text().splitlines():
            identity = json.loads(line)["id"]
            row = {"id": identity, "kind": "formula"}
            row["reference"] = (crops / "references" / f"{identity}.tex").read_text()
            for system in systems:
                path = arguments.out / dpi / system / f"{identity}.tex"
                row[f"pred_{system}"] = alone(path.read_text()) if path.exists() else ""
            rows.append(row)
        pairs, scores = arguments.out / f"{dpi}.jsonl", arguments.out / f"{dpi}.json"
        pairs.write_text("".join(json.dumps(row) + "\n" for row in rows))
        subprocess.run(
            [arguments.texlens, "evaluate", str(pairs), "--level", "formula", "--metrics", ",".join(METRICS),
             "--json", str(scores)],
            check=False, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        level = json.loads(scores.read_text())["levels"][0]
        rows = {row["system"]: row for row in level["systems"]}
        # A pair for which a metric is undefined, such as a formula that TeX refuses, counts as 0.
        for system in systems:
            found = {metric["metric"]: metric for metric in rows[system]["metrics"]}
            cells = []
            for name in METRICS:
                metric = found[name]
                share = metric["defined"] / rows[system]["scored"]
                mean, interval = metric["mean"] or 0.0, metric["interval"] or {"low": 0.0, "high": 0.0}
                cells.append(f"{mean * share:.3f} [{interval['low'] * share:.3f}, {interval['high'] * share:.3f}]")
            print(f"| {dpi} | {system} | " + " | ".join(cells) + f" | {times[system] / formulas:.3f} |")


if __name__ == "__main__":
    main()
