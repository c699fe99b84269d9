import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sha256, startModelHub, type ModelHub } from '../../../../fakes/model-hub/index.ts'
import type { DownloadableModel } from './downloadable-model.ts'
import { downloadModel } from './model-download.ts'
import { TOKENS, wordsModel } from './words-model.fixture.ts'

const LARGE = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7) % 251)

const model = wordsModel(LARGE)

let hub: ModelHub
let directory: string
beforeAll(async () => {
  hub = await startModelHub({
    'vee/words/resolve/abc/model.onnx': LARGE,
    'vee/words/resolve/abc/sub/tokens.txt': TOKENS,
  })
})
afterAll(() => hub.close())
beforeEach(async () => {
  hub.reset()
  directory = await mkdtemp(join(tmpdir(), 'vee-models-'))
})
afterEach(() => rm(directory, { recursive: true }))

function download(changes: { signal?: AbortSignal; hub?: string; model?: DownloadableModel } = {}) {
  const progress: number[] = []
  const done = downloadModel(changes.model ?? model, {
    hub: changes.hub ?? hub.url,
    directory,
    signal: changes.signal ?? new AbortController().signal,
    onProgress: (bytes) => progress.push(bytes),
    retryAfterMs: 0,
  })
  return { done, progress }
}

/** Returns the failure of a download whose retries are not sped up. */
const failureAtOnce = (address: string) =>
  downloadModel(model, {
    hub: address,
    directory,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  }).catch((error: unknown) => (error as { kind?: string }).kind)

it.each(['hangs', 'does not listen', 'refuses'])(
  'gives up a hub soon that %s from the start',
  async (what) => {
    hub.fail(what === 'hangs' ? { hangs: true } : { refusals: 100 })
    expect(await failureAtOnce(what === 'does not listen' ? 'http://127.0.0.1:1' : hub.url)).toBe(
      'hub-unreachable',
    )
    // Five attempts, as for a hub that answered once, take longer.
  },
  10_000,
)

const installed = (path: string) => readFile(join(directory, 'words', path))

async function expectInstalled(): Promise<void> {
  expect(sha256(await installed('model.onnx'))).toBe(sha256(LARGE))
  expect(sha256(await installed('sub/tokens.txt'))).toBe(sha256(TOKENS))
  expect(JSON.parse((await installed('manifest.json')).toString())).toMatchObject({
    id: 'words',
    licence: 'MIT',
    revision: 'abc',
  })
}

describe('downloadModel', () => {
  it('downloads every file through the redirect of the hub and reports its progress', async () => {
    const { done, progress } = download()
    await done
    await expectInstalled()
    expect(progress.at(-1)).toBe(LARGE.length + TOKENS.length)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })

  it.each(Array.from({ length: 20 }, (_, index) => Math.floor((LARGE.length * (index + 1)) / 21)))(
    'resumes where a connection that breaks after %i bytes ended',
    async (cutAfterBytes) => {
      hub.fail({ cutAfterBytes, cuts: 1 })
      await download().done
      await expectInstalled()
    },
  )

  it('requests the rest of the same file, and leaves no trace of that', async () => {
    hub.fail({ cutAfterBytes: 50_000, cuts: 1 })
    await download().done
    await expectInstalled()
    expect(hub.ranges).toEqual(['', 'bytes=50000-', ''])
    expect(hub.conditions).toEqual(['', `"${sha256(LARGE)}"`, ''])
    expect((await readdir(join(directory, 'words'))).toSorted()).toEqual([
      'manifest.json',
      'model.onnx',
      'sub',
    ])
  })

  it('completes over a connection that breaks every 60 kB', async () => {
    hub.fail({ cutAfterBytes: 60_000 })
    await download().done
    await expectInstalled()
    expect(hub.ranges.length).toBeGreaterThan(4)
  })

  describe('after a process that ended in the middle', () => {
    beforeEach(async () => {
      await mkdir(join(directory, 'words.partial'))
      await writeFile(join(directory, 'words.partial', 'model.onnx'), LARGE.subarray(0, 120_000))
    })

    it('requests only the rest', async () => {
      await download().done
      await expectInstalled()
      expect(hub.ranges).toEqual(['bytes=120000-', ''])
    })

    it('downloads the whole file where it has changed on the hub since', async () => {
      await writeFile(join(directory, 'words.partial', 'model.onnx'), new Uint8Array(120_000))
      await writeFile(join(directory, 'words.partial', 'model.onnx.etag'), '"another-file"')
      await download().done
      await expectInstalled()
      expect(hub.conditions).toEqual(['"another-file"', ''])
    })

    it('downloads the whole file where the hub does not support ranges', async () => {
      hub.fail({ ignoresRanges: true })
      await download().done
      await expectInstalled()
    })

    it('starts again where the existing part is damaged', async () => {
      await writeFile(join(directory, 'words.partial', 'model.onnx'), new Uint8Array(LARGE.length))
      await expect(download().done).rejects.toMatchObject({ kind: 'wrong-hash' })
      await download().done
      await expectInstalled()
    })
  })

  it('retries while the hub is busy', async () => {
    hub.fail({ refusals: 3 })
    await download().done
    await expectInstalled()
  })

  it('rejects a file with another hash, and keeps nothing of it', async () => {
    hub.fail({ sendsOtherBytes: true })
    await expect(download().done).rejects.toMatchObject({ kind: 'wrong-hash' })
    await expect(stat(join(directory, 'words.partial', 'model.onnx'))).rejects.toThrow('ENOENT')
    hub.reset()
    await download().done
    await expectInstalled()
  })

  it('reports that the hub does not have a file', async () => {
    const renamed = { ...model, repository: 'vee/other' }
    await expect(download({ model: renamed }).done).rejects.toMatchObject({ kind: 'not-found' })
  })

  it('reports that the hub cannot be reached', async () => {
    await expect(download({ hub: 'http://127.0.0.1:9' }).done).rejects.toMatchObject({
      kind: 'hub-unreachable',
    })
  })

  it('reports that the disk is full, before it requests anything', async () => {
    const huge = { ...model, files: [{ path: 'model.onnx', size: 2 ** 52, sha256: '' }] }
    await expect(download({ model: huge }).done).rejects.toMatchObject({ kind: 'disk-full' })
    expect(hub.ranges).toEqual([])
  })

  it('stops when it is cancelled', async () => {
    const held = Promise.withResolvers<void>()
    hub.fail({ holds: held.promise })
    const stop = new AbortController()
    const { done } = download({ signal: stop.signal })
    stop.abort()
    await expect(done).rejects.toMatchObject({ kind: 'cancelled' })
    held.resolve()
  })

  it('downloads once when two servers on one folder start at the same time', async () => {
    await Promise.all([download().done, download().done])
    await expectInstalled()
    expect(hub.ranges).toHaveLength(model.files.length)
  })

  it('takes over from a process that ended without releasing its lock', async () => {
    const lock = join(directory, 'words.lock')
    await writeFile(lock, '')
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(lock, longAgo, longAgo)
    await download().done
    await expectInstalled()
  })
})
