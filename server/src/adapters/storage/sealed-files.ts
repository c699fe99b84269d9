import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type ByteRange, rangeWithin, type RequestedRange } from '#lib/byte-range.ts'
import { StorageUnavailable } from '#domain/storage/storage-unavailable.ts'
import { type BlobStore, type StoredBlob, UnreadableFile } from './blob-store.ts'
import {
  cutOut,
  DamagedFile,
  openSegments,
  openSingleMessage,
  plainStartOf,
  sealSegments,
  segmentLayout,
  segmentsOf,
  singleMessageBytes,
  storedRangeOf,
} from './sealed-format.ts'

const KEY_BYTES = 32
/** Number of files whose failure is remembered, so that it is reported once. */
const MAX_REPORTED = 10_000
/** Begins the salt of a file that is sealed in segments. */
const SEGMENTED = 'segments:'

interface SealedFile {
  readonly file: string
  /**
   * base64, after the name of the format; the file's key is derived from it and the host's secret, so a file with a lost
   * salt cannot be decrypted
   */
  readonly salt: string
  /** size of the plain content */
  readonly bytes: number
}

type SealedKey = Pick<SealedFile, 'file' | 'salt'>

interface OpenedFile {
  /** size of the whole plain content */
  readonly bytes: number
  /** of `content`; undefined for the whole file */
  readonly range: ByteRange | undefined
  /** can be read once; holds a connection open until it is read or returned */
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Files that only this host can read: AES-256-GCM, each with a separate key (HKDF of the host's secret and the file's salt).
 * Methods throw StorageUnavailable while files can be neither read nor written.
 */
export interface SealedFiles extends Omit<BlobStore, 'isLocal' | 'write' | 'read' | 'remove'> {
  /** Encrypts a stream into a file; an aborted write leaves no file. */
  write(source: Readable): Promise<SealedFile>
  /**
   * Returns undefined if the file is no longer available: missing, for example after a restore without its folder;
   * damaged, or sealed with another key. A file in the bin is restored.
   */
  read(file: SealedKey): Promise<Buffer | undefined>
  /**
   * As `read`, for a file or a range of it that is not held in memory: it is decrypted while it is read. In a folder, a whole
   * file is checked before. In an object store its first and last 64 KiB are; `content` throws where a later part is damaged.
   */
  open(file: SealedKey, range?: RequestedRange): Promise<OpenedFile | undefined>
  /** Returns whether a file is available, as `open` checks it. */
  isReadable(file: SealedKey): Promise<boolean>
  /**
   * Deletes a file that no row names any more. Never throws: without its salt nobody can read the file, and the purge deletes
   * what is left.
   */
  remove(file: string): Promise<void>
}

interface SealedFilesReports {
  /** Called once per file that cannot be read, with the reason. */
  unreadable?(file: string, reason: unknown): void
  /** Called for a file that could not be deleted. */
  left?(file: string, reason: unknown): void
}

/**
 * @param secret is called with the first file: a host without files needs no key
 */
export function createSealedFiles(
  store: BlobStore,
  secret: () => Buffer,
  reports: SealedFilesReports = {},
): SealedFiles {
  const reported = new Set<string>()
  const report = (file: string, reason: unknown) => {
    if (reported.has(file)) return
    if (reported.size >= MAX_REPORTED) reported.clear()
    reported.add(file)
    reports.unreadable?.(file, reason)
  }
  const keyOf = (salt: Buffer, use: string) => Buffer.from(hkdfSync('sha256', secret(), salt, use, KEY_BYTES))

  /** Returns what `work` returns, and undefined for a file that is no longer available. */
  async function unlessLost<R>(
    { file, salt }: SealedKey,
    work: (storedFile: StoredFile) => Promise<R | undefined>,
  ): Promise<R | undefined> {
    try {
      const isSegmented = salt.startsWith(SEGMENTED)
      const bytes = Buffer.from(isSegmented ? salt.slice(SEGMENTED.length) : salt, 'base64')
      const key = keyOf(bytes, isSegmented ? 'vee sealed segments' : 'vee sealed file')
      const read = async (range?: ByteRange) => {
        const stored = await store.read(file, range)
        return stored ?? ((await store.restore(file)) ? store.read(file, range) : undefined)
      }
      return await work({ key, read, isSegmented, isChecked: store.isLocal })
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error
      report(file, error)
      return undefined
    }
  }

  const open = (sealed: SealedKey, range?: RequestedRange) =>
    unlessLost(sealed, async (stored) => {
      const opened = await (stored.isSegmented ? openSegmented(stored, range) : openWhole(stored, range))
      return (
        opened && {
          ...opened,
          content: reportDamage(opened.content, (error) => report(sealed.file, error)),
        }
      )
    })

  return {
    facts: (file) => store.facts(file),
    olderThan: (time) => store.olderThan(time),
    removeAbandoned: (before) => store.removeAbandoned(before),
    discard: (file, timeMs) => store.discard(file, timeMs),
    restore: (file) => store.restore(file),
    discarded: () => store.discarded(),
    removeDiscarded: (file) => store.removeDiscarded(file),
    async write(source) {
      // It may fail before it is read; reading it then throws its error.
      source.on('error', () => undefined)
      const [file, salt] = [randomUUID(), randomBytes(KEY_BYTES)]
      const key = keyOf(salt, 'vee sealed segments')
      let bytes = 0
      async function* countBytes(): AsyncGenerator<Uint8Array> {
        for await (const chunk of source as AsyncIterable<Uint8Array>) {
          bytes += chunk.length
          yield chunk
        }
      }
      await store.write(file, sealSegments(key, countBytes()))
      return { file, salt: `${SEGMENTED}${salt.toString('base64')}`, bytes }
    },
    read: (sealed) =>
      unlessLost(sealed, async ({ key, read, isSegmented }) => {
        const stored = await read()
        if (!stored) return undefined
        const chunks: Buffer[] = []
        for await (const chunk of isSegmented
          ? await segmentsIn(key, stored)
          : openSingleMessage(key, stored.content))
          chunks.push(chunk)
        return Buffer.concat(chunks)
      }),
    open,
    // Without a range, nothing is held open before the content is read.
    isReadable: async (sealed) => (await open(sealed)) !== undefined,
    async remove(file) {
      try {
        await store.remove(file)
      } catch (error) {
        reports.left?.(file, error)
      }
    },
  }
}

/** A file with its key, before anything of it was read. */
interface StoredFile {
  readonly key: Buffer
  readonly isSegmented: boolean
  /** whether a whole file is checked before it is used */
  readonly isChecked: boolean
  readonly read: (range?: ByteRange) => Promise<StoredBlob | undefined>
}

async function segmentsIn(key: Buffer, stored: StoredBlob) {
  const { segments } = await measured(stored, segmentLayout)
  return openSegments(key, stored.content, { first: 0, end: segments, segments })
}

/** Computes something from the size of a file. Closes the file where that throws. */
async function measured<R>({ size, content }: StoredBlob, measure: (size: number) => R): Promise<R> {
  try {
    return measure(size)
  } catch (error) {
    const iterator = content[Symbol.asyncIterator]()
    // A stream that was not begun closes nothing.
    await iterator.next().catch(() => undefined)
    await iterator.return?.()
    throw error
  }
}

async function openSegmented(
  { key, read, isChecked }: StoredFile,
  requested: RequestedRange | undefined,
): Promise<OpenedFile | undefined> {
  const head = await read(storedRangeOf({ start: 0, end: 1 }))
  if (!head) return undefined
  const { bytes, segments } = await measured(head, segmentLayout)
  const first = await collectBytes(openSegments(key, head.content, { first: 0, end: 1, segments }))
  const wholeRange = { start: 0, end: bytes }
  const range = rangeWithin(requested, bytes)

  /** Decrypts segments; the first is at hand. Throws DamagedFile if the file was replaced by a shorter one meanwhile. */
  async function* decryptRange(byteRange: ByteRange): AsyncGenerator<Buffer> {
    if (byteRange.start === 0) yield first
    const start = Math.max(1, byteRange.start)
    if (start >= byteRange.end) return
    const stored = await read(storedRangeOf({ start, end: byteRange.end }))
    if (!stored) throw new DamagedFile()
    yield* openSegments(key, stored.content, { first: start, end: byteRange.end, segments })
  }

  const checked = isChecked ? { start: 1, end: segments } : { start: segments - 1, end: segments }
  if (segments > 1 && !range) for await (const chunk of decryptRange(checked)) chunk.fill(0)
  const byteRange = segmentsOf(range ?? wholeRange)
  return {
    bytes,
    range,
    content: range
      ? cutOut(await readFirst(decryptRange(byteRange)), range, plainStartOf(byteRange))
      : decryptRange(byteRange),
  }
}

/** Opens a file in the older format, whose tag is at its end: it is checked before anything of it is used. */
async function openWhole(
  { key, read }: StoredFile,
  requested: RequestedRange | undefined,
): Promise<OpenedFile | undefined> {
  const stored = await read()
  if (!stored) return undefined
  const bytes = await measured(stored, singleMessageBytes)
  for await (const chunk of openSingleMessage(key, stored.content)) chunk.fill(0)
  async function* decryptRange(): AsyncGenerator<Buffer> {
    const again = await read()
    if (!again) throw new DamagedFile()
    yield* openSingleMessage(key, again.content)
  }
  const range = rangeWithin(requested, bytes)
  return { bytes, range, content: range ? cutOut(decryptRange(), range, 0) : decryptRange() }
}

async function collectBytes(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of parts) all.push(chunk)
  return Buffer.concat(all)
}

/** Waits for the first part, so that its failure is known before a response begins. */
async function readFirst(parts: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const first = await parts.next()
  return (async function* () {
    try {
      if (first.done !== true) yield first.value
      yield* parts
    } finally {
      await parts.return(undefined)
    }
  })()
}

async function* reportDamage(
  parts: AsyncIterable<Uint8Array>,
  report: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts
  } catch (error) {
    if (error instanceof DamagedFile || error instanceof UnreadableFile) report(error)
    throw error
  }
}
