"""The tokenizer: items of `latex.py`, and frequent runs of them.

It is written as the library `tokenizers` reads it: a pattern cuts the text into the longest tokens, from left to right.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

BOS, PAD, EOS, UNKNOWN = "<s>", "<pad>", "</s>", "<unk>"
SPECIAL = [BOS, PAD, EOS, UNKNOWN]


def runs(formulas: list[list[str]], least: int, merges: int) -> list[str]:
    """Return items that occur at least `least` times, and the runs that byte-pair encoding would merge."""
    counts = Counter(item for items in formulas for item in items)
    vocabulary = sorted(item for item, count in counts.items() if count >= least)
    # A sample shows which runs are frequent.
    sequences = Counter(tuple(items) for items in formulas[::10])
    words = [(list(items), count) for items, count in sequences.items()]
    for _ in range(merges):
        pairs: Counter[tuple[str, str]] = Counter()
        for items, count in words:
            for pair in itertools.pairwise(items):
                pairs[pair] += count
        # Structure is merged with its neighbour; two signs that print stay apart: each has its place.
        best = max(pairs, key=lambda pair: (is_structure(pair) * pairs[pair], pair))
        if not is_structure(best):
            break
        merged = "".join(best)
        vocabulary.append(merged)
        for items, _ in words:
            at = 0
            while at + 1 < len(items):
                if items[at] == best[0] and items[at + 1] == best[1]:
                    items[at : at + 2] = [merged]
                at += 1
    return vocabulary


def is_structure(pair: tuple[str, str]) -> bool:
    """Return whether at most one of the two prints a sign."""
    signs = [re.sub(r"\\[A-Za-z]+\{|[_^]?\{|\}|\\begin\{[^}]*\}", "", part) for part in pair]
    return sum(map(bool, signs)) <= 1


def tokenizer_of(vocabulary: list[str]) -> PreTrainedTokenizerFast:
    """Return the tokenizer of a list of tokens."""
    ids = {token: index for index, token in enumerate(SPECIAL + vocabulary)}
    longest = sorted(vocabulary, key=lambda token: (-len(token), token))
    tokenizer = Tokenizer(models.WordLevel(ids, unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex("|".join(map(re.escape, longest)) + "|."), "isolated")
    tokenizer.decoder = decoders.Fuse()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=BOS,
        eos_token=EOS,
        pad_token=PAD,
        unk_token=UNKNOWN,
        clean_up_tokenization_spaces=False,
    )
