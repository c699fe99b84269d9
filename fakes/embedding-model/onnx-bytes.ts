/**
 * Writes models in the format of ONNX (onnx/onnx.proto3): protocol buffers, of which only the fields are written that a
 * graph of tensors and nodes needs.
 */

/** `TensorProto.DataType` */
const DATA_TYPES = { float: 1, uint8: 2, int8: 3, int64: 7 } as const
/** `AttributeProto.AttributeType` */
const ATTRIBUTE_TYPES = { integer: 2, integers: 7 } as const

interface OnnxTensor {
  readonly name: string
  readonly type: keyof typeof DATA_TYPES
  readonly dimensions: readonly number[]
  readonly values: Float32Array | Uint8Array | Int8Array | BigInt64Array
}

interface OnnxNode {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly integers?: Readonly<Record<string, number | readonly number[]>>
}

interface OnnxValue {
  readonly name: string
  readonly type: keyof typeof DATA_TYPES
  /** a name where the length is not fixed */
  readonly dimensions: readonly (number | string)[]
}

interface OnnxGraph {
  readonly inputs: readonly OnnxValue[]
  readonly outputs: readonly OnnxValue[]
  readonly tensors: readonly OnnxTensor[]
  readonly nodes: readonly OnnxNode[]
}

/** Version of the format, and of the operators. */
const IR_VERSION = 8
const OPERATORS = 17

export function onnxBytes({ inputs, outputs, tensors, nodes }: OnnxGraph): Buffer {
  const graph = [
    ...nodes.map((node) => field(1, nodeBytes(node))),
    field(2, 'graph'),
    ...tensors.map((tensor) => field(5, tensorBytes(tensor))),
    ...inputs.map((value) => field(11, valueBytes(value))),
    ...outputs.map((value) => field(12, valueBytes(value))),
  ]
  return Buffer.concat([
    number(1, IR_VERSION),
    field(7, Buffer.concat(graph)),
    field(8, Buffer.concat([field(1, ''), number(2, OPERATORS)])),
  ])
}

function nodeBytes({ operator, inputs, outputs, integers = {} }: OnnxNode): Buffer {
  const attributes = Object.entries(integers).map(([name, value]) =>
    field(
      5,
      typeof value === 'number'
        ? Buffer.concat([field(1, name), number(3, value), number(20, ATTRIBUTE_TYPES.integer)])
        : Buffer.concat([
            field(1, name),
            ...value.map((each) => number(8, each)),
            number(20, ATTRIBUTE_TYPES.integers),
          ]),
    ),
  )
  return Buffer.concat([
    ...inputs.map((name) => field(1, name)),
    ...outputs.map((name) => field(2, name)),
    field(3, outputs.join()),
    field(4, operator),
    ...attributes,
  ])
}

const tensorBytes = ({ name, type, dimensions, values }: OnnxTensor): Buffer =>
  Buffer.concat([
    ...dimensions.map((length) => number(1, length)),
    number(2, DATA_TYPES[type]),
    field(8, name),
    field(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  ])

function valueBytes({ name, type, dimensions }: OnnxValue): Buffer {
  const shape = dimensions.map((length) =>
    field(1, typeof length === 'number' ? number(1, length) : field(2, length)),
  )
  const tensorType = Buffer.concat([number(1, DATA_TYPES[type]), field(2, Buffer.concat(shape))])
  return Buffer.concat([field(1, name), field(2, field(1, tensorType))])
}

/** A field with its length: a text, or another message. */
function field(id: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([varint(BigInt((id << 3) | 2)), varint(BigInt(bytes.length)), bytes])
}

const number = (id: number, value: number): Buffer =>
  Buffer.concat([varint(BigInt(id << 3)), varint(BigInt.asUintN(64, BigInt(value)))])

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  return Buffer.from([...bytes, Number(rest)])
}
