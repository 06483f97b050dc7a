"""Read the node test data that the installed onnx package ships."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx
from onnx import numpy_helper


class Case(NamedTuple):
    """One node with its data; an input or output that the node leaves out is None."""

    name: str
    attributes: dict[str, Any]
    inputs: list[np.ndarray | None]
    outputs: list[np.ndarray | None]


def cases(op_type):
    """Yield every case that consists of one node of this type, in order of its name.

    The same data exists a second time for the operator written out in simpler ones; those
    graphs have several nodes, or none of this type, and are left out.
    """
    folder = Path(onnx.__file__).parent / "backend" / "test" / "data" / "node"
    for path in sorted(folder.glob("*/model.onnx")):
        graph = onnx.load(path).graph
        if [node.op_type for node in graph.node] != [op_type]:
            continue
        node = graph.node[0]
        attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        for data in sorted(path.parent.glob("test_data_set_*")):
            inputs = _read(data, "input", [value.name for value in graph.input])
            outputs = _read(data, "output", [value.name for value in graph.output])
            yield Case(
                path.parent.name,
                attributes,
                [inputs.get(name) for name in node.input],
                [outputs.get(name) for name in node.output],
            )


def _read(folder, kind, names):
    arrays = {}
    for i, name in enumerate(names):
        tensor = onnx.TensorProto.FromString((folder / f"{kind}_{i}.pb").read_bytes())
        arrays[name] = numpy_helper.to_array(tensor)
    return arrays
