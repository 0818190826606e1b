"""Splits LaTeX into pieces and learns which runs of letters become one entry. The rules equal those of
`crates/metrics/src/texbleu/tokeniser.rs`."""

import heapq
import re
from collections import Counter, defaultdict
from itertools import pairwise

# A comment, an environment's \begin or \end, a command, a run of letters, or one other character; white space only
# separates.
PIECE = re.compile(r"(?<!\\)%[^\n]*|(\\(?:begin|end)\{[A-Za-z]+\*?\}|\\[A-Za-z]+|\\\S|[A-Za-z]+|\S)", re.ASCII)


def pieces(text: str) -> list[str]:
    return [match[1] for match in PIECE.finditer(text) if match[1]]


def learn_merges(words: Counter, wanted: int) -> list[str]:
    """Byte-pair encoding: returns the results of up to `wanted` merges. The most frequent pair comes first; ties are
    broken by the pair itself."""
    parts = [list(word) for word in words]
    counts = list(words.values())
    pairs: Counter = Counter()
    places: dict[tuple[str, str], set[int]] = defaultdict(set)
    for index, (symbols, count) in enumerate(zip(parts, counts)):
        for pair in pairwise(symbols):
            pairs[pair] += count
            places[pair].add(index)
    heap = [(-count, pair) for pair, count in pairs.items()]
    heapq.heapify(heap)
    merged: dict[str, None] = {}
    while len(merged) < wanted and heap:
        count, pair = heapq.heappop(heap)
        if pairs[pair] != -count or count == 0:
            if pairs[pair] > 0 and pairs[pair] != -count:
                heapq.heappush(heap, (-pairs[pair], pair))
            continue
        if -count < 2:
            break
        new = pair[0] + pair[1]
        # Two pairs may give the same entry: the first one named it.
        merged.setdefault(new)
        for index in places.pop(pair):
            symbols, weight = parts[index], counts[index]
            for old in pairwise(symbols):
                pairs[old] -= weight
            at, joined = 0, []
            while at < len(symbols):
                if tuple(symbols[at : at + 2]) == pair:
                    joined.append(new)
                    at += 2
                else:
                    joined.append(symbols[at])
                    at += 1
            parts[index] = joined
            for fresh in pairwise(joined):
                pairs[fresh] += weight
                places[fresh].add(index)
                if new in fresh:
                    heapq.heappush(heap, (-pairs[fresh], fresh))
    return list(merged)


class Tokeniser:
    """Converts text to entry numbers. The number of an entry is its rank: of two possible merges, the one with the
    lower result comes first."""

    def __init__(self, entries: list[str]):
        self.ranks = {entry: rank for rank, entry in enumerate(entries)}
        self.known: dict[str, list[int]] = {}

    def tokens(self, text: str) -> list[int]:
        """Returns the entry numbers; -1 for a piece without an entry."""
        out = []
        for piece in pieces(text):
            if piece not in self.known:
                self.known[piece] = self._split(piece)
            out += self.known[piece]
        return out

    def _split(self, piece: str) -> list[int]:
        if not piece[0].isascii() or not piece[0].isalpha():
            return [self.ranks.get(piece, -1)]
        symbols = list(piece)
        while len(symbols) > 1:
            rank, at = min((self.ranks.get(a + b, len(self.ranks)), at) for at, (a, b) in enumerate(pairwise(symbols)))
            if rank == len(self.ranks):
                break
            symbols[at : at + 2] = [symbols[at] + symbols[at + 1]]
        return [self.ranks.get(symbol, -1) for symbol in symbols]
