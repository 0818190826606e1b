"""Made pages and formulas, for tests and benches of the wheel: real ones, each with a copy that has errors."""

import re
from pathlib import Path

WWW = Path(__file__).parents[3] / "www"
# What follows a backslash begins no formula, so that prices such as \$5 are none.
FORMULA = re.compile(
    r"\\\[(.*?)\\\]|\\begin\{(?:equation|align)\*?\}(.*?)\\end\{|\\.|\$([^$]*)\$",
    re.DOTALL,
)
LEAST = 12


def texts(pattern):
    return [path.read_text(encoding="utf-8") for path in sorted(WWW.glob(pattern))]


def pairs(numbers):
    """Returns a page of the samples for each number, and the page with wrong words."""
    pages = texts("samples/*.tex")
    for number in numbers:
        words = pages[number % len(pages)].split(" ")
        wrong = [word[::-1] if (place * 7 + number) % 23 == 0 else word for place, word in enumerate(words)]
        yield " ".join(words), " ".join(wrong)


def formula_pairs(numbers):
    """Returns a formula of samples and demo for each number. Two of three have a wrong letter or digit."""
    pages = texts("samples/*.tex") + texts("demo/*.tex")
    found = ("".join(groups).strip() for page in pages for groups in FORMULA.findall(page))
    formulas = [formula for formula in found if len(formula) >= LEAST]
    for number in numbers:
        formula = formulas[number % len(formulas)]
        places = [place.start() for place in re.finditer(r"(?<![\\A-Za-z])[A-Za-z0-9](?![A-Za-z])", formula)]
        wrong = formula
        if number % 3 and places:
            place = places[number * 7 % len(places)]
            wrong = formula[:place] + "q" + formula[place + 1 :]
        yield formula, wrong
