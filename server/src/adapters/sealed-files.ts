import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Length of the parts in which a file is decrypted. */
const PART_BYTES = 64 * 1024

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
export interface SealedFiles {
  /** Encrypts a stream into a file; an aborted write leaves no file. */
  write(source: Readable): Promise<SealedFile>
  /**
   * Returns undefined if the file is missing, for example after a restore without its folder. Rejects if it
   * was modified.
   */
  read(file: Pick<SealedFile, 'file' | 'salt'>): Promise<Buffer | undefined>
  /** As `read`, for a file that is not held in memory: it is decrypted while it is read. */
  open(file: Pick<SealedFile, 'file' | 'salt'>): Promise<OpenedFile | undefined>
  remove(file: string): Promise<void>
  /** Returns the names of files that have not changed since the given time, in milliseconds since 1970. */
  olderThan(time: number): Promise<readonly string[]>
}

/** `secret` is called with the first file: a host without files needs no key. */
export function createSealedFiles(directory: string, secret: () => Buffer): SealedFiles {
  const keyOf = (salt: Buffer) =>
    Buffer.from(hkdfSync('sha256', secret(), salt, 'vee sealed file', KEY_BYTES))
  return {
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
      const sealed = await readFile(join(directory, file)).catch(undefinedWhereGone)
      if (!sealed) return undefined
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyOf(Buffer.from(salt, 'base64')),
        sealed.subarray(0, NONCE_BYTES),
      )
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    },
    async open({ file, salt }) {
      const path = join(directory, file)
      const known = await stat(path).catch(undefinedWhereGone)
      if (!known) return undefined
      const key = keyOf(Buffer.from(salt, 'base64'))
      const place = { path, key, bytes: known.size - NONCE_BYTES - TAG_BYTES }
      // Nothing of a modified file is sent: its tag is checked before.
      for await (const part of decrypted(place)) part.fill(0)
      return { bytes: place.bytes, content: decrypted(place) }
    },
    remove: (file) => rm(join(directory, file), { force: true }),
    async olderThan(time) {
      const names = await readdir(directory).catch(() => [])
      const old: string[] = []
      for (const name of names) {
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

function undefinedWhereGone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
