"""Makes teds.json: scores of table-recognition-metric on pairs of tables in HTML.

    pip install apted==1.0.3 lxml==6.1.3 Levenshtein==0.27.5
    pip install --no-deps --target 0.0.4 table-recognition-metric==0.0.4
    pip install --no-deps --target 0.0.6 table-recognition-metric==0.0.6
    python teds.py 0.0.4 0.0.6

Version 0.0.4 counts nodes as PubTabNet's code does, version 0.0.6 counts those of the trees. The tables are our own.

    python teds.py 0.0.4 0.0.6 --tables FILE --count 500 --seed 1 --out OUT

writes damaged pairs of the LaTeX tables in FILE instead (one a line, perhaps compressed), which are not kept:
`TEXLENS_ORACLE_TEDS=OUT cargo test -p texlens-metrics teds`.
"""

import argparse
import gzip
import html
import importlib
import json
import random
import re
import sys
from importlib.metadata import version
from pathlib import Path

TABLES = [
    "<tr><td>a</td></tr>",
    "<tr><td></td></tr>",
    "",
    "<tr></tr><tr><td>a</td></tr>",
    "<tr><td>Quantity</td><td>Value</td></tr><tr><td>Mass</td><td>5.97</td></tr><tr><td>Radius</td><td>6,371</td></tr>",
    (
        '<thead><tr><td rowspan="2">Model</td><td colspan="2">Error</td></tr><tr><td>train</td>'
        "<td>test</td></tr></thead><tbody><tr><td>small</td><td>0.31</td><td>0.35</td></tr><tr><td>large</td><td>0.12</td><td>0.19</td></tr></tbody>"
    ),
    (
        "<thead><tr><td><b>Method</b></td><td><b>F1</b></td></tr></thead><tbody>"
        "<tr><td><i>ours</i></td><td>87 &amp; up</td></tr><tr><td>theirs</td><td>85<sup>a</sup></td></tr></tbody>"
    ),
    "<tr><th>Tide</th><th>Height</th></tr><tr><td>spring</td><td>4.1 m</td></tr><tr><td>neap</td><td>2.7 m</td></tr>",
    (
        "\n<tr>\n  <td> a b </td>\n  <td>c<br>d</td>\n</tr>\n"
        "<tr>\n  <td>é → 中</td>\n  <td>&lt;x&gt; <b>y <i>z</i></b></td>\n</tr>\n"
    ),
    "<tr><td>outer<table><tr><td>inner</td> tail</tr></table> after</td><td>1</td></tr><tr><td>2</td><td>3</td></tr>",
    (
        '<tr><td colspan="3">Three</td></tr><tr><td>1</td><td>2</td><td>3</td></tr><tr><td rowspan="2">4</td><td>5</td>'
        "<td>6</td></tr><tr><td>7</td><td>8</td></tr>"
    ),
    "<caption>Notes</caption><colgroup><col><col></colgroup><tr><td>x</td><td>$x^2$</td></tr><tr><td>y</td><td></td></tr>",
    "<tr>" + "".join(f"<td>{i * 7 % 10}</td>" for i in range(12)) + "</tr>"
    "<tr>" + "".join(f"<td>{i * 3 % 10}.{i}</td>" for i in range(12)) + "</tr>",
    "".join(f"<tr><td>row {i}</td><td>{i * i}</td></tr>" for i in range(15)),
    "<tr><td>never closed<td>second<tr><td>third<td>fourth",
]

LETTERS = "abcdexyz0123456789 .,-+éß中"


def cell(text, columns=1, rows=1):
    spans = "".join(f' {name}="{n}"' for name, n in [("colspan", columns), ("rowspan", rows)] if n > 1)
    return f"<td{spans}>{text}</td>"


def table_of(latex):
    """The rows of a tabular in HTML: separators outside braces, spans, bold and italic text; the rest as it is."""
    body = re.sub(r"\\begin\s*\{tabular\*?\}\s*(\[.\])?\s*\{[^\n]*?\}\s(?=\\|[A-Za-z0-9$&~{])", "", latex, count=1)
    body = re.sub(r"\\end\s*\{tabular\*?\}.*", "", body)
    body = re.sub(r"\\(hline|toprule|midrule|bottomrule|c(mid)?rule(\(.*?\))?\{.*?\}|cline\{.*?\})", "", body)
    rows = []
    for line in re.split(r"\\\\(?:\[[^\]]*\])?|\\tabularnewline", body):
        if not line.strip():
            continue
        cells = []
        for part in re.split(r"(?<!\\)&", line):
            columns = re.search(r"\\multicolumn\s*\{\s*(\d+)\s*\}\s*\{.*?\}", part)
            rows_spanned = re.search(r"\\multirow\s*\{\s*(\d+)\s*\}\s*\{.*?\}", part)
            text = re.sub(r"\\multi(column|row)\s*\{.*?\}\s*\{.*?\}", "", part).strip()
            text = html.escape(text, quote=False)
            text = re.sub(r"\\textbf\s*\{(.*?)\}", r"<b>\1</b>", text)
            text = re.sub(r"\\(?:emph|textit)\s*\{(.*?)\}", r"<i>\1</i>", text)
            spans = [int(found.group(1)) if found else 1 for found in (columns, rows_spanned)]
            cells.append(cell(text, *spans))
        rows.append("<tr>" + "".join(cells) + "</tr>")
    if len(rows) > 2 and len(latex) % 3 == 0:
        return f"<thead>{rows[0]}</thead><tbody>{''.join(rows[1:])}</tbody>"
    return "".join(rows)


def damaged(rng, table):
    """The table after one to six random damages of rows, cells, spans, tags or text."""
    for _ in range(rng.choice([1, 1, 2, 3, 6])):
        rows = re.findall(r"<tr\b.*?</tr>", table, re.DOTALL)
        cells = re.findall(r"<td\b[^>]*>.*?</td>", table, re.DOTALL)
        damage = rng.choice(["row", "copy", "cell", "add", "text", "text", "text", "span", "tag", "swap", "head"])
        if damage in ("row", "copy", "swap") and rows:
            row = rng.choice(rows)
            other = rng.choice(rows)
            if damage == "swap":
                table = table.replace(row, "\0", 1).replace(other, row, 1).replace("\0", other, 1)
            else:
                table = table.replace(row, row + row if damage == "copy" else "", 1)
        elif damage == "head":
            table = re.sub(r"</?(thead|tbody)>", "", table)
        elif cells:
            old = rng.choice(cells)
            start, text, end = re.fullmatch(r"(<td\b[^>]*>)(.*)(</td>)", old, re.DOTALL).groups()
            if damage == "cell":
                new = ""
            elif damage == "add":
                new = old + cell("".join(rng.choices(LETTERS, k=rng.randrange(6))))
            elif damage == "span":
                new = cell(text, rng.randint(1, 3), rng.randint(1, 3))
            elif damage == "tag":
                new = f"{start}<b>{text}</b>{end}" if "<" not in text else start + re.sub(r"<[^<>]*>", "", text) + end
            else:
                letters = list(text)
                if "<" not in text and "&" not in text:
                    at = rng.randrange(len(letters) + 1)
                    letters[at : at + rng.randrange(3)] = rng.choices(LETTERS, k=rng.randrange(4))
                new = start + "".join(letters) + end
            table = table.replace(old, new, 1)
    return table


def pairs(tables, count, seed):
    rng = random.Random(seed)
    for number in range(count):
        reference = rng.choice(tables)
        prediction = rng.choice(tables) if rng.random() < 0.15 else damaged(rng, reference)
        yield reference, prediction


def package(folder):
    """The class TEDS of the version in a folder."""
    sys.path.insert(0, folder)
    teds = importlib.import_module("table_recognition_metric").TEDS
    sys.path.remove(folder)
    for name in [name for name in sys.modules if name.startswith("table_recognition_metric")]:
        del sys.modules[name]
    return teds


def scored(packages, reference, prediction):
    documents = [f"<html><body><table>{table}</table></body></html>" for table in (prediction, reference)]
    values = {}
    for name, teds in packages.items():
        try:
            whole, structure = (teds(structure_only=only)(*documents) for only in (False, True))
        except ZeroDivisionError:
            # Two tables without elements.
            whole = structure = None
        values[name] = {"teds": whole, "teds_structure": structure}
    return {"reference": reference, "prediction": prediction, "scores": values}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs=2, help="the folders of versions 0.0.4 and 0.0.6")
    parser.add_argument("--tables", type=Path)
    parser.add_argument("--count", type=int, default=48)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("teds.json"))
    options = parser.parse_args()
    packages = {name: package(folder) for name, folder in zip(["0.0.4", "0.0.6"], options.folders, strict=True)}
    tables = TABLES
    chosen = [(table, table) for table in TABLES]
    if options.tables:
        data = options.tables.read_bytes()
        text = gzip.decompress(data) if options.tables.suffix == ".gz" else data
        tables = [table_of(line) for line in text.decode().splitlines() if line.strip()]
        chosen = []
    chosen += pairs(tables, options.count, options.seed)
    oracle = {
        "versions": {name: version(name) for name in ["apted", "lxml", "Levenshtein"]},
        "packages": list(packages),
        "pairs": [scored(packages, *pair) for pair in chosen],
    }
    options.out.write_text(json.dumps(oracle, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
