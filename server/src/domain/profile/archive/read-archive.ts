import { JSONParser } from '@streamparser/json'
import type { z } from 'zod'
import {
  type RandomAccess,
  readZipDirectory,
  readZipEntry,
  type ZipEntry,
  ZipError,
} from '#lib/zip/read-zip.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { ARCHIVE_FILES, ARCHIVE_VERSION, manifest } from './archive-format.ts'

/** Most files of an archive, and most bytes of all of them together. */
const LIMITS = { entries: 200_000, bytes: 16_000_000_000 }
/** A JSON file that is read whole, in bytes. */
const MAX_SMALL_BYTES = 64_000_000
/** A JSON file that is packed better than any text is a trap. */
const MIN_TRAP_BYTES = 50_000_000
const TRAP_RATIO = 200
/** One conversation or meeting with its JSON, in bytes: more than an account may have. */
const MAX_VALUE_BYTES = 100_000_000

/** An archive whose files were checked: each is there and is what the directory says. */
export interface OpenedArchive {
  /** Returns a file that is read whole; undefined if there is none. */
  small(name: string): Promise<unknown>
  /** Yields the entries of the only list in a file; none if there is no file. */
  values(name: string): AsyncGenerator<unknown, void, undefined>
  /** Returns the content and the size of a file; undefined if there is none. */
  file(path: string): { readonly bytes: number; readonly content: AsyncIterable<Uint8Array> } | undefined
}

/** Opens and checks an archive. Throws VALIDATION, UNSUPPORTED_MEDIA and TOO_LARGE for what is none. */
export async function openAccountArchive(access: RandomAccess, signal: AbortSignal): Promise<OpenedArchive> {
  try {
    const entries = await readZipDirectory(access, LIMITS)
    for (const entry of entries.values()) assertNoTrap(entry)
    const archive = archiveOf(access, entries)
    await assertVersion(archive, entries)
    for (const entry of entries.values()) {
      signal.throwIfAborted()
      // To its end: there it is compared with the directory.
      for await (const _ of readZipEntry(access, entry)) signal.throwIfAborted()
    }
    return archive
  } catch (error) {
    throw asArchiveError(error)
  }
}

function archiveOf(access: RandomAccess, entries: ReadonlyMap<string, ZipEntry>): OpenedArchive {
  return {
    async small(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      if (entry.bytes > MAX_SMALL_BYTES) throw new ZipError('too-large')
      const chunks: Uint8Array[] = []
      for await (const chunk of readZipEntry(access, entry)) chunks.push(chunk)
      return parsed(Buffer.concat(chunks).toString('utf8'))
    },
    async *values(name) {
      const entry = entries.get(name)
      if (entry) yield* listIn(readZipEntry(access, entry))
    },
    file(path) {
      const entry = entries.get(path)
      return entry && { bytes: entry.bytes, content: readZipEntry(access, entry) }
    },
  }
}

function assertNoTrap({ name, bytes, packedBytes }: ZipEntry): void {
  if (name.endsWith('.json') && bytes > MIN_TRAP_BYTES && bytes > packedBytes * TRAP_RATIO)
    throw new ZipError('too-large')
}

async function assertVersion(archive: OpenedArchive, entries: ReadonlyMap<string, ZipEntry>): Promise<void> {
  if (!entries.has(ARCHIVE_FILES.manifest)) throw foreign()
  const { success, data } = manifest.safeParse(await archive.small(ARCHIVE_FILES.manifest))
  if (!success) throw foreign()
  if (data.version > ARCHIVE_VERSION)
    throw invalidArchive('This archive is of a newer version of Vee. Update this server first.')
}

const foreign = () =>
  invalidArchive(
    'This zip is no archive of Vee. Conversations of other programs are brought along in the settings.',
  )

const invalidArchive = (message: string, cause?: unknown) =>
  new DomainError('VALIDATION', message, { cause, details: [{ path: 'file', message }] })

/** Returns an error of a zip as one of this API. */
export function asArchiveError(error: unknown): unknown {
  if (!(error instanceof ZipError)) return error
  switch (error.reason) {
    case 'no-zip':
      return new DomainError('UNSUPPORTED_MEDIA', 'This is no zip file.', { cause: error })
    case 'too-large':
      return new DomainError('TOO_LARGE', 'This archive unpacks to more than any account has.', {
        cause: error,
      })
    case 'unsupported':
      return invalidArchive('This zip is encrypted, or packed in a way that is not read here.', error)
    case 'damaged':
      return invalidArchive('This archive is damaged or incomplete. Download it again.', error)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ZipError('damaged', { cause: error })
  }
}

/** Yields the entries of the list in a JSON object, such as `{"conversations":[…]}`: one at a time is in memory. */
async function* listIn(content: AsyncIterable<Uint8Array>): AsyncGenerator<unknown, void, undefined> {
  const values: unknown[] = []
  let pendingBytes = 0
  const parser = new JSONParser({ paths: ['$.*.*'], keepStack: false })
  parser.onValue = ({ value }) => {
    pendingBytes = 0
    values.push(value)
  }
  parser.onError = (error) => {
    throw new ZipError('damaged', { cause: error })
  }
  for await (const chunk of content) {
    pendingBytes += chunk.length
    if (pendingBytes > MAX_VALUE_BYTES) throw new ZipError('too-large')
    write(parser, chunk)
    yield* values.splice(0)
  }
  if (!parser.isEnded) throw new ZipError('damaged')
}

function write(parser: JSONParser, chunk: Uint8Array): void {
  try {
    parser.write(chunk)
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('damaged', { cause: error })
  }
}

/** Returns the entries of a small file by its schema; none if there is no such file. */
export async function smallList<K extends string>(
  archive: OpenedArchive,
  name: string,
  schema: z.ZodType<Record<K, unknown[]>>,
  key: K,
): Promise<readonly unknown[]> {
  const value = await archive.small(name)
  if (value === undefined) return []
  const { success, data } = schema.safeParse(value)
  if (!success) throw new ZipError('damaged')
  return data[key]
}
