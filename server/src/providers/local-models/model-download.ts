import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DownloadableModel, downloadBytes, type ModelFile } from './downloadable-model.ts'

/** Reason for which a model could not be downloaded. */
export type DownloadFailureKind =
  | 'hub-unreachable'
  /** the hub has no such file */
  | 'not-found'
  /** the content differs from the catalogue's hash */
  | 'wrong-hash'
  | 'disk-full'
  | 'cancelled'
  /** the folder cannot be written */
  | 'not-writable'

export class DownloadFailure extends Error {
  readonly kind: DownloadFailureKind

  constructor(kind: DownloadFailureKind, options?: ErrorOptions) {
    super(`model download: ${kind}`, options)
    this.name = 'DownloadFailure'
    this.kind = kind
  }
}

export interface DownloadOptions {
  /** address of the hub, without a slash at the end */
  readonly hub: string
  /** folder of all models; the model gets a folder of its own in it */
  readonly directory: string
  readonly signal: AbortSignal
  /** called with the number of bytes of the model on the disk, whenever it grows */
  readonly onProgress: (bytesDone: number) => void
  /** for tests that do not wait */
  readonly retryAfterMs?: number
}

/** Time within which a hub has to answer for the first time, in ms: a person waits for it, and nothing is lost by a retry. */
const FIRST_ANSWER_MS = 2_500

/** Marks a folder as a complete, verified model. */
export const MANIFEST = 'manifest.json'

/** Space that stays free on the disk, in bytes. */
const SPARE_BYTES = 100_000_000
/** Time without data after which the hub is requested again, in ms. */
const STALL_MS = 10_000
/** Maximum number of consecutive attempts without a byte, once the hub has answered. */
const FRUITLESS_ATTEMPTS = 5
const FIRST_RETRY_MS = 500
/** Time without a touch by its owner after which a lock is stale, in ms. */
const LOCK_STALE_MS = 20_000
const LOCK_TOUCH_MS = 4_000
const LOCK_LOOK_MS = 500

/**
 * Downloads a model into `directory/<id>`: existing files are not downloaded again, every file is verified,
 * and the folder becomes visible at once when it is complete. Of several processes on one folder, one
 * downloads and the others wait for it. Throws DownloadFailure; the received part is kept for the next
 * attempt.
 */
export async function downloadModel(model: DownloadableModel, options: DownloadOptions): Promise<void> {
  const { directory, signal } = options
  const partial = join(directory, `${model.id}.partial`)
  await mkdir(partial, { recursive: true }).catch((error: unknown) => {
    throw failureOfDisk(error)
  })
  const unlock = await lock(join(directory, `${model.id}.lock`), signal)
  try {
    if (await isThere(join(directory, model.id, MANIFEST))) return
    await assertDiskSpace(model, partial)
    let done = 0
    const hubState: HubState = { hasAnswered: false, giveUpAt: performance.now() + FIRST_ANSWER_MS }
    for (const file of model.files) {
      const before = done
      await fetchFile(model, file, join(partial, file.path), {
        ...options,
        hubState,
        onProgress: (bytes) => options.onProgress(before + bytes),
      })
      done += file.size
    }
    await publishModel(model, partial, directory)
  } catch (error) {
    throw error instanceof DownloadFailure ? error : failureOfDisk(error)
  } finally {
    await unlock()
  }
}

/**
 * Marks `folder` as a complete, verified model and moves it to its place in `directory`, where it replaces an
 * earlier one.
 */
export async function publishModel(
  { id, repository, revision, files, licence }: DownloadableModel,
  folder: string,
  directory: string,
): Promise<void> {
  const manifest = { id, repository, revision, licence, files }
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`)
  await rm(join(directory, id), { recursive: true, force: true })
  await rename(folder, join(directory, id))
}

async function assertDiskSpace(model: DownloadableModel, partial: string): Promise<void> {
  const there = await Promise.all(model.files.map(({ path }) => sizeOf(join(partial, path))))
  const missing = downloadBytes(model) - there.reduce((sum, size) => sum + size, 0)
  const { bavail, bsize } = await statfs(partial)
  if (bavail * bsize < missing + SPARE_BYTES) throw new DownloadFailure('disk-full')
}

interface HubState {
  /** whether it has begun to send a file in this download */
  hasAnswered: boolean
  /** without an answer, by the process's clock in ms */
  readonly giveUpAt: number
}

/**
 * Downloads the missing part of a file, with retries as long as each brings more of it, and verifies the
 * whole file.
 */
async function fetchFile(
  { repository, revision }: DownloadableModel,
  file: ModelFile,
  target: string,
  {
    hub,
    signal,
    onProgress,
    hubState,
    retryAfterMs = FIRST_RETRY_MS,
  }: DownloadOptions & { readonly hubState: HubState },
): Promise<void> {
  const address = `${hub}/${repository}/resolve/${revision}/${file.path}`
  await mkdir(dirname(target), { recursive: true })
  let fruitless = 0
  let size = await sizeOf(target)
  while (size < file.size) {
    const before = size
    const failure = await fetchRest(address, target, { from: size, file, signal, onProgress, hubState })
    size = await sizeOf(target)
    if (failure === undefined) continue
    if (failure.kind !== 'hub-unreachable') throw failure
    fruitless = size > before ? 0 : fruitless + 1
    const delayMs = retryAfterMs * 2 ** fruitless
    const isTooLate = !hubState.hasAnswered && performance.now() + delayMs > hubState.giveUpAt
    if (fruitless >= FRUITLESS_ATTEMPTS || isTooLate) throw failure
    await pause(delayMs, undefined, { signal }).catch(() => {
      throw new DownloadFailure('cancelled')
    })
  }
  onProgress(file.size)
  await rm(etagPathOf(target), { force: true })
  if (size > file.size || (await sha256Of(target)) !== file.sha256) {
    await rm(target, { force: true })
    throw new DownloadFailure('wrong-hash')
  }
}

interface RestOptions {
  readonly from: number
  readonly file: ModelFile
  readonly signal: AbortSignal
  readonly onProgress: (bytesDone: number) => void
  readonly hubState: HubState
}

/**
 * Sends one request for the bytes from `from` on. Returns the failure that a further request may solve, or
 * that ends the download.
 */
async function fetchRest(
  address: string,
  target: string,
  { from, file, signal, onProgress, hubState }: RestOptions,
): Promise<DownloadFailure | undefined> {
  const stalled = new AbortController()
  const firstMs = hubState.hasAnswered ? STALL_MS : Math.max(0, hubState.giveUpAt - performance.now())
  let watchdog = setTimeout(() => stalled.abort(), firstMs)
  try {
    const response = await fetch(address, {
      headers: { 'accept-encoding': 'identity', ...(from > 0 && (await rangeHeaders(target, from))) },
      signal: AbortSignal.any([signal, stalled.signal]),
    })
    if (new URL(address).protocol === 'https:' && !response.url.startsWith('https:')) {
      await response.body?.cancel()
      return new DownloadFailure('hub-unreachable')
    }
    if (response.status === 404 || response.status === 403 || response.status === 401) {
      await response.body?.cancel()
      throw new DownloadFailure('not-found')
    }
    const isRest = response.status === 206 && startOf(response) === from
    if (!response.body || (!isRest && response.status !== 200)) {
      await response.body?.cancel()
      if (response.status === 416) await rm(target, { force: true })
      return new DownloadFailure('hub-unreachable')
    }
    hubState.hasAnswered = true
    clearTimeout(watchdog)
    watchdog = setTimeout(() => stalled.abort(), STALL_MS)
    await storeEtag(target, response)
    // A hub without ranges, or with another version of the file, sends all of it.
    const output = await open(target, isRest ? 'a' : 'w')
    try {
      let size = isRest ? from : 0
      for await (const chunk of response.body) {
        clearTimeout(watchdog)
        watchdog = setTimeout(() => stalled.abort(), STALL_MS)
        await output.writeFile(chunk)
        size += chunk.length
        if (size > file.size) throw new DownloadFailure('wrong-hash')
        onProgress(size)
      }
    } finally {
      await output.close()
    }
    return undefined
  } catch (error) {
    if (error instanceof DownloadFailure) throw error
    if (signal.aborted) throw new DownloadFailure('cancelled')
    if (isDiskError(error)) throw failureOfDisk(error)
    return new DownloadFailure('hub-unreachable', { cause: error })
  } finally {
    clearTimeout(watchdog)
  }
}

/** Returns the path of the file next to the part that names its version. */
const etagPathOf = (target: string) => `${target}.etag`

/** Longest entity tag that is stored, in UTF-16 code units. */
const MAX_ETAG_LENGTH = 200

/**
 * Returns the headers for the rest of the same version of the file; for all of it where it has changed (RFC
 * 9110, 13.1.5).
 */
async function rangeHeaders(target: string, from: number): Promise<Record<string, string>> {
  const etag = await readFile(etagPathOf(target), 'utf8').catch(() => '')
  return { range: `bytes=${from}-`, ...(isStrongEtag(etag) && { 'if-range': etag }) }
}

async function storeEtag(target: string, response: Response): Promise<void> {
  const etag = response.headers.get('etag') ?? ''
  if (isStrongEtag(etag)) await writeFile(etagPathOf(target), etag)
  else await rm(etagPathOf(target), { force: true })
}

/** Weak tags (`W/"…"`) do not identify bytes. */
const isStrongEtag = (etag: string) => etag.length <= MAX_ETAG_LENGTH && /^"[\x21\x23-\x7e]*"$/.test(etag)

/** First byte of a partial response, from `Content-Range: bytes 10-99/100` (RFC 9110, 14.4). */
function startOf(response: Response): number | undefined {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]
  return start === undefined ? undefined : Number(start)
}

/** Returns the size of a file; 0 where there is none. */
async function sizeOf(path: string): Promise<number> {
  return (await statOf(path))?.size ?? 0
}

const isThere = async (path: string) => (await statOf(path)) !== undefined

const statOf = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined)

/** SHA-256 of a file, in hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Waits until the lock is free; its owner keeps touching it. Returns a function that releases it. */
async function lock(path: string, signal: AbortSignal): Promise<() => Promise<void>> {
  for (;;) {
    try {
      const handle = await open(path, 'wx')
      await handle.close()
      break
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST')
        throw failureOfDisk(error)
    }
    const age = Date.now() - ((await statOf(path))?.mtimeMs ?? 0)
    if (age > LOCK_STALE_MS) await rm(path, { force: true })
    else {
      await pause(LOCK_LOOK_MS, undefined, { signal }).catch(() => {
        throw new DownloadFailure('cancelled')
      })
    }
  }
  const touch = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => undefined)
  }, LOCK_TOUCH_MS)
  return async () => {
    clearInterval(touch)
    await rm(path, { force: true })
  }
}

const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOTDIR', 'EISDIR'])

const isDiskError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && DISK_ERRORS.has(error.code)

function failureOfDisk(error: unknown): DownloadFailure {
  const isFull = isDiskError(error) && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  return new DownloadFailure(isFull ? 'disk-full' : 'not-writable', { cause: error })
}
