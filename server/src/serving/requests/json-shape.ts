/** Values of a body of 8 MB as people write it; each costs memory and time. */
const MAX_VALUES = 500_000
/** Keys of one object: no object of the contract has nearly as many. */
const MAX_KEYS = 10_000
const MAX_DEPTH = 1_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENINGS: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSINGS: ReadonlySet<number> = new Set([0x5d, 0x7d])
const OPENING_OF_OBJECT = 0x7b

/**
 * Returns why JSON text may not be parsed, if it may not: a few bytes of `{}` or of keys become many times as much
 * memory and time. Reads the bytes only, in a hundredth of the time of parsing. Malformed text is left to the parser,
 * except brackets that are opened without end: they are too deep.
 */
export function shapeProblem(json: Uint8Array, maxValues = MAX_VALUES): 'deep' | 'many' | undefined {
  /** commas of each open object and list; lists are not limited, except by the number of values */
  const open: { readonly isObject: boolean; commas: number }[] = []
  let values = 1
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0
    if (byte === QUOTE) index = endOfString(json, index)
    else if (byte === COMMA) {
      values += 1
      const inner = open.at(-1)
      if (inner?.isObject === true && ++inner.commas >= MAX_KEYS) return 'many'
    } else if (OPENINGS.has(byte)) {
      values += 1
      open.push({ isObject: byte === OPENING_OF_OBJECT, commas: 0 })
    } else if (CLOSINGS.has(byte)) open.pop()
    if (open.length > MAX_DEPTH) return 'deep'
    if (values > maxValues) return 'many'
  }
  return undefined
}

/** Returns the position of the quote that ends a string. */
function endOfString(json: Uint8Array, start: number): number {
  let offset = start + 1
  while (offset < json.length && json[offset] !== QUOTE) offset += json[offset] === BACKSLASH ? 2 : 1
  return offset
}
