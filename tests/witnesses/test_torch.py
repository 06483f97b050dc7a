"""The norms against PyTorch, on the samples with which PyTorch tests its own operators.

Each sample is computed by PyTorch in float64 and by the course in the sample's dtype; the
difference has to lie within the course's stated bound.
"""

from collections import Counter

import ml_dtypes
import numpy as np
import pytest
import torch
from torch.nn import functional
from torch.testing._internal.common_methods_invocations import op_db

from normcourse.norms import layer_norm, rms_norm, unit_norm

DTYPES = {
    torch.float16: (np.dtype(np.float16), 0.51),
    torch.bfloat16: (np.dtype(ml_dtypes.bfloat16), 0.51),
    torch.float32: (np.dtype(np.float32), 3),
    torch.float64: (np.dtype(np.float64), 3),
}


def samples(name, dtype):
    (op,) = (op for op in op_db if op.name == name)
    assert dtype in op.dtypes
    torch.manual_seed(0)
    yield from op.sample_inputs("cpu", dtype, requires_grad=False)


def array(tensor, dtype=np.float64):
    return None if tensor is None else tensor.double().numpy().astype(dtype)


def check(y, expected, scale, dtype):
    """Compare with a float64 result, whose own error is far below all but float64's bound."""
    numpy_dtype, bound = DTYPES[dtype]
    assert y.dtype == numpy_dtype
    info = ml_dtypes.finfo(numpy_dtype)
    allowed = (bound + (dtype == torch.float64)) * float(info.eps) * scale
    assert (np.abs(y.astype(np.float64) - expected) <= allowed).all()


def trailing(sample):
    """The sample with the axes that it normalizes together made one."""
    shape, *vectors = sample.args
    d = int(np.prod(shape))
    names = ("weight", "bias")[len(vectors) :]
    vectors += [sample.kwargs.get(name) for name in names]
    vectors = [None if v is None else v.reshape(d) for v in vectors]
    return sample.input.reshape(-1, d), vectors, sample.kwargs.get("eps")


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_rms_norm(dtype):
    count = Counter()
    for sample in samples("nn.functional.rms_norm", dtype):
        x, (gain, _), eps = trailing(sample)
        eps = torch.finfo(dtype).eps if eps is None else eps
        vector, numpy_dtype = array(gain, DTYPES[dtype][0]), DTYPES[dtype][0]
        if eps < 0:
            with pytest.raises(ValueError, match="eps is -0.5"):
                rms_norm(array(x, numpy_dtype), vector, eps)
            count["out of scope: a negative eps"] += 1
            continue
        wide = None if gain is None else gain.double()
        expected = functional.rms_norm(x.double(), x.shape[-1:], wide, eps).numpy()
        check(rms_norm(array(x, numpy_dtype), vector, eps), expected, np.abs(expected), dtype)
        count["passed"] += 1
    print(f"\nPyTorch rms_norm, {dtype}: {dict(count)}")
    assert count == {"passed": 5, "out of scope: a negative eps": 1}


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_layer_norm(dtype):
    count = Counter()
    for sample in samples("nn.functional.layer_norm", dtype):
        x, vectors, eps = trailing(sample)
        eps = 1e-5 if eps is None else eps
        numpy_dtype = DTYPES[dtype][0]
        gain, bias = (array(vector, numpy_dtype) for vector in vectors)
        if eps < 0:
            with pytest.raises(ValueError, match="eps is -0.5"):
                layer_norm(array(x, numpy_dtype), gain, bias, eps)
            count["out of scope: a negative eps"] += 1
            continue
        wide = [None if vector is None else vector.double() for vector in vectors]
        expected = functional.layer_norm(x.double(), x.shape[-1:], *wide, eps).numpy()
        z = np.abs(functional.layer_norm(x.double(), x.shape[-1:], None, None, eps).numpy())
        gain_size, bias_size = (0 if v is None else np.abs(array(v)) for v in wide)
        gain_size = 1 if vectors[0] is None else gain_size
        spread = np.sqrt(np.mean(z**2, axis=-1, keepdims=True))
        scale = (z + spread) * gain_size + bias_size
        check(layer_norm(array(x, numpy_dtype), gain, bias, eps), expected, scale, dtype)
        count["passed"] += 1
    print(f"\nPyTorch layer_norm, {dtype}: {dict(count)}")
    assert count == {"passed": 5, "out of scope: a negative eps": 1}


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_normalize(dtype):
    count = Counter()
    for sample in samples("nn.functional.normalize", dtype):
        p, dim, eps = (sample.kwargs.get(k, v) for k, v in (("p", 2.0), ("dim", 1), ("eps", 1e-12)))
        if p != 2:
            count["out of scope: a norm other than p = 2"] += 1
            continue
        x = sample.input
        wide = functional.normalize(x.double(), p=2, dim=dim, eps=eps)
        expected = np.moveaxis(wide.numpy(), dim, -1)
        # PyTorch's eps is a floor under the length, which no sample reaches.
        assert x.double().norm(dim=dim).min() > eps
        y = unit_norm(np.moveaxis(array(x, DTYPES[dtype][0]), dim, -1))
        check(y, expected, np.abs(expected), dtype)
        count["passed"] += 1
    print(f"\nPyTorch normalize, {dtype}: {dict(count)}")
    assert count == {"passed": 3, "out of scope: a norm other than p = 2": 5}


def test_the_code_of_the_source_prints_what_the_course_prints():
    x, gamma = torch.tensor([1.0, 2.0, 3.0, 4.0]), torch.ones(4)

    def rmsnorm(x, gamma, eps=1e-5):
        return x / torch.sqrt(x.pow(2).mean(-1, keepdim=True) + eps) * gamma

    def rounded(values):
        return [round(v, 4) for v in values.tolist()]

    for factor in (1, 100):
        assert rounded(rmsnorm(factor * x, gamma)) == rounded(
            rms_norm(factor * x.numpy(), gamma.numpy(), 1e-5)
        )
    assert rounded(functional.layer_norm(x, (4,))) == rounded(layer_norm(x.numpy(), eps=1e-5))
    assert sum(p.numel() for p in torch.nn.RMSNorm(4).parameters()) == 4
