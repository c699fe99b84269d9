/** Returns the encoding that a byte order mark names; undefined without one. */
export function encodingOfByteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

/** Matches the encoding that HTML or XML declares in its first bytes. */
const DECLARED =
  /(?:<meta[^>]+charset|<\?xml[^>]+encoding)\s*=\s*["']?([\w-]{2,40})|^@charset "([\w-]{2,40})/i
const DECLARATION_BYTES = 2_048

/** Returns the encoding that HTML, XML or CSS declares, by its name in the Encoding Standard; undefined without one. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, DECLARATION_BYTES))
  const [, markup, style] = DECLARED.exec(head) ?? []
  return knownEncoding(markup ?? style)
}

/** Returns the name of an encoding in the Encoding Standard; undefined if browsers do not know it. */
export function knownEncoding(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** Decodes a part of a document that names its encoding, or is UTF-8: by its byte order mark, else by its declaration. */
export function decodeMarked(bytes: Uint8Array): string {
  const marked = encodingOfByteOrderMark(bytes)
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes)
  const declared = declaredEncoding(bytes)
  // A declaration that can be read byte by byte is not UTF-16.
  return new TextDecoder(declared === undefined || declared.startsWith('utf-16') ? 'utf-8' : declared).decode(
    bytes,
  )
}

/** Share of the zeros in UTF-16 that stand in the half with the high bytes. */
const ZEROS_ON_ONE_SIDE = 0.9
/** Bytes that are looked at to recognise UTF-16. */
const SAMPLE_BYTES = 65_536

/**
 * Returns which UTF-16 a text without a byte order mark is, by the zeros of its Latin letters, spaces and line ends; undefined if
 * it is none.
 */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, Math.min(bytes.length, SAMPLE_BYTES) & ~1)
  let [even, odd] = [0, 0]
  for (let index = 0; index < sample.length; index += 2) {
    if (sample[index] === 0) even++
    if (sample[index + 1] === 0) odd++
  }
  if (even + odd === 0 || Math.max(even, odd) < (even + odd) * ZEROS_ON_ONE_SIDE) return undefined
  const encoding = odd > even ? 'utf-16le' : 'utf-16be'
  const text = new TextDecoder(encoding).decode(sample)
  // Control characters, unpaired surrogates and characters of no script are found in other files.
  return /(?!\s)\p{Cc}|[\uE000-\uF8FF\uFFFD-\uFFFF]/u.test(text) ? undefined : encoding
}

/** Returns whether the first bytes of a file are those of a text. A character that is cut at the end does not count. */
export function isTextHead(head: Uint8Array): boolean {
  if (encodingOfByteOrderMark(head) !== undefined) return true
  if (head.includes(0)) return unmarkedUtf16(head) !== undefined
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    // Older encodings have few control characters; 0x1B switches between the sets of ISO-2022.
    return !head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1b))
  }
}
