/** Returns a text without NUL, which Postgres cannot store, and without unpaired surrogates. */
export const withoutNul = (text: string) => text.replaceAll('\0', '').toWellFormed()

const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** True if a text has a visible character. Zero-width and blank characters do not count. */
export const hasVisibleCharacter = (text: string) => VISIBLE.test(text)

/**
 * Matches JSON escapes of NUL or of a surrogate. Escaped backslashes cause false positives, but no escape is
 * missed.
 */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i

/**
 * Removes NUL and unpaired surrogates from every string value of parsed JSON, in place, so that the validated
 * values are the stored ones. `source` is the parsed text: if it contains no suspicious escape, the values
 * are not visited.
 */
export const cleanParsedJson = (parsed: unknown, source: string): unknown =>
  SUSPICIOUS_ESCAPE.test(source) ? cleanStrings(parsed) : parsed

/**
 * Removes NUL and unpaired surrogates from a string, or in place from every string value of an object. Does
 * not recurse, so deep nesting cannot overflow the stack.
 */
export function cleanStrings(value: unknown): unknown {
  if (typeof value === 'string') return withoutNul(value)
  const open: unknown[] = [value]
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (typeof entry !== 'object' || entry === null) continue
    const fields = entry as Record<string, unknown>
    for (const key of Object.keys(fields)) {
      const field = fields[key]
      if (typeof field === 'string') fields[key] = withoutNul(field)
      else if (typeof field === 'object' && field !== null) open.push(field)
    }
  }
  return value
}
