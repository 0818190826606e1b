from collections.abc import Sequence
from typing import Any

__version__: str

class Options:
    def __init__(self, kind: str, metrics: list[str] | None, settings: dict[str, str]) -> None: ...

class Rewards:
    def __init__(self, options: Options, without: list[str]) -> None: ...
    def reward(self, reference: str, completions: list[str | None]) -> list[dict[str, Any]]: ...

class BatchScores:
    """A column of scores for each metric, and one of errors."""

    @property
    def num_rows(self) -> int:
        """The number of rows."""

    @property
    def column_names(self) -> list[str]:
        """The ids of the metrics, and the name of the column of errors."""

    def to_dict(self) -> dict[str, list[Any]]:
        """Returns each column as a list by its name; undefined scores and missing errors are None."""

    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def score(
    reference: str | Sequence[str], prediction: str | Sequence[str], options: Options, with_spans: bool
) -> str: ...
def score_batch(references: Any, predictions: Any, options: Options, threads: int | None) -> BatchScores: ...
def metrics() -> list[dict[str, Any]]: ...
