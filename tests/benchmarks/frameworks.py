"""The same norms in PyTorch and in ONNX Runtime, each on one thread."""

from benchmarks.plain import EPS


def torch_jobs(x, dy, gain, bias):
    """Return PyTorch's norms, without a record for gradients, and its backward passes.

    A backward pass is autograd's alone: what the forward pass has kept is there already.
    """
    import torch

    torch.set_num_threads(1)
    x, dy, gain, bias = (torch.from_numpy(a) for a in (x, dy, gain, bias))
    of, shape = torch.nn.functional, gain.shape

    def backward(norm, *inputs):
        inputs = [a.clone().requires_grad_() for a in inputs]
        y = norm(*inputs)
        return lambda: torch.autograd.grad(y, inputs, dy, retain_graph=True)

    def rms(x, gain):
        return of.rms_norm(x, shape, gain, EPS)

    def layer(x, gain, bias):
        return of.layer_norm(x, shape, gain, bias, EPS)

    return {
        "RMSNorm": lambda: rms(x, gain),
        "LayerNorm": lambda: layer(x, gain, bias),
        "RMSNorm, gradient": backward(rms, x, gain),
        "LayerNorm, gradient": backward(layer, x, gain, bias),
    }


def onnx_jobs(x, gain, bias):
    """Return ONNX Runtime's two operators, each a model of one node."""
    return {
        "RMSNorm": session("RMSNormalization", {"x": x, "gain": gain}),
        "LayerNorm": session("LayerNormalization", {"x": x, "gain": gain, "bias": bias}),
    }


def session(operator, feed):
    """Return a function that runs a model of one operator on arrays."""
    import onnxruntime
    from onnx import TensorProto, helper

    def tensor(name, shape):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    node = helper.make_node(operator, list(feed), ["y"], axis=-1, epsilon=EPS)
    inputs = [tensor(name, array.shape) for name, array in feed.items()]
    graph = helper.make_graph([node], "norm", inputs, [tensor("y", feed["x"].shape)])
    opset = [helper.make_opsetid("", 23)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    ready = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return lambda: ready.run(None, feed)
