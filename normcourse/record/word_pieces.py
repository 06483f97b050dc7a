"""WordPiece, the tokenizer of BERT and MiniLM, for plain English text."""

import re
import unicodedata

__all__ = ["WordPieces"]


class WordPieces:
    """A vocabulary in which a piece that continues a word starts with ##.

    Examples
    --------
    >>> pieces = WordPieces(["[UNK]", "[CLS]", "[SEP]", "nor", "##m", "!"])
    >>> [pieces.tokens[i] for i in pieces.encode("Norm!")]
    ['[CLS]', 'nor', '##m', '!', '[SEP]']
    """

    def __init__(self, tokens):
        self.tokens = list(tokens)
        self._ids = {token: i for i, token in enumerate(self.tokens)}

    def encode(self, text):
        """Return the ids of `text`, lower case and without accents, in [CLS] … [SEP]."""
        plain = unicodedata.normalize("NFD", text.lower())
        plain = "".join(c for c in plain if unicodedata.category(c) != "Mn")
        words = re.findall(r"[^\W_]+|[^\w\s]|_", plain)
        inner = [piece for word in words for piece in self._pieces(word)]
        return [self._ids[token] for token in ("[CLS]", *inner, "[SEP]")]

    def _pieces(self, word):
        pieces, start = [], 0
        while start < len(word):
            mark = "##" if start else ""
            ends = range(len(word), start, -1)
            fits = [end for end in ends if mark + word[start:end] in self._ids]
            if not fits:
                return ["[UNK]"]
            pieces.append(mark + word[start : fits[0]])
            start = fits[0]
        return pieces
