/** Returns the encoding that a byte order mark names; undefined without one. */
export function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

/** Matches the encoding that HTML or XML declares in its first bytes. */
const DECLARED = /(?:<meta[^>]+charset|<\?xml[^>]+encoding|^@charset)\s*=?\s*["']?([\w-]{2,40})/i
const DECLARATION_BYTES = 2_048

/** Returns the encoding that HTML, XML or CSS declares, by its name in the Encoding Standard; undefined without one. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, DECLARATION_BYTES))
  return knownEncoding(DECLARED.exec(head)?.[1])
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
  const marked = markedEncoding(bytes)
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes)
  const declared = declaredEncoding(bytes)
  // A declaration that can be read byte by byte is not UTF-16.
  return new TextDecoder(declared === undefined || declared.startsWith('utf-16') ? 'utf-8' : declared).decode(bytes)
}
