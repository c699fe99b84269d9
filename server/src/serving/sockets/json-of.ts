import { shapeProblem } from '../requests/json-shape.ts'
import { cleanParsedJson } from '#lib/without-nul.ts'

/** Values of one message, with the words of a long conversation. */
const MAX_VALUES = 100_000

/** Returns the value of a JSON message; undefined if it is not JSON, or has too many values. */
export function jsonOf(data: Buffer): unknown {
  if (shapeProblem(data, MAX_VALUES) !== undefined) return undefined
  try {
    const text = data.toString('utf8')
    return cleanParsedJson(JSON.parse(text), text)
  } catch {
    return undefined
  }
}
