"""Makes model.onnx and tokens.txt: a voice that renders each character as a short tone. Test data.

The model has the inputs and the metadata of a VITS voice with the frontend `characters`, as sherpa-onnx reads it
(sherpa-onnx/csrc/offline-tts-vits-model.cc). A character with token n sounds for 40 ms / speed at 200 + 40 n Hz; a space
and the blank between two characters are silent. Needs Debian's python3-onnx: `python3 make.py`.
"""

import math
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FOLDER = os.path.dirname(os.path.abspath(__file__))
SAMPLE_RATE = 16_000
SAMPLES_PER_TOKEN = 640
CHARACTERS = " abcdefghijklmnopqrstuvwxyz.,?!'-:"


def constant(name, value):
    return numpy_helper.from_array(value, name)


def main():
    with open(os.path.join(FOLDER, "tokens.txt"), "w", encoding="utf8") as file:
        for token, character in enumerate(CHARACTERS):
            file.write(f"{character} {token}\n")
    nodes = [
        # samples of one token, 1-D: 0 .. round(640 * length_scale) - 1
        helper.make_node("Squeeze", ["length_scale", "axis0"], ["scale"]),
        helper.make_node("Mul", ["scale", "samples_per_token"], ["length_float"]),
        helper.make_node("Cast", ["length_float"], ["length"], to=TensorProto.INT64),
        helper.make_node("Range", ["zero", "length", "one"], ["steps_int"]),
        helper.make_node("Cast", ["steps_int"], ["steps"], to=TensorProto.FLOAT),
        # radians per sample of each character, [1, L, 1]
        helper.make_node("Cast", ["x"], ["x_float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["x_float", "hertz_per_token"], ["above_base"]),
        helper.make_node("Add", ["above_base", "base_hertz"], ["hertz"]),
        helper.make_node("Mul", ["hertz", "radians_per_hertz"], ["radians"]),
        helper.make_node("Unsqueeze", ["radians", "axis2"], ["radians3"]),
        helper.make_node("Mul", ["radians3", "steps"], ["phases"]),
        helper.make_node("Sin", ["phases"], ["tones"]),
        # token 0, the space, is silent
        helper.make_node("Sign", ["x_float"], ["is_heard"]),
        helper.make_node("Mul", ["is_heard", "loudness"], ["gain"]),
        helper.make_node("Unsqueeze", ["gain", "axis2"], ["gain3"]),
        helper.make_node("Mul", ["tones", "gain3"], ["heard"]),
        helper.make_node("Reshape", ["heard", "output_shape"], ["flat"]),
        # every input must be used, or ONNX Runtime drops it: the others are added with weight zero
        helper.make_node("Cast", ["x_length"], ["x_length_float"], to=TensorProto.FLOAT),
        helper.make_node("Add", ["noise_scale", "noise_scale_w"], ["noise"]),
        helper.make_node("Add", ["noise", "x_length_float"], ["unused"]),
        helper.make_node("Mul", ["unused", "nothing"], ["none"]),
        helper.make_node("Add", ["flat", "none"], ["y"]),
    ]
    scalar = lambda value, dtype: np.array(value, dtype=dtype)
    graph = helper.make_graph(
        nodes,
        "tones",
        [
            helper.make_tensor_value_info("x", TensorProto.INT64, [1, "L"]),
            helper.make_tensor_value_info("x_length", TensorProto.INT64, [1]),
            helper.make_tensor_value_info("noise_scale", TensorProto.FLOAT, [1]),
            helper.make_tensor_value_info("length_scale", TensorProto.FLOAT, [1]),
            helper.make_tensor_value_info("noise_scale_w", TensorProto.FLOAT, [1]),
        ],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 1, "T"])],
        [
            constant("axis0", np.array([0], dtype=np.int64)),
            constant("axis2", np.array([2], dtype=np.int64)),
            constant("samples_per_token", scalar(SAMPLES_PER_TOKEN, np.float32)),
            constant("zero", scalar(0, np.int64)),
            constant("one", scalar(1, np.int64)),
            constant("hertz_per_token", scalar(40, np.float32)),
            constant("base_hertz", scalar(200, np.float32)),
            constant("radians_per_hertz", scalar(2 * math.pi / SAMPLE_RATE, np.float32)),
            constant("loudness", scalar(0.5, np.float32)),
            constant("nothing", scalar(0, np.float32)),
            constant("output_shape", np.array([1, 1, -1], dtype=np.int64)),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="vee-test-data")
    model.ir_version = 8
    metadata = {
        "sample_rate": SAMPLE_RATE,
        "add_blank": 1,
        "n_speakers": 1,
        "language": "English",
        "comment": "tones, test data of Vee",
        "frontend": "characters",
        "blank_id": 0,
        "use_eos_bos": 0,
        "punctuation": "",
    }
    for key, value in metadata.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, str(value)
    onnx.checker.check_model(model)
    onnx.save(model, os.path.join(FOLDER, "model.onnx"))


main()
