/** Memory of an object or a list in addition to its fields, and of a field, in bytes. */
const OBJECT_BYTES = 64
const FIELD_BYTES = 32
/** V8 stores two bytes for each character of a text that has one of these. */
const TWO_BYTE_CHARACTER = /[\u0100-\uffff]/

const textBytes = (text: string): number => text.length * (TWO_BYTE_CHARACTER.test(text) ? 2 : 1)

/**
 * Returns about how much memory parsed JSON takes, in bytes: not what was sent, because a short text becomes a large
 * list. Does not recurse, so deep nesting cannot overflow the stack.
 */
export function keptBytesOf(value: unknown): number {
  let bytes = 0
  const open: unknown[] = [value]
  for (let entry = open.pop(); open.length > 0 || entry !== undefined; entry = open.pop()) {
    if (typeof entry === 'string') bytes += textBytes(entry)
    if (typeof entry !== 'object' || entry === null) continue
    bytes += OBJECT_BYTES
    for (const [key, field] of Object.entries(entry)) {
      bytes += FIELD_BYTES + (Array.isArray(entry) ? 0 : textBytes(key))
      if (typeof field === 'string' || typeof field === 'object') open.push(field)
    }
  }
  return bytes
}
