import { Readable, pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import {
  CENTRAL_HEADER,
  DIRECTORY_END,
  DIRECTORY_END_64,
  DIRECTORY_LOCATOR_64,
  LOCAL_HEADER,
  MAX_UINT16,
  MAX_UINT32,
} from './zip-records.ts'

/** Bytes that can be read anywhere, such as a file. */
export interface RandomAccess {
  readonly bytes: number
  /** Yields the bytes of a range; fewer only if the file is damaged. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

/** A file in a zip, as its directory describes it. */
export interface ZipEntry {
  /** with `/` between folders; whatever the writer of the zip chose */
  readonly name: string
  /** of the content */
  readonly bytes: number
  readonly packedBytes: number
  readonly method: number
  readonly crc: number
  /** of its header in the zip */
  readonly offset: number
}

/** No zip, a damaged one, or one with features that are not read. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
  readonly reason: 'no-zip' | 'damaged' | 'unsupported' | 'too-large'

  constructor(reason: ZipError['reason'], options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

export interface ZipLimits {
  readonly entries: number
  /** of all files together, as the directory says; reading enforces it */
  readonly bytes: number
}

/** The longest comment, after which the end of the directory is searched. */
const MAX_COMMENT_BYTES = 65_535
/** Bytes of the directory for each file at most, on average: a name and extra fields. */
const DIRECTORY_ENTRY_BYTES = 1_000
const STORED = 0
const DEFLATED = 8
const ENCRYPTED_FLAG = 1

/** Reads the directory of a zip. Throws ZipError. */
export async function readZipDirectory(
  file: RandomAccess,
  limits: ZipLimits,
): Promise<ReadonlyMap<string, ZipEntry>> {
  const { count, bytes, offset } = await findDirectory(file)
  if (count > limits.entries || bytes > limits.entries * DIRECTORY_ENTRY_BYTES)
    throw new ZipError('too-large')
  if (offset + bytes > file.bytes) throw new ZipError('damaged')
  const directory = await collect(file, offset, offset + bytes)
  const entries = new Map<string, ZipEntry>()
  let position = 0
  let total = 0
  for (let index = 0; index < count; index++) {
    const { entry, end } = entryAt(directory, position)
    position = end
    if (entry.name.endsWith('/')) continue
    // Two files of one name are a trick: tools disagree about which of them is meant.
    if (entries.has(entry.name)) throw new ZipError('damaged')
    total += entry.bytes
    if (total > limits.bytes) throw new ZipError('too-large')
    entries.set(entry.name, entry)
  }
  return entries
}

/** Yields the content of a file. Throws ZipError where it is not what the directory says, at the latest at its end. */
export async function* readZipEntry(
  file: RandomAccess,
  entry: ZipEntry,
): AsyncGenerator<Uint8Array, void, undefined> {
  const head = await collect(file, entry.offset, entry.offset + LOCAL_HEADER.bytes)
  if (head.length < LOCAL_HEADER.bytes || head.readUInt32LE(0) !== LOCAL_HEADER.signature)
    throw new ZipError('damaged')
  const start = entry.offset + LOCAL_HEADER.bytes + head.readUInt16LE(26) + head.readUInt16LE(28)
  if (start + entry.packedBytes > file.bytes) throw new ZipError('damaged')
  const packed = file.read(start, start + entry.packedBytes)
  let crc = 0
  let bytes = 0
  for await (const chunk of entry.method === DEFLATED ? inflated(packed) : packed) {
    bytes += chunk.length
    if (bytes > entry.bytes) throw new ZipError('damaged')
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw new ZipError('damaged')
}

async function* inflated(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const inflate = createInflateRaw()
  const source = Readable.from(packed)
  let failure: unknown
  // The iteration throws it, too.
  pipeline(source, inflate, (error) => {
    failure = error
  })
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    const cause = failure ?? error
    const isOfFormat = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_')
    throw isOfFormat ? new ZipError('damaged', { cause }) : cause
  } finally {
    source.destroy()
    inflate.destroy()
  }
}

async function findDirectory(
  file: RandomAccess,
): Promise<{ readonly count: number; readonly bytes: number; readonly offset: number }> {
  const start = Math.max(0, file.bytes - DIRECTORY_END.bytes - MAX_COMMENT_BYTES)
  const tail = await collect(file, start, file.bytes)
  for (let index = tail.length - DIRECTORY_END.bytes; index >= 0; index--) {
    if (tail.readUInt32LE(index) !== DIRECTORY_END.signature) continue
    if (index + DIRECTORY_END.bytes + tail.readUInt16LE(index + 20) !== tail.length) continue
    const count = tail.readUInt16LE(index + 10)
    const bytes = tail.readUInt32LE(index + 12)
    const offset = tail.readUInt32LE(index + 16)
    const isLarge = count === MAX_UINT16 || bytes === MAX_UINT32 || offset === MAX_UINT32
    return isLarge ? findLargeDirectory(file, start + index) : { count, bytes, offset }
  }
  const head = await collect(file, 0, Math.min(4, file.bytes))
  const isZip = head.length === 4 && head.readUInt32LE(0) === LOCAL_HEADER.signature
  throw new ZipError(isZip ? 'damaged' : 'no-zip')
}

/** Reads the end of a directory of a zip over 4 GB, or with more than 65,535 files. */
async function findLargeDirectory(file: RandomAccess, end: number) {
  const locator = await collect(file, Math.max(0, end - DIRECTORY_LOCATOR_64.bytes), end)
  if (
    locator.length < DIRECTORY_LOCATOR_64.bytes ||
    locator.readUInt32LE(0) !== DIRECTORY_LOCATOR_64.signature
  )
    throw new ZipError('damaged')
  const start = Number(locator.readBigUInt64LE(8))
  if (start + DIRECTORY_END_64.bytes > file.bytes) throw new ZipError('damaged')
  const record = await collect(file, start, start + DIRECTORY_END_64.bytes)
  if (record.readUInt32LE(0) !== DIRECTORY_END_64.signature) throw new ZipError('damaged')
  return {
    count: Number(record.readBigUInt64LE(32)),
    bytes: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  }
}

function entryAt(directory: Buffer, start: number): { readonly entry: ZipEntry; readonly end: number } {
  const isThere =
    start + CENTRAL_HEADER.bytes <= directory.length &&
    directory.readUInt32LE(start) === CENTRAL_HEADER.signature
  if (!isThere) throw new ZipError('damaged')
  const nameEnd = start + CENTRAL_HEADER.bytes + directory.readUInt16LE(start + 28)
  const extraEnd = nameEnd + directory.readUInt16LE(start + 30)
  const end = extraEnd + directory.readUInt16LE(start + 32)
  if (end > directory.length) throw new ZipError('damaged')
  const method = directory.readUInt16LE(start + 10)
  const isEncrypted = (directory.readUInt16LE(start + 8) & ENCRYPTED_FLAG) !== 0
  if (isEncrypted || (method !== STORED && method !== DEFLATED)) throw new ZipError('unsupported')
  const sizes = [24, 20, 42].map((field) => directory.readUInt32LE(start + field))
  const [bytes = 0, packedBytes = 0, offset = 0] = withLargeSizes(
    sizes,
    directory.subarray(nameEnd, extraEnd),
  )
  const name = directory.toString('utf8', start + CENTRAL_HEADER.bytes, nameEnd)
  return {
    entry: { name, bytes, packedBytes, method, crc: directory.readUInt32LE(start + 16), offset },
    end,
  }
}

/** Values that do not fit stand in an extra field, in this order. */
function withLargeSizes(sizes: readonly number[], extra: Buffer): readonly number[] {
  if (!sizes.includes(MAX_UINT32)) return sizes
  for (let start = 0; start + 4 <= extra.length; start += 4 + extra.readUInt16LE(start + 2)) {
    if (extra.readUInt16LE(start) !== 1) continue
    let next = start + 4
    return sizes.map((size) => {
      if (size !== MAX_UINT32) return size
      if (next + 8 > extra.length) throw new ZipError('damaged')
      next += 8
      return Number(extra.readBigUInt64LE(next - 8))
    })
  }
  throw new ZipError('damaged')
}

async function collect(file: RandomAccess, start: number, end: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of file.read(start, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
