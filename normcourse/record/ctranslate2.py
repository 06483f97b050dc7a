"""The file format of CTranslate2, version 6, as far as Whisper's weights need it."""

import struct

import numpy as np

__all__ = ["read_weights"]

DTYPES = {0: "<f4", 1: "<i1", 2: "<i2", 3: "<i4", 4: "<f2"}


def read_weights(data):
    """Return the arrays in the bytes of a model file, those in float16 as float32.

    The file holds the version, the name and revision of the model, the number of arrays,
    for each array its name, shape, type and numbers, and last pairs of names for one array.
    """
    at = 0

    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return values

    def name():
        (length,) = take("H")
        return take(f"{length}s")[0].rstrip(b"\0").decode()

    (version,) = take("I")
    if version != 6:
        raise ValueError(f"the file has version {version}, and only 6 can be read")
    name(), take("I")
    arrays = {}
    for _ in range(take("I")[0]):
        key = name()
        shape = take(f"{take('B')[0]}I")
        code, length = take("BI")
        array = np.frombuffer(data, DTYPES[code], length // np.dtype(DTYPES[code]).itemsize, at)
        array = array.reshape(shape)
        arrays[key] = array.astype(np.float32) if code == 4 else array
        at += length
    for _ in range(take("I")[0]):
        alias, target = name(), name()
        arrays[alias] = arrays[target]
    return arrays
