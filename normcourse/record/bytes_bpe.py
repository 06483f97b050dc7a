"""Byte-level BPE, the tokenizer of GPT-2 and SmolLM2, for plain text without special tokens."""

import re
from functools import lru_cache

__all__ = ["BytePairs", "byte_letters"]

# GPT-2's pattern with each digit on its own, as SmolLM2 wants it. Python's `re` has no
# Unicode classes: [^\W\d_] stands for letters, which is right for all but rare digits.
PIECES = re.compile(
    r"\d|'s|'t|'re|'ve|'m|'ll|'d| ?[^\W\d_]+| ?(?:[^\s\w]|_)+|\s+(?=\d)|\s+(?!\S)|\s+"
)


def byte_letters():
    """Return the printable letter that stands for each of the 256 bytes.

    Examples
    --------
    >>> letters = byte_letters()
    >>> letters[ord("a")], letters[ord(" ")], len(set(letters))
    ('a', 'Ġ', 256)
    """
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = iter(range(256, 512))
    return [chr(b) if b in printable else chr(next(others)) for b in range(256)]


class BytePairs:
    """A vocabulary and its merges.

    Parameters
    ----------
    tokens : list of str
        In the letters of `byte_letters`.
    merges : list of str
        Two parts with a space between them, the earliest merge first.

    Examples
    --------
    >>> pairs = BytePairs(["l", "o", "w", "lo", "low", "Ġ"], ["l o", "lo w"])
    >>> pairs.encode("low low"), pairs.decode([4, 5, 4])
    ([4, 5, 4], 'low low')
    """

    def __init__(self, tokens, merges):
        self.tokens = list(tokens)
        self._ids = {token: i for i, token in enumerate(self.tokens)}
        self._ranks = {tuple(merge.split(" ")): i for i, merge in enumerate(merges)}
        self._letters = byte_letters()
        self._bytes = {letter: b for b, letter in enumerate(self._letters)}

    def encode(self, text):
        """Return the ids of `text`."""
        piece_ids = lru_cache(maxsize=None)(self._piece_ids)
        return [i for piece in PIECES.findall(text) for i in piece_ids(piece)]

    def decode(self, ids):
        """Return the text of `ids`; bytes that are no UTF-8 become question marks."""
        letters = "".join(self.tokens[i] for i in ids)
        return bytes(self._bytes.get(letter, ord("?")) for letter in letters).decode(
            errors="replace"
        )

    def _piece_ids(self, piece):
        parts = [self._letters[b] for b in piece.encode()]
        while len(parts) > 1:
            pairs = list(zip(parts, parts[1:], strict=False))
            best = min(pairs, key=lambda pair: self._ranks.get(pair, len(self._ranks)))
            if best not in self._ranks:
                break
            parts = merged(parts, best)
        return [self._ids[part] for part in parts]


def merged(parts, pair):
    """Return `parts` with every occurrence of `pair` joined, from the left."""
    out = []
    for part in parts:
        # Joined parts are longer than pair[0], so one never takes part in a second join.
        if out and out[-1] == pair[0] and part == pair[1]:
            out[-1] += part
        else:
            out.append(part)
    return out
