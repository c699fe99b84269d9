import { join } from 'node:path'

/** A model with the input and output of Smart Turn v3, made by `make.py`: a low sound at the end is a finished turn. */
export const TURN_MODEL_FILE = join(import.meta.dirname, 'model.onnx')
