"""Results of benches in Python, for `cargo xtask figures`."""

import datetime
import json
import os
from pathlib import Path

import texlens


def record(bench, figures):
    folder = Path(os.environ.get("CARGO_TARGET_DIR", "target"), "bench")
    folder.mkdir(parents=True, exist_ok=True)
    date = datetime.date.today().isoformat()
    results = {"date": date, "version": texlens.__version__, "processors": os.cpu_count(), "figures": figures}
    Path(folder, f"{bench}.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
