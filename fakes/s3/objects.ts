import { createHash } from 'node:crypto'

export interface StoredObject {
  readonly content: Buffer
  readonly etag: string
  /** milliseconds since 1970 */
  readonly modifiedAt: number
  /** `x-amz-meta-…` and `content-type` */
  readonly headers: Readonly<Record<string, string>>
}

interface Part {
  readonly content: Buffer
  readonly etag: string
}

export interface StoredUpload {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  /** milliseconds since 1970 */
  readonly initiatedAt: number
  readonly parts: Map<number, Part>
}

/** S3's least size of a part that is not the last, in bytes. */
const MIN_PART_BYTES = 5 * 1024 * 1024

const md5 = (content: Buffer) => createHash('md5').update(content).digest()
export const etagOf = (content: Buffer): string => `"${md5(content).toString('hex')}"`

/** Returns the object that an upload becomes, or the code of the error that S3 answers. */
export function assembled(
  upload: StoredUpload,
  named: readonly { readonly number: number; readonly etag: string }[],
  options: { readonly wantsEqualParts: boolean; readonly now: number },
): StoredObject | string {
  if (named.length === 0) return 'MalformedXML'
  if (named.some(({ number }, index) => index > 0 && number <= (named[index - 1]?.number ?? 0)))
    return 'InvalidPartOrder'
  const parts = named.map(({ number, etag }) => {
    const part = upload.parts.get(number)
    return part?.etag.replaceAll('"', '') === etag.replaceAll('"', '') ? part : undefined
  })
  if (parts.includes(undefined)) return 'InvalidPart'
  const contents = parts.flatMap((part) => part?.content ?? [])
  const all = contents.slice(0, -1)
  if (all.some(({ length }) => length < MIN_PART_BYTES)) return 'EntityTooSmall'
  if (options.wantsEqualParts && all.some(({ length }) => length !== all[0]?.length)) return 'InvalidPart'
  const hashes = Buffer.concat(contents.map(md5))
  return {
    content: Buffer.concat(contents),
    etag: `"${md5(hashes).toString('hex')}-${contents.length}"`,
    modifiedAt: options.now,
    headers: upload.headers,
  }
}

/** Returns the bytes of a range and its `Content-Range`, or undefined if the object has none of them. */
export function rangeOf(
  content: Buffer,
  header: string | undefined,
): { readonly part: Buffer; readonly contentRange: string | undefined } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return { part: content, contentRange: undefined }
  const start = first === '' ? Math.max(0, content.length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? content.length : Math.min(content.length, Number(last) + 1)
  if (start >= end) return undefined
  return {
    part: content.subarray(start, end),
    contentRange: `bytes ${start}-${end - 1}/${content.length}`,
  }
}
