import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BIN, createFileBin, type FileBin } from './file-bin.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Length of the parts in which a file is decrypted. */
const PART_BYTES = 64 * 1024
/** Number of files whose failure is remembered, so that it is reported once. */
const REPORTED_MAX = 10_000

interface SealedFile {
  readonly file: string
  /**
   * base64; the file's key is derived from it and the host's secret, so a file with a lost salt cannot be
   * decrypted
   */
  readonly salt: string
  /** size of the plain content */
  readonly bytes: number
}

interface OpenedFile {
  /** size of the plain content */
  readonly bytes: number
  /** can be read once */
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Files that only this host can read: AES-256-GCM, each with a separate key (HKDF of the host's secret and
 * the file's salt), stored as nonce, cipher text and tag.
 */
export interface SealedFiles extends FileBin {
  /** Encrypts a stream into a file; an aborted write leaves no file. */
  write(source: Readable): Promise<SealedFile>
  /**
   * Returns undefined if the file is no longer available: missing, for example after a restore without its folder;
   * damaged, or sealed with another key. A file in the bin is restored.
   */
  read(file: Pick<SealedFile, 'file' | 'salt'>): Promise<Buffer | undefined>
  /** As `read`, for a file that is not held in memory: it is decrypted while it is read. */
  open(file: Pick<SealedFile, 'file' | 'salt'>): Promise<OpenedFile | undefined>
  remove(file: string): Promise<void>
  /** Returns the names of files that have not changed since the given time, in milliseconds since 1970. */
  olderThan(time: number): Promise<readonly string[]>
}

/** Called once per file that cannot be read, with the reason. */
export type ReportUnreadable = (file: string, reason: unknown) => void

/**
 * @param secret is called with the first file: a host without files needs no key
 */
export function createSealedFiles(
  directory: string,
  secret: () => Buffer,
  reportUnreadable: ReportUnreadable = () => undefined,
): SealedFiles {
  const bin = createFileBin(directory)
  const reported = new Set<string>()
  const report: ReportUnreadable = (file, reason) => {
    if (reported.has(file)) return
    if (reported.size >= REPORTED_MAX) reported.clear()
    reported.add(file)
    reportUnreadable(file, reason)
  }
  /** Returns undefined if the file is in neither place, or the disk does not return it. */
  async function onDisk<T>(file: string, read: (path: string) => Promise<T>): Promise<T | undefined> {
    const path = join(directory, file)
    try {
      const found = await read(path).catch(undefinedWhereGone)
      if (found !== undefined) return found
      return (await bin.restore(file)) ? await read(path) : undefined
    } catch (error) {
      if (isPassing(error)) throw error
      report(file, error)
      return undefined
    }
  }
  const keyOf = (salt: Buffer) =>
    Buffer.from(hkdfSync('sha256', secret(), salt, 'vee sealed file', KEY_BYTES))
  return {
    ...bin,
    async write(source) {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      const [file, salt, nonce] = [randomUUID(), randomBytes(KEY_BYTES), randomBytes(NONCE_BYTES)]
      const draft = join(directory, `${file}.draft`)
      const cipher = createCipheriv('aes-256-gcm', keyOf(salt), nonce)
      let bytes = 0
      try {
        await pipeline(
          source,
          async function* seal(parts: AsyncIterable<Buffer>) {
            yield nonce
            for await (const part of parts) {
              bytes += part.length
              yield cipher.update(part)
            }
            yield cipher.final()
            yield cipher.getAuthTag()
          },
          createWriteStream(draft, { mode: 0o600, flush: true }),
        )
        await rename(draft, join(directory, file))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      return { file, salt: salt.toString('base64'), bytes }
    },
    async read({ file, salt }) {
      const sealed = await onDisk(file, (path) => readFile(path))
      if (!sealed) return undefined
      try {
        const decipher = createDecipheriv(
          'aes-256-gcm',
          keyOf(Buffer.from(salt, 'base64')),
          sealed.subarray(0, NONCE_BYTES),
        )
        decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      } catch (error) {
        report(file, error)
        return undefined
      }
    },
    async remove(file) {
      await rm(join(directory, file), { force: true })
      await bin.removeDiscarded(file)
    },
    async open({ file, salt }) {
      const known = await onDisk(file, (path) => stat(path))
      if (!known) return undefined
      try {
        const key = keyOf(Buffer.from(salt, 'base64'))
        const place = { path: join(directory, file), key, bytes: known.size - NONCE_BYTES - TAG_BYTES }
        // Nothing of a modified file is sent: its tag is checked before.
        for await (const part of decrypted(place)) part.fill(0)
        return { bytes: place.bytes, content: decrypted(place) }
      } catch (error) {
        if (isPassing(error)) throw error
        report(file, error)
        return undefined
      }
    },
    async olderThan(time) {
      const names = await readdir(directory).catch(() => [])
      const old: string[] = []
      for (const name of names) {
        if (name === BIN) continue
        const known = await stat(join(directory, name)).catch(() => undefined)
        if (known && known.mtimeMs < time) old.push(name)
      }
      return old
    },
  }
}

interface SealedPlace {
  readonly path: string
  readonly key: Buffer
  /** size of the plain content */
  readonly bytes: number
}

/** Decrypts a file in parts. Throws at its end if it was modified. */
async function* decrypted({ path, key, bytes }: SealedPlace): AsyncGenerator<Buffer> {
  const handle = await open(path)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, await readExactly(handle, 0, NONCE_BYTES))
    decipher.setAuthTag(await readExactly(handle, NONCE_BYTES + bytes, TAG_BYTES))
    for (let at = 0; at < bytes; at += PART_BYTES)
      yield decipher.update(await readExactly(handle, NONCE_BYTES + at, Math.min(PART_BYTES, bytes - at)))
    decipher.final()
  } finally {
    await handle.close()
  }
}

/** Throws if the file is shorter. */
async function readExactly(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = at < 0 ? { bytesRead: 0 } : await handle.read(buffer, 0, length, at)
  if (bytesRead < length) throw new Error('The sealed file is too short.')
  return buffer
}
/** Codes of a disk or of rights that do not return a file; others, such as too many open files, pass. */
const LASTING_CODES: ReadonlySet<unknown> = new Set(['EACCES', 'EIO', 'EISDIR', 'EPERM', 'ESTALE'])
const isPassing = (error: unknown) =>
  error instanceof Error && 'syscall' in error && 'code' in error && !LASTING_CODES.has(error.code)

function undefinedWhereGone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
