/** A range of bytes as a client requests it: without knowing the size. Either `start` or `last` is given. */
export type RequestedRange =
  | { readonly start: number; readonly end?: number | undefined }
  /** the last bytes, at most so many */
  | { readonly last: number }

/** Bytes of a file from `start` up to and without `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Returns the range within a file of this size; undefined if it has none of these bytes, or all of them are meant. */
export function rangeWithin(requested: RequestedRange | undefined, bytes: number): ByteRange | undefined {
  if (!requested) return undefined
  const range =
    'last' in requested
      ? { start: Math.max(0, bytes - requested.last), end: bytes }
      : { start: requested.start, end: Math.min(bytes, requested.end ?? bytes) }
  return range.start < range.end ? range : undefined
}
