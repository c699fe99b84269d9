/** The kind of a file, by its first bytes and, for text, by its name. */
export type FileKind = 'image' | 'pdf' | 'archive' | 'html' | 'text' | 'unknown'

const HTML_NAME = /\.x?html?$/i
/** Image types that browsers decode, at least some of them; an image that they cannot decode is reported. */
const IMAGE_TYPE = /^image\/(?!svg)/

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  Array.from(text).every((character, index) => bytes[index] === character.charCodeAt(0))

/** Returns the kind of a file. `head`: the first bytes; 64 kB are enough. */
export function fileKind(head: Uint8Array, name: string, type: string): FileKind {
  if (startsWith(head, '%PDF-')) return 'pdf'
  if (startsWith(head, 'PK\u0003\u0004')) return 'archive'
  if (isImage(head) || IMAGE_TYPE.test(type)) return 'image'
  if (!isText(head)) return 'unknown'
  return HTML_NAME.test(name) || type === 'text/html' ? 'html' : 'text'
}

function isImage(head: Uint8Array): boolean {
  return (
    startsWith(head, '\u0089PNG') ||
    startsWith(head, 'GIF8') ||
    (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) ||
    (startsWith(head, 'RIFF') && startsWith(head.subarray(8), 'WEBP')) ||
    /^ftyp(?:heic|heix|mif1|avif)/.test(String.fromCharCode(...head.subarray(4, 12)))
  )
}

/** UTF-8 without NUL, or UTF-16 with a byte order mark. A character that is cut at the end does not count. */
function isText(head: Uint8Array): boolean {
  if (hasUtf16Mark(head)) return true
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    // Windows-1252 and its like: few control characters.
    return head.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length === 0
  }
}

const hasUtf16Mark = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** Matches the encoding that HTML or XML declares in its first bytes. */
const DECLARED = /^[^]{0,1024}?(?:<meta[^>]+charset|<\?xml[^>]+encoding)\s*=\s*["']?([\w-]{2,40})/i

/** Decodes text by its byte order mark, otherwise as UTF-8, otherwise as the document declares, otherwise as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  if (hasUtf16Mark(bytes)) {
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoderFor(bytes).decode(bytes)
  }
}

function decoderFor(bytes: Uint8Array): TextDecoder {
  const latin = new TextDecoder('windows-1252')
  const declared = DECLARED.exec(latin.decode(bytes.subarray(0, 2_048)))?.[1]
  try {
    return declared === undefined ? latin : new TextDecoder(declared)
  } catch {
    // An encoding that does not exist.
    return latin
  }
}
