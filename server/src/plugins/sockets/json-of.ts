import { cleanParsedJson } from '#domain/common/without-nul.ts'

/** Returns the value of a JSON message; undefined if it is not JSON. */
export function jsonOf(data: Buffer): unknown {
  try {
    const text = data.toString('utf8')
    return cleanParsedJson(JSON.parse(text), text)
  } catch {
    return undefined
  }
}
