import { z } from 'zod'

/** Request headers of endpoints that return one range of a file (RFC 9110, section 14). */
export const rangeHeaders = z.object({
  /** `bytes=0-499`, `bytes=500-` or `bytes=-500`; anything else returns the whole file */
  range: z.string().max(1_000).optional(),
  /** files have no validators: with it, the whole file is returned */
  'if-range': z.string().max(1_000).optional(),
})

export const RANGE_RESPONSE_HEADERS = {
  'Accept-Ranges': 'bytes',
  'Content-Range': 'With status 206: the range, and the size of the file',
}
