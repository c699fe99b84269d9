import type { ByteRange } from '#lib/byte-range.ts'

/** A file as it is stored, with its size in bytes. */
export interface StoredBlob {
  /** of the whole file, also if a range was requested */
  readonly size: number
  /** can be read once; holds a connection or a file open until it is read or returned */
  readonly content: AsyncIterable<Uint8Array>
}

/** Size in bytes, and the time at which a file was written first, in milliseconds since 1970. */
export interface BlobFacts {
  readonly size: number
  readonly createdAt: number
}

interface DiscardedFile {
  readonly file: string
  /** milliseconds since 1970 */
  readonly discardedAt: number
}

/**
 * Where files are stored under their names: a folder, or a part of an object store. Knows nothing of their content. Every
 * method throws StorageUnavailable if the place does not respond or does not accept the server; that a file is missing is
 * certain.
 */
export interface BlobStore {
  /** true if reading a file twice costs little: a folder, not a store over a network */
  readonly isLocal: boolean
  /**
   * Stores a stream. The file appears when it is whole; an aborted write leaves nothing that can be read.
   * @param createdAt of a file that is moved, in milliseconds since 1970; default: now
   */
  write(file: string, content: AsyncIterable<Uint8Array>, createdAt?: number): Promise<void>
  /** Returns undefined if it is missing. Throws UnreadableFile if the disk does not return it. */
  read(file: string, range?: ByteRange): Promise<StoredBlob | undefined>
  facts(file: string): Promise<BlobFacts | undefined>
  /** Deletes a file if it is there. */
  remove(file: string): Promise<void>
  /** Returns the names of files that have not changed since the given time, in milliseconds since 1970. */
  olderThan(time: number): Promise<readonly string[]>
  /** Deletes what writes left that were aborted before the given time, in milliseconds since 1970. */
  removeAbandoned(before: number): Promise<void>
  /** Moves a file into the bin; `at` is the time from which its stay counts, in milliseconds since 1970. */
  discard(file: string, timeMs: number): Promise<void>
  /** Moves a file back to its place. Returns false if the bin does not hold it. */
  restore(file: string): Promise<boolean>
  /** Returns the files in the bin with the time at which they were moved there. */
  discarded(): Promise<readonly DiscardedFile[]>
  /** Deletes a file of the bin. */
  removeDiscarded(file: string): Promise<void>
}

/** A file that is there and cannot be read, and will not be readable later. */
export class UnreadableFile extends Error {
  constructor(cause: unknown) {
    super('The file cannot be read.', { cause })
    this.name = 'UnreadableFile'
  }
}
