import { JSONParser } from '@streamparser/json'
import { Unzip, type UnzipDecoder, type UnzipDecoderConstructor, type UnzipFile, UnzipInflate } from 'fflate'
import { recordOf, type ImportedConversation, type ImportedExtras } from './imported.ts'
import { lobeConversations } from './sources/lobehub.ts'
import { extrasOf, formatOf } from './sources/index.ts'
import type { ImportSource } from '@vee/contract/http/imports'

/** What an archive contains, one after the other. */
export type ArchiveEntry =
  | {
      readonly type: 'conversation'
      readonly source: ImportSource
      readonly conversation: ImportedConversation
    }
  | { readonly type: 'extras'; readonly extras: ImportedExtras }
  /** a file that was asked for */
  | { readonly type: 'file'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
  /** the name of a file that was not asked for */
  | { readonly type: 'file-name'; readonly name: string }
  /** a conversation, or a file of conversations, that could not be read */
  | { readonly type: 'unreadable'; readonly name: string }
  | { readonly type: 'progress'; readonly fraction: number }

interface ReadArchiveOptions {
  /** whether the content of a file is needed, by its name in the archive */
  readonly wantsFile: (name: string) => boolean
  readonly signal: AbortSignal
}

/** A conversation, or a JSON file that is no array, in bytes: more is no export of a person's conversations. */
const MAX_VALUE_BYTES = 200_000_000
/** Largest picture or document that is imported, in bytes. */
const MAX_FILE_BYTES = 25_000_000
/** Files of an archive; more are a trap. */
const MAX_FILES = 500_000

/** The archive is not of a program that Vee knows, is damaged, or is built to exhaust the reader. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
  readonly reason: 'damaged' | 'too-large'

  constructor(reason: ArchiveError['reason'], options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/**
 * Reads a zip or a JSON file piece by piece: one conversation at a time is in memory. Throws ArchiveError; what was read before stays
 * valid.
 */
export async function* readArchive(
  archive: Blob & { readonly name?: string },
  { wantsFile, signal }: ReadArchiveOptions,
): AsyncGenerator<ArchiveEntry, void, undefined> {
  const entries: ArchiveEntry[] = []
  const emit = (entry: ArchiveEntry) => void entries.push(entry)
  const isZip = await beginsAsZip(archive)
  const target = isZip ? unzipping(wantsFile, emit) : jsonReading(archive.name ?? 'export.json', emit)
  let done = 0
  for await (const chunk of chunksOf(archive)) {
    signal.throwIfAborted()
    target.push(chunk)
    done += chunk.length
    yield* entries.splice(0)
    yield { type: 'progress', fraction: done / archive.size }
  }
  target.end()
  yield* entries.splice(0)
}

interface ByteTarget {
  push(bytes: Uint8Array): void
  end(): void
}

async function beginsAsZip(archive: Blob): Promise<boolean> {
  const start = new Uint8Array(await archive.slice(0, 2).arrayBuffer())
  return start[0] === 0x50 && start[1] === 0x4b
}

/** Safari's streams are not iterable. */
async function* chunksOf(archive: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = archive.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

function unzipping(wantsFile: (name: string) => boolean, emit: (entry: ArchiveEntry) => void): ByteTarget {
  let files = 0
  let isDropping = false
  /** Drops the bytes of a file that is not needed: fflate would hold them until it is. */
  function drop(file: UnzipFile): void {
    file.ondata = () => {}
    isDropping = true
    try {
      file.start()
    } finally {
      isDropping = false
    }
  }
  const unzip = new Unzip((file) => {
    files += 1
    if (files > MAX_FILES) throw new ArchiveError('too-large')
    if (file.name.endsWith('/')) return
    if (/\.json$/i.test(file.name)) into(jsonReading(file.name, emit), file)
    else if (wantsFile(file.name)) into(fileReading(file.name, emit), file)
    else {
      emit({ type: 'file-name', name: file.name })
      drop(file)
    }
  })
  unzip.register(inflatingUnless(() => isDropping))
  return {
    push: (bytes) => attempt(() => unzip.push(bytes)),
    end: () => attempt(() => unzip.push(new Uint8Array(0), true)),
  }
}

/** Returns a decoder that inflates a file, or nothing of one that is dropped when it starts. */
function inflatingUnless(isDropped: () => boolean): UnzipDecoderConstructor {
  return class implements UnzipDecoder {
    static readonly compression = UnzipInflate.compression
    ondata: UnzipDecoder['ondata'] = () => {}
    readonly #inflate = isDropped() ? undefined : new UnzipInflate()

    push(bytes: Uint8Array, isFinal: boolean): void {
      if (!this.#inflate) return
      this.#inflate.ondata = this.ondata
      this.#inflate.push(bytes, isFinal)
    }
  }
}

/** Runs a step of unzipping; what it throws means that the archive is damaged. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged', { cause: error })
  }
}

function into(target: ByteTarget, file: UnzipFile): void {
  file.ondata = (error, bytes, isFinal) => {
    if (error) throw error
    target.push(bytes)
    if (isFinal) target.end()
  }
  file.start()
}

function fileReading(name: string, emit: (entry: ArchiveEntry) => void): ByteTarget {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  return {
    push(bytes) {
      size += bytes.length
      if (size <= MAX_FILE_BYTES) pieces.push(bytes.slice())
    },
    end() {
      if (size > MAX_FILE_BYTES) return emit({ type: 'unreadable', name })
      const bytes = new Uint8Array(size)
      let offset = 0
      for (const piece of pieces) {
        bytes.set(piece, offset)
        offset += piece.length
      }
      emit({ type: 'file', name, bytes })
    },
  }
}

/** Reads the conversations of a JSON file. Other files of an archive, such as the account's, contain none. */
function jsonReading(name: string, emit: (entry: ArchiveEntry) => void): ByteTarget {
  let parser: JSONParser | undefined
  let isBroken = false
  let pendingBytes = 0
  function takeExtras(value: unknown): void {
    try {
      for (const extras of extrasOf(value)) {
        const { projects = [], agents = [] } = extras
        if (projects.length + agents.length > 0) emit({ type: 'extras', extras })
      }
    } catch {
      // Of a form that nobody has seen: the conversations are what counts.
    }
  }
  function takeConversation(value: unknown): void {
    const format = formatOf(value)
    if (!format) return
    try {
      const conversation = format.read(value)
      if (conversation) emit({ type: 'conversation', source: format.id, conversation })
    } catch {
      emit({ type: 'unreadable', name })
    }
  }
  function fail(): void {
    if (!isBroken) emit({ type: 'unreadable', name })
    isBroken = true
  }
  /** The entries of an array are read one by one; an object is one conversation, or has its list somewhere. */
  function createParser(isArray: boolean): JSONParser {
    const opened = new JSONParser({ paths: [isArray ? '$.*' : '$'], keepStack: false })
    opened.onValue = ({ value }) => {
      pendingBytes = 0
      takeExtras(value)
      if (isArray || formatOf(value)) return takeConversation(value)
      for (const conversation of conversationsIn(value)) {
        takeExtras(conversation)
        takeConversation(conversation)
      }
    }
    opened.onError = fail
    return opened
  }
  return {
    push(bytes) {
      if (isBroken) return
      pendingBytes += bytes.length
      if (pendingBytes > MAX_VALUE_BYTES) throw new ArchiveError('too-large')
      const first = firstCharacter(bytes)
      if (first === undefined && !parser) return
      parser ??= createParser(first === '[')
      try {
        parser.write(bytes)
      } catch {
        fail()
      }
    },
    end() {
      if (!isBroken && parser && !parser.isEnded) fail()
    },
  }
}

/** Returns the first character that is neither white space nor a byte order mark. */
function firstCharacter(bytes: Uint8Array): string | undefined {
  const first = bytes.find((byte) => ![0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf].includes(byte))
  return first === undefined ? undefined : String.fromCharCode(first)
}

/** Returns the conversations within a file that is one object: those of a store, or those of tables. */
function conversationsIn(value: unknown): readonly unknown[] {
  const store = recordOf(recordOf(value)['chat-next-web-store'])['sessions']
  if (Array.isArray(store)) return store
  const list = recordOf(value)['conversations']
  return Array.isArray(list) ? list : lobeConversations(value)
}
