"""Makes model.onnx: a turn model that takes a low sound at the end for a finished turn. Test data.

The model has the input and the output of Smart Turn v3 (github.com/pipecat-ai/smart-turn): `input_features`, log-mel
features [batch, 80, 800] of the last 8 s, and a probability [batch, 1]. It compares the lowest 30 bands (below about 1 kHz)
with the others over the frames 720 to 780, the end of the speech before a pause of 200 ms. Needs the Python package onnx:
`python3 make.py`.
"""

import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FOLDER = os.path.dirname(os.path.abspath(__file__))
BANDS, FRAMES = 80, 800
LOW_BANDS = 30
SPEECH = (720, 780)
STEEPNESS = 8.0


def integers(name, *values):
    return numpy_helper.from_array(np.array(values, dtype=np.int64), name)


def main():
    nodes = [
        helper.make_node("Slice", ["input_features", "low_from", "low_to", "axes"], ["low"]),
        helper.make_node("Slice", ["input_features", "high_from", "high_to", "axes"], ["high"]),
        helper.make_node("ReduceMean", ["low"], ["low_mean"], axes=[1, 2], keepdims=0),
        helper.make_node("ReduceMean", ["high"], ["high_mean"], axes=[1, 2], keepdims=0),
        helper.make_node("Sub", ["low_mean", "high_mean"], ["difference"]),
        helper.make_node("Mul", ["difference", "steepness"], ["logit"]),
        helper.make_node("Sigmoid", ["logit"], ["probability"]),
        helper.make_node("Reshape", ["probability", "output_shape"], ["logits"]),
    ]
    graph = helper.make_graph(
        nodes,
        "turn_model",
        [helper.make_tensor_value_info("input_features", TensorProto.FLOAT, ["batch", BANDS, FRAMES])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])],
        [
            integers("low_from", 0, SPEECH[0]),
            integers("low_to", LOW_BANDS, SPEECH[1]),
            integers("high_from", LOW_BANDS, SPEECH[0]),
            integers("high_to", BANDS, SPEECH[1]),
            integers("axes", 1, 2),
            integers("output_shape", -1, 1),
            numpy_helper.from_array(np.array(STEEPNESS, dtype=np.float32), "steepness"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], producer_name="vee-test-data")
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, os.path.join(FOLDER, "model.onnx"))


main()
