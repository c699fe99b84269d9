import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import {
  CENTRAL_HEADER,
  DESCRIPTOR,
  DIRECTORY_END,
  DIRECTORY_END_64,
  DIRECTORY_LOCATOR_64,
  LOCAL_HEADER,
  MAX_UINT16,
  MAX_UINT32,
} from './zip-records.ts'

/** A file of a zip, whose content is read when its turn comes. */
export interface ZipInput {
  /** with `/` between folders */
  readonly name: string
  readonly content: AsyncIterable<Uint8Array | string>
}

interface WrittenEntry {
  readonly name: Buffer
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
}

/** Version 4.5 of the format, which knows archives over 4 GB. */
const VERSION = 45
/** The sizes follow the content, and the name is UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8

/**
 * Yields the bytes of a zip while its files are read; nothing is held but the list of names. A file may have up to 4 GB, the zip any
 * size. Throws a RangeError for a larger file.
 */
export async function* writeZip(
  inputs: AsyncIterable<ZipInput>,
  time: Date,
): AsyncGenerator<Uint8Array, void, undefined> {
  const written: WrittenEntry[] = []
  const stamp = dosTime(time)
  let offset = 0
  for await (const { name: text, content } of inputs) {
    const name = Buffer.from(text)
    const start = offset
    const head = localHeader(name, stamp)
    yield head
    offset += head.length
    const sizes = { crc: 0, bytes: 0, packedBytes: 0 }
    for await (const chunk of deflated(counted(content, sizes))) {
      sizes.packedBytes += chunk.length
      yield chunk
    }
    if (sizes.bytes > MAX_UINT32 || sizes.packedBytes > MAX_UINT32)
      throw new RangeError('A file of the archive has more than 4 GB.')
    const end = descriptor(sizes)
    yield end
    offset += sizes.packedBytes + end.length
    written.push({ name, offset: start, ...sizes })
  }
  const directory = written.map((entry) => centralHeader(entry, stamp))
  yield* directory
  yield directoryEnd(
    written.length,
    directory.reduce((sum, { length }) => sum + length, 0),
    offset,
  )
}

/** Deflates in a thread of its own. */
async function* deflated(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  const deflate = createDeflateRaw()
  // What the source fails with is thrown by the iteration.
  pipeline(Readable.from(content), deflate, () => undefined)
  try {
    yield* deflate as AsyncIterable<Buffer>
  } finally {
    deflate.destroy()
  }
}

interface Sizes {
  crc: number
  bytes: number
}

async function* counted(
  content: AsyncIterable<Uint8Array | string>,
  sizes: Sizes,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    sizes.crc = crc32(bytes, sizes.crc)
    sizes.bytes += bytes.length
    yield bytes
  }
}

interface DosTime {
  readonly time: number
  readonly day: number
}

/** The format's years begin with 1980, its seconds count in twos. */
function dosTime(time: Date): DosTime {
  const year = Math.max(0, time.getUTCFullYear() - 1980)
  return {
    time: (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
    day: (year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(),
  }
}

function localHeader(name: Buffer, { time, day }: DosTime): Buffer {
  const head = Buffer.alloc(LOCAL_HEADER.bytes)
  head.writeUInt32LE(LOCAL_HEADER.signature, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATED, 8)
  head.writeUInt16LE(time, 10)
  head.writeUInt16LE(day, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor({ crc, packedBytes, bytes }: Pick<WrittenEntry, 'crc' | 'packedBytes' | 'bytes'>) {
  const record = Buffer.alloc(DESCRIPTOR.bytes)
  record.writeUInt32LE(DESCRIPTOR.signature, 0)
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(packedBytes, 8)
  record.writeUInt32LE(bytes, 12)
  return record
}

function centralHeader({ name, crc, packedBytes, bytes, offset }: WrittenEntry, { time, day }: DosTime) {
  const isFar = offset >= MAX_UINT32
  const head = Buffer.alloc(CENTRAL_HEADER.bytes)
  head.writeUInt32LE(CENTRAL_HEADER.signature, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATED, 10)
  head.writeUInt16LE(time, 12)
  head.writeUInt16LE(day, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(packedBytes, 20)
  head.writeUInt32LE(bytes, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(isFar ? 12 : 0, 30)
  head.writeUInt32LE(isFar ? MAX_UINT32 : offset, 42)
  if (!isFar) return Buffer.concat([head, name])
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(offset), 4)
  return Buffer.concat([head, name, extra])
}

function directoryEnd(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(DIRECTORY_END.bytes)
  end.writeUInt32LE(DIRECTORY_END.signature, 0)
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 8)
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 10)
  end.writeUInt32LE(Math.min(bytes, MAX_UINT32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_UINT32), 16)
  if (count < MAX_UINT16 && bytes < MAX_UINT32 && offset < MAX_UINT32) return end
  const end64 = Buffer.alloc(DIRECTORY_END_64.bytes)
  end64.writeUInt32LE(DIRECTORY_END_64.signature, 0)
  end64.writeBigUInt64LE(BigInt(DIRECTORY_END_64.bytes - 12), 4)
  end64.writeUInt16LE(VERSION, 12)
  end64.writeUInt16LE(VERSION, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(bytes), 40)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(DIRECTORY_LOCATOR_64.bytes)
  locator.writeUInt32LE(DIRECTORY_LOCATOR_64.signature, 0)
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}
