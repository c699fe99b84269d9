import { isTextHead } from '#lib/files/text-encodings.ts'

/**
 * The kind of a file, by its first bytes and, for text, by its name. `heic`: an image that few browsers decode; `ole`: a document
 * of the binary formats before Office 2007, or a protected one.
 */
export type FileKind = 'image' | 'heic' | 'pdf' | 'archive' | 'ole' | 'rtf' | 'html' | 'text' | 'unknown'

const HTML_NAME = /\.x?html?$/i
/** Image types that browsers decode, at least some of them; an image that they cannot decode is reported. */
const IMAGE_TYPE = /^image\/(?!svg)/

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  Array.from(text).every((character, index) => bytes[index] === character.charCodeAt(0))

/** Returns the kind of a file. `head`: the first bytes; 64 kB are enough. */
export function fileKind(head: Uint8Array, name: string, type: string): FileKind {
  if (startsWith(head, '%PDF-')) return 'pdf'
  if (startsWith(head, 'PK\u0003\u0004')) return 'archive'
  if (startsWith(head, '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1')) return 'ole'
  if (startsWith(head, String.raw`{\rtf`)) return 'rtf'
  const heif = heifKind(head)
  if (heif) return heif
  if (isImage(head) || IMAGE_TYPE.test(type)) return 'image'
  if (!isTextHead(head)) return 'unknown'
  const isHtml = HTML_NAME.test(name) || type === 'text/html' || isOfficeHtml(head, name)
  return isHtml ? 'html' : 'text'
}

/** Names of Office files under which web services export tables and letters as HTML. */
const OFFICE_NAME = /\.(?:xls|doc)$/i
const HTML_START = /^\s*<(?:!doctype html|html|meta|table)\b/i
const HTML_START_BYTES = 512

const isOfficeHtml = (head: Uint8Array, name: string): boolean =>
  OFFICE_NAME.test(name) && HTML_START.test(new TextDecoder().decode(head.subarray(0, HTML_START_BYTES)))

function isImage(head: Uint8Array): boolean {
  return (
    startsWith(head, '\u0089PNG') ||
    startsWith(head, 'GIF8') ||
    (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) ||
    (startsWith(head, 'RIFF') && startsWith(head.subarray(8), 'WEBP'))
  )
}

/** Longest list of brands that is looked at, in bytes. */
const MAX_BRANDS_BYTES = 256

/**
 * Returns which kind of HEIF a file is, by the brands in its first box (ISO/IEC 23008-12, annex B): AVIF is decoded by every
 * browser, the others contain HEVC as phones write it. Undefined for other files, also for videos.
 */
function heifKind(head: Uint8Array): 'image' | 'heic' | undefined {
  if (!startsWith(head.subarray(4), 'ftyp')) return undefined
  const size = new DataView(head.buffer, head.byteOffset).getUint32(0)
  const brands = String.fromCharCode(...head.subarray(8, Math.min(size, MAX_BRANDS_BYTES, head.length)))
    .match(/[^]{4}/g)
    ?.filter((_, index) => index !== 1)
  if (brands?.some((brand) => /^avi[fso]$/.test(brand))) return 'image'
  return brands?.some((brand) => /^(?:he[iv][cxms]|mif[12]|msf1)$/.test(brand)) ? 'heic' : undefined
}
