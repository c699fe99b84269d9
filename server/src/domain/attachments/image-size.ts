import type { IMAGE_TYPES } from '@vee/contract/entities/attachment-limits'

/** Format and size of an image, read from its header. */
export interface ImageFacts {
  readonly mediaType: (typeof IMAGE_TYPES)[number]
  /** pixels */
  readonly width: number
  readonly height: number
}

/**
 * Recognizes an image by its first bytes: PNG (ISO/IEC 15948), JPEG (ITU-T T.81), WebP (RFC 9649), GIF (89a). Returns
 * undefined for everything else; a file's name and declared type do not count.
 */
export function imageFacts(bytes: Buffer): ImageFacts | undefined {
  const facts = pngFacts(bytes) ?? gifFacts(bytes) ?? webpFacts(bytes) ?? jpegFacts(bytes)
  return facts && facts.width > 0 && facts.height > 0 ? facts : undefined
}

function pngFacts(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gifFacts(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined
  return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function webpFacts(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 30) return undefined
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined
  const mediaType = 'image/webp'
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { mediaType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/** Frame headers; C4, C8 and CC are tables and extensions. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** A frame header stands after segments of at most 64 kB each: profiles, previews. */
const MAX_JPEG_HEAD_BYTES = 1_048_576

function jpegFacts(file: Buffer): ImageFacts | undefined {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined
  const bytes = file.subarray(0, MAX_JPEG_HEAD_BYTES)
  let offset = 2
  while (offset + 9 < bytes.length && bytes[offset] === 0xff) {
    const marker = bytes.readUInt8(offset + 1)
    if (isFrameHeader(marker)) {
      return {
        mediaType: 'image/jpeg',
        height: bytes.readUInt16BE(offset + 5),
        width: bytes.readUInt16BE(offset + 7),
      }
    }
    // A fill byte, or a segment with its length.
    offset += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(offset + 2)
  }
  return undefined
}
