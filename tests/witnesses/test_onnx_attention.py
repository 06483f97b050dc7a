"""RoPE and attention against the data that the ONNX project publishes for its operators.

The first two tests print how many cases agreed, and which use a feature that the course does
not have. Past keys and padding are joined to the keys and the mask here, since the course has
no arguments of their own for them.
"""

import numpy as np
import pytest
from onnx_cases import cases

from normcourse.attention import attention_scores, scaled_dot_product_attention, softmax
from normcourse.rotations import rotate_pairs

TOLERANCE = {np.dtype(np.float16): 2e-3, np.dtype(np.float32): 2e-6}


def heads_apart(x, heads):
    """(batch, n, heads · d) to (batch, heads, n, d), as the operators do it."""
    batch, n, width = x.shape
    return x.reshape(batch, n, heads, width // heads).transpose(0, 2, 1, 3)


def heads_together(x):
    batch, heads, n, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(batch, n, heads * d)


def rotary_embedding(x, cos, sin, positions=None, **attributes):
    """The operator in terms of `rotate_pairs`.

    Its test data has drawn "cosines" and "sines" that lie on no circle: each pair is
    turned by their angle, and stretched by their length.
    """
    layout = "interleaved" if attributes.get("interleaved") else "half"
    if positions is not None:
        cos, sin = cos[positions], sin[positions]
    heads = attributes.get("num_heads")
    rows = heads_apart(x, heads) if heads else x
    cos, sin = (a.astype(np.float64)[:, None] for a in (cos, sin))
    turned = rotate_pairs(rows, np.arctan2(sin, cos), layout)
    length = np.hypot(sin, cos)
    stretch = np.repeat(length, 2, axis=-1) if layout == "interleaved" else np.tile(length, 2)
    turned[..., : stretch.shape[-1]] *= stretch.astype(x.dtype)
    return heads_together(turned) if heads else turned


def test_rotary_embedding():
    passed = 0
    for case in cases("RotaryEmbedding"):
        assert attributes_known(case, {"interleaved", "num_heads", "rotary_embedding_dim"})
        y = rotary_embedding(*case.inputs, **case.attributes)
        check(case, y, case.outputs[0])
        passed += 1
    print(f"\nONNX RotaryEmbedding: {passed} passed, 0 failed, 0 out of scope")
    assert passed == 8


def attention(case):
    """The operator in terms of the course: its output, and its optional fourth output."""
    q, k, v, mask, past_k, past_v, lengths = (*case.inputs, *[None] * 4)[:7]
    flat = q.ndim == 3
    if flat:
        groups = case.attributes["kv_num_heads"]
        q = heads_apart(q, case.attributes["q_num_heads"])
        k, v = heads_apart(k, groups), heads_apart(v, groups)
    past = 0
    if past_k is not None:
        past = past_k.shape[-2]
        k, v = np.concatenate([past_k, k], axis=-2), np.concatenate([past_v, v], axis=-2)
    n, m = q.shape[-2], k.shape[-2]
    bias = as_bias(mask, m)
    if case.attributes.get("is_causal"):
        bias = bias + np.where(np.tri(n, m, past, dtype=bool), 0.0, -np.inf)
    if lengths is not None:
        padding = np.arange(m) >= lengths[:, None, None, None]
        bias = bias + np.where(padding, -np.inf, 0.0)
    scale = case.attributes.get("scale")
    y = scaled_dot_product_attention(q, k, v, scale=scale, mask=bias)
    scores = attention_scores(q, k, scale)
    stages = {0: scores, 2: scores + bias, 3: softmax(scores + bias)}
    return heads_together(y) if flat else y, stages[case.attributes.get("qk_matmul_output_mode", 0)]


def as_bias(mask, m):
    """A mask of either kind as numbers to add; keys past its end are not to be attended to."""
    if mask is None:
        return np.zeros(m)
    if mask.dtype == bool:
        mask = np.where(mask, 0.0, -np.inf)
    missing = [(0, 0)] * (mask.ndim - 1) + [(0, m - mask.shape[-1])]
    return np.pad(mask.astype(np.float64), missing, constant_values=-np.inf)


def test_attention():
    passed, out_of_scope = 0, []
    for case in cases("Attention"):
        if case.attributes.get("softcap"):
            out_of_scope.append(f"{case.name}: softcap")
            continue
        assert attributes_known(
            case, {"is_causal", "kv_num_heads", "q_num_heads", "qk_matmul_output_mode", "scale"}
        )
        y, stage = attention(case)
        check(case, y, case.outputs[0])
        if len(case.outputs) > 3:
            check(case, stage.astype(y.dtype), case.outputs[3])
        passed += 1
    print(f"\nONNX Attention: {passed} passed, 0 failed, {len(out_of_scope)} out of scope:")
    print(*out_of_scope, sep="\n")
    assert passed + len(out_of_scope) == 64
    assert len(out_of_scope) == 10


@pytest.mark.parametrize("kind", ["bool", "causal"])
def test_the_course_reads_boolean_and_causal_masks_as_onnx_does(kind):
    """The adapter above turns both into numbers; here they go in as they are."""
    ran = 0
    for case in cases("Attention"):
        q, k, v, *mask = case.inputs
        if q.ndim != 4 or len(case.inputs) > 4 or case.attributes.keys() - {"is_causal"}:
            continue
        if kind == "bool" and mask and mask[0].dtype == bool:
            y = scaled_dot_product_attention(q, k, v, mask=mask[0])
        elif kind == "causal" and case.attributes:
            mask = mask[0] if mask else None
            y = scaled_dot_product_attention(q, k, v, mask=mask, causal=True, align="first")
        else:
            continue
        check(case, y, case.outputs[0])
        ran += 1
    assert ran == {"bool": 2, "causal": 5}[kind]


def attributes_known(case, known):
    unknown = case.attributes.keys() - known
    assert not unknown, f"{case.name} has {unknown}: run it, or list it with the feature"
    return True


def check(case, y, expected):
    assert y.shape == expected.shape and y.dtype == expected.dtype, case.name
    bound = TOLERANCE[expected.dtype]
    np.testing.assert_allclose(y, expected, rtol=bound, atol=bound, err_msg=case.name)
