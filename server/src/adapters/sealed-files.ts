import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BIN, createFileBin, type FileBin } from './file-bin.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
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
  async function contentOf(file: string): Promise<Buffer | undefined> {
    try {
      const content = await readFile(join(directory, file)).catch(undefinedWhereGone)
      if (content) return content
      return (await bin.restore(file)) ? await readFile(join(directory, file)) : undefined
    } catch (error) {
      if (!isLasting(error)) throw error
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
      const sealed = await contentOf(file)
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

/** Codes of a disk or of rights that do not return a file; others, such as too many open files, pass. */
const LASTING_CODES: ReadonlySet<unknown> = new Set(['EACCES', 'EIO', 'EISDIR', 'EPERM', 'ESTALE'])
const isLasting = (error: unknown) =>
  error instanceof Error && 'code' in error && LASTING_CODES.has(error.code)

function undefinedWhereGone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
