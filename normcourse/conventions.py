"""How published models normalize: read from their code, Transformers 5.24.0 unless named."""

from dataclasses import dataclass
from html import escape

__all__ = ["ROWS", "Row", "Table", "table"]

HF = "https://github.com/huggingface/transformers/blob/v5.24.0/src/transformers/models/"


@dataclass(frozen=True)
class Row:
    """One model.

    `place`: "pre" before a sublayer, "post" after it, "both". Gemma 3's θ is that of the layers
    that see all tokens; where a model has narrow heads for RoPE or a factor on the scale beside
    what is named, the source tells.
    `order` is "cast, × gain" where the result is rounded to the input's dtype before the gain,
    "× gain, cast" where after it. `eps` and `theta` are the code's defaults; None: there is none.
    """

    model: str
    norm: str
    eps: float | None
    gain: str
    order: str
    place: str
    qk_norm: str
    rope: str
    theta: float | None
    scale: str
    source: str


CAST, GAIN = "cast, × gain", "× gain, cast"
NONE, PAIRS, ROOT = "–", "interleaved", "1/√d"

ROWS = (
    Row("GPT-2", "LayerNorm", 1e-5, "w, b", NONE, "pre", NONE, NONE, None, ROOT, "gpt2"),
    Row("BERT", "LayerNorm", 1e-12, "w, b", NONE, "post", NONE, NONE, None, ROOT, "bert"),
    Row("T5", "RMSNorm", 1e-6, "w", CAST, "pre", NONE, NONE, None, "1", "t5"),
    Row("Llama", "RMSNorm", 1e-6, "w", CAST, "pre", NONE, "half", 1e4, ROOT, "llama"),
    Row("Mistral", "RMSNorm", 1e-6, "w", CAST, "pre", NONE, "half", 1e4, ROOT, "mistral"),
    Row("Qwen2.5", "RMSNorm", 1e-6, "w", CAST, "pre", NONE, "half", 1e4, ROOT, "qwen2"),
    Row("Qwen3", "RMSNorm", 1e-6, "w", CAST, "pre", "a head", "half", 1e4, ROOT, "qwen3"),
    Row("Gemma", "RMSNorm", 1e-6, "1 + w", GAIN, "pre", NONE, "half", 1e4, ROOT, "gemma"),
    Row("Gemma 2", "RMSNorm", 1e-6, "1 + w", GAIN, "both", NONE, "half", 1e4, "1/√256", "gemma2"),
    Row(
        "Gemma 3", "RMSNorm", 1e-6, "1 + w", GAIN, "both", "a head", "half", 1e6, "1/√256", "gemma3"
    ),
    Row("Phi-3", "RMSNorm", 1e-5, "w", CAST, "pre", NONE, "half, partial", 1e4, ROOT, "phi3"),
    Row("OLMo", "LayerNorm", 1e-5, "none", NONE, "pre", NONE, "half", 1e4, ROOT, "olmo"),
    Row("OLMo 2", "RMSNorm", 1e-5, "w", GAIN, "post", "all heads", "half", 1e4, ROOT, "olmo2"),
    Row("Cohere", "LayerNorm", 1e-5, "w", GAIN, "pre", "optional", PAIRS, 5e5, ROOT, "cohere"),
    Row(
        "DeepSeek-V3", "RMSNorm", 1e-6, "w", CAST, "pre", "latents", PAIRS, 1e4, ROOT, "deepseek_v3"
    ),
    Row("gpt-oss", "RMSNorm", 1e-5, "w", GAIN, "pre", NONE, "half", 1.5e5, ROOT, "gpt_oss"),
    Row("Mamba", "RMSNorm", 1e-5, "w", CAST, "pre", NONE, NONE, None, NONE, "mamba"),
)


def table(rows=ROWS):
    """Return the rows as a table that a notebook shows."""
    return Table(rows)


@dataclass(frozen=True)
class Table:
    """Rows in text and in HTML, with a link to each model's code."""

    rows: tuple[Row, ...]

    HEAD = ("model", "norm", "ε", "gain", "order", "place", "QK-norm", "RoPE", "θ", "scale")

    def cells(self):
        """Return the rows as words."""
        for r in self.rows:
            theta = NONE if r.theta is None else f"{r.theta:,.0f}"
            eps = NONE if r.eps is None else f"{r.eps:g}"
            yield (
                r.model,
                r.norm,
                eps,
                r.gain,
                r.order,
                r.place,
                r.qk_norm,
                r.rope,
                theta,
                r.scale,
            )

    def __repr__(self):
        lines = [self.HEAD, *self.cells()]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.HEAD))]
        return "\n".join(
            "  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )

    def _repr_html_(self):
        head = "".join(f"<th>{escape(cell)}</th>" for cell in self.HEAD)
        body = "".join(
            f'<tr><th><a href="{HF}{row.source}/modeling_{row.source}.py">{escape(name)}</a></th>'
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            + "</tr>"
            for row, (name, *cells) in zip(self.rows, self.cells(), strict=True)
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
