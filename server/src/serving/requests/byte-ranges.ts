import type { ByteRange, RequestedRange } from '#lib/byte-range.ts'
import { bytes } from '../route.ts'

interface RangeHeaders {
  readonly range?: string | undefined
  readonly 'if-range'?: string | undefined
}

/**
 * Returns the range that a request names; undefined for the whole file. Several ranges, other units and what is malformed
 * count as none, as RFC 9110 allows; so does a range on a condition, because files have no validators.
 */
export function requestedRange({ range, 'if-range': condition }: RangeHeaders): RequestedRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range?.trim() ?? '') ?? []
  if (condition !== undefined || (first === '' && last === '')) return undefined
  if (first === '') return { last: Number(last) }
  return { start: Number(first), ...(last !== '' && { end: Number(last) + 1 }) }
}

interface RangedContent {
  /** of the whole file */
  readonly bytes: number
  readonly range: ByteRange | undefined
  readonly content: AsyncIterable<Uint8Array>
}

/** Returns a response with a file, or with a range of it (206). */
export function rangedBytes(
  { bytes: size, range, content }: RangedContent,
  headers: Readonly<Record<string, string>>,
) {
  const { start, end } = range ?? { start: 0, end: size }
  const described = { ...headers, 'accept-ranges': 'bytes', 'content-length': String(end - start) }
  if (!range) return bytes(content, described)
  return bytes(content, { ...described, 'content-range': `bytes ${start}-${end - 1}/${size}` }, 206)
}
