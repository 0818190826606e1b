from collections.abc import Sequence
from typing import Any

__version__: str
MAX_FILE_BYTES: int
DEFAULT_DPI: int
DEFAULT_RESAMPLES: int
DEFAULT_SEED: int

class Options:
    def __init__(self, kind: str, metrics: list[str] | None, settings: list[tuple[str, str]], tex: bool) -> None: ...

class Rewards:
    def __init__(self, options: Options, without: list[str], weights: list[tuple[str, float]]) -> None: ...
    def reward(self, reference: str, completions: list[str | None]) -> list[dict[str, Any]]: ...

class BatchScores:
    """The scores of a batch: a column for each metric and a column ``error``. ``to_dict`` needs no other library."""

    @property
    def num_rows(self) -> int:
        """The number of rows."""

    @property
    def column_names(self) -> list[str]:
        """The ids of the metrics, and the names of the other columns."""

    def to_dict(self) -> dict[str, list[Any]]:
        """Returns each column as a list by its name; undefined scores and missing errors are None."""

    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def score(reference: str | Sequence[str], prediction: str | Sequence[str], options: Options, spans: bool) -> str: ...
def score_batch(references: Any, predictions: Any, options: Options, threads: int | None) -> BatchScores: ...
def evaluate(
    references: Any,
    predictions: list[tuple[str, Any]],
    labels: tuple[list[str], list[str] | None, list[tuple[str, list[str | None]]]],
    options: Options,
    drawing: tuple[bool, int, int],
    threads: int | None,
) -> tuple[str, BatchScores]: ...
def compile(latex: str, form: str | None) -> str: ...
def render(latex: str, kind: str, format: str, dpi: int) -> Any: ...
def ocr(
    file: bytes,
    read_from: str,
    network: str,
    pages: str | None,
    dpi: int,
    seconds: int,
    mebibytes: int,
) -> tuple[str, list[tuple[int, tuple[str, str] | None, str | None]]]: ...
def ocr_samples(
    samples: tuple[bytes, int, int, int],
    read_from: str,
    network: str,
) -> tuple[str, list[tuple[int, tuple[str, str] | None, str | None]]]: ...
def serve_pdf(mebibytes: int) -> None: ...
def about() -> dict[str, Any]: ...
def is_list(object: Any) -> bool: ...
def strip_answer(answer: str) -> str: ...
def metrics() -> list[dict[str, Any]]: ...
