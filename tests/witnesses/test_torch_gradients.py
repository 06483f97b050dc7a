"""The gradients against PyTorch's autograd, on the samples with which PyTorch tests itself.

All is float64, and has to agree to 1e-9. For a norm that is relative to the longest dx that
a dy of this length can give, since the parts of a gradient can cancel; in PyTorch as well.
"""

from collections import Counter

import numpy as np
import pytest
import torch
from torch.nn import functional
from torch.testing._internal.common_methods_invocations import op_db

from normcourse.attention_gradients import attention_vjp, softmax_vjp
from normcourse.gradients import (
    layer_norm_jacobian,
    layer_norm_vjp,
    rms_norm_jacobian,
    rms_norm_vjp,
)

DOUBLE = {"dtype": torch.float64, "requires_grad": True}


def samples(name):
    (op,) = (op for op in op_db if op.name == name and not op.variant_test_name)
    torch.manual_seed(0)
    yield from op.sample_inputs("cpu", torch.float64, requires_grad=True)


def pull_back(output, *inputs):
    """Draw a dy; return it and PyTorch's gradients, as arrays."""
    dy = torch.randn(output.shape, dtype=torch.float64)
    gradients = torch.autograd.grad(output, inputs, dy)
    return dy.numpy(), [gradient.numpy() for gradient in gradients]


def array(tensor):
    return None if tensor is None else tensor.detach().numpy()


def check(ours, theirs, scale):
    assert ours.shape == theirs.shape and ours.dtype == theirs.dtype
    assert (np.abs(ours - theirs) <= 1e-9 * scale).all()


def flat(tensor, d):
    """The axes that are normalized together, made one."""
    return None if tensor is None else tensor.detach().reshape(-1, d).requires_grad_()


def parameter(tensor, d):
    return None if tensor is None else tensor.detach().reshape(d).requires_grad_()


def longest(x, dy, gain, eps, centered):
    """How long each row of dx can be: the length of dy times the gain, over r."""
    x = x - x.mean(axis=-1, keepdims=True) if centered else x
    r = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return np.linalg.norm(dy * gain, axis=-1, keepdims=True) / r


def rms_norm_agrees(x, gain, eps):
    d = x.shape[-1]
    output = functional.rms_norm(x, (d,), gain, eps)
    dy, (dx, *dgain) = pull_back(output, *(a for a in (x, gain) if a is not None))
    ours = rms_norm_vjp(array(x), dy, array(gain), eps)
    check(ours[0], dx, longest(array(x), dy, 1 if gain is None else array(gain), eps, False))
    if dgain:
        check(ours[1], dgain[0], max(1.0, np.abs(dy).sum()))


def layer_norm_agrees(x, gain, bias, eps):
    d = x.shape[-1]
    output = functional.layer_norm(x, (d,), gain, bias, eps)
    inputs = {"x": x, "gain": gain, "bias": bias}
    given = [name for name, a in inputs.items() if a is not None]
    dy, theirs = pull_back(output, *(inputs[name] for name in given))
    ours = dict(zip(inputs, layer_norm_vjp(array(x), dy, array(gain), eps), strict=True))
    scales = dict.fromkeys(inputs, max(1.0, np.abs(dy).sum()))
    scales["x"] = longest(array(x), dy, 1 if gain is None else array(gain), eps, True)
    for name, gradient in zip(given, theirs, strict=True):
        check(ours[name], gradient, scales[name])


def test_rms_norm():
    count = Counter()
    for sample in samples("nn.functional.rms_norm"):
        shape, *gain = sample.args
        d = int(np.prod(shape))
        gain = gain[0] if gain else sample.kwargs.get("weight")
        eps = sample.kwargs.get("eps") or torch.finfo(torch.float64).eps
        if eps < 0:
            count["out of scope: a negative eps"] += 1
            continue
        rms_norm_agrees(flat(sample.input, d), parameter(gain, d), eps)
        count["passed"] += 1
    print(f"\nPyTorch autograd, rms_norm: {dict(count)}")
    assert count == {"passed": 5, "out of scope: a negative eps": 1}


def test_layer_norm():
    count = Counter()
    for sample in samples("native_layer_norm"):
        shape, gain, bias, eps = sample.args
        d = int(np.prod(shape))
        if eps < 0:
            count["out of scope: a negative eps"] += 1
            continue
        layer_norm_agrees(flat(sample.input, d), parameter(gain, d), parameter(bias, d), eps)
        count["passed"] += 1
    for sample in samples("nn.functional.layer_norm"):
        shape, gain, bias = (*sample.args, None, None)[:3]
        d, eps = int(np.prod(shape)), sample.kwargs.get("eps", 1e-5)
        if eps < 0:
            count["out of scope: a negative eps"] += 1
            continue
        layer_norm_agrees(flat(sample.input, d), parameter(gain, d), parameter(bias, d), eps)
        count["passed"] += 1
    print(f"\nPyTorch autograd, layer_norm: {dict(count)}")
    assert count == {"passed": 21, "out of scope: a negative eps": 5}


@pytest.mark.parametrize("eps", [1e-12, 1e-6, 1e-2])
@pytest.mark.parametrize("d", [3, 64, 4096])
def test_drawn_rows_and_jacobians(d, eps):
    torch.manual_seed(d)
    x, gain, bias = torch.randn(7, d, **DOUBLE), torch.randn(d, **DOUBLE), torch.randn(d, **DOUBLE)
    rms_norm_agrees(x, gain, eps)
    layer_norm_agrees(x, gain, bias, eps)
    if d > 64:
        return
    norms = {
        rms_norm_jacobian: lambda x: functional.rms_norm(x, (d,), gain, eps),
        layer_norm_jacobian: lambda x: functional.layer_norm(x, (d,), gain, bias, eps),
    }
    for jacobian, norm in norms.items():
        for row in x.detach():
            theirs = torch.autograd.functional.jacobian(norm, row).numpy()
            check(jacobian(row.numpy(), array(gain), eps), theirs, np.abs(theirs).max())


def test_softmax():
    count = Counter()
    for sample in samples("softmax"):
        x, (dim,) = sample.input, sample.args
        if x.ndim == 0 or x.shape[dim] == 0:
            count["out of scope: no entries, or a single number"] += 1
            continue
        p = torch.softmax(x, dim)
        dp, (dx,) = pull_back(p, x)
        ours = softmax_vjp(np.moveaxis(array(p), dim, -1), np.moveaxis(dp, dim, -1))
        check(np.moveaxis(ours, -1, dim), dx, np.abs(dx).max())
        count["passed"] += 1
    for sample in samples("_softmax_backward_data"):
        p, dim, dtype = sample.args
        theirs = torch._softmax_backward_data(sample.input, p, dim, dtype).detach().numpy()
        dp = np.moveaxis(array(sample.input), dim, -1)
        ours = np.moveaxis(softmax_vjp(np.moveaxis(array(p), dim, -1), dp), -1, dim)
        check(ours, theirs, np.abs(theirs).max())
        count["passed"] += 1
    print(f"\nPyTorch autograd, softmax: {dict(count)}")
    assert count == {"passed": 8, "out of scope: no entries, or a single number": 2}


def attention_agrees(q, k, v, mask=None, causal=False, **options):
    output = functional.scaled_dot_product_attention(q, k, v, mask, is_causal=causal, **options)
    dout, theirs = pull_back(output, q, k, v)
    scale = options.get("scale")
    ours = attention_vjp(*map(array, (q, k, v)), dout, scale, array(mask), causal, align="first")
    for a, b in zip(ours, theirs, strict=True):
        check(a, b, np.abs(b).max())


def test_attention():
    count = Counter()
    for sample in samples("nn.functional.scaled_dot_product_attention"):
        options = dict(sample.kwargs)
        if options.pop("dropout_p"):
            count["out of scope: dropout"] += 1
            continue
        mask, causal = options.pop("attn_mask", None), options.pop("is_causal")
        attention_agrees(sample.input, *sample.args, mask, causal, **options)
        count["passed"] += 1
    print(f"\nPyTorch autograd, scaled_dot_product_attention: {dict(count)}")
    assert count == {"passed": 13, "out of scope: dropout": 12}


def test_grouped_heads_scale_and_boolean_mask():
    torch.manual_seed(0)
    q, k, v = (torch.randn(2, heads, 5, 4, **DOUBLE) for heads in (6, 2, 2))
    attention_agrees(q, k, v, causal=True, enable_gqa=True)
    attention_agrees(q, k, v, torch.rand(5, 5) < 0.6, scale=0.7, enable_gqa=True)
    nothing = torch.ones(5, 5, dtype=torch.bool)
    nothing[2] = False
    attention_agrees(q, k, v, nothing, enable_gqa=True)


def test_the_code_of_the_source_prints_its_gradient():
    """float32, and so eps is rounded to float32 before it is added."""
    x = torch.tensor([1.0, 2.0, 3.0, 4.0])
    tiny = (1e-8 * x).requires_grad_(True)
    (tiny / torch.sqrt(tiny.pow(2).mean(-1, keepdim=True) + 1e-5) * torch.ones(4)).sum().backward()
    ones, eps = np.ones(4, np.float32), float(np.float32(1e-5))
    dx, _ = rms_norm_vjp(array(tiny), ones, ones, eps)
    assert f"{tiny.grad[0].item():.5f}" == f"{dx[0]:.5f}" == "316.22778"
