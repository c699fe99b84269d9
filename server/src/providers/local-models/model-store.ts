import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inBackground } from '#lib/background.ts'
import { type DownloadableModel, downloadBytes, type ModelFile } from './downloadable-model.ts'
import {
  DownloadFailure,
  type DownloadFailureKind,
  downloadModel,
  MANIFEST,
  sha256Of,
} from './model-download.ts'

interface ModelStoreOptions {
  /** folder of all models */
  readonly directory: string
  /** address of the hub, without a slash at the end */
  readonly hub: string
}

/** A download that a provider needs before it can work. */
export type Preparation =
  /** nothing is downloaded yet; `prepare` starts it */
  | { readonly state: 'needed'; readonly name: string; readonly bytesTotal: number }
  | {
      readonly state: 'running'
      readonly name: string
      readonly bytesDone: number
      readonly bytesTotal: number
      /** undefined while the speed is unknown */
      readonly secondsLeft: number | undefined
    }
  /** the last attempt failed; `prepare` tries again. `reason` is one plain sentence. */
  | {
      readonly state: 'failed'
      readonly name: string
      readonly reason: string
      readonly failure: DownloadFailureKind
      readonly bytesTotal: number
    }

/** Models on this machine. */
export interface ModelStore {
  /** Undefined when the model is there with all its files. */
  preparation(model: DownloadableModel): Preparation | undefined
  /**
   * Starts to fetch a model, unless that runs already or it is there. A hub that could not be reached is not tried again
   * for a minute, unless a person asks for it.
   */
  prepare(model: DownloadableModel, isAskedFor?: boolean): void
  /** Stops the download; the received part is kept. */
  cancel(model: DownloadableModel): void
  /** Fetches a model and waits for it. Throws DownloadFailure. */
  install(model: DownloadableModel): Promise<void>
  remove(model: DownloadableModel): Promise<void>
  /**
   * Reads every file and returns those that are missing or differ from the catalogue's hash; for operators.
   */
  verify(model: DownloadableModel): Promise<readonly DamagedFile[]>
  /** Absolute path of a file of a model, whether it is there or not. */
  pathOf(model: DownloadableModel, path: string): string
}

interface DamagedFile {
  /** in the model's folder */
  readonly path: string
  readonly problem: 'missing' | 'wrong-size' | 'wrong-hash'
}

interface Download {
  readonly abort: AbortController
  readonly finished: Promise<void>
  readonly startedAt: number
  /** bytes that existed before the first new ones */
  bytesBefore: number | undefined
  bytesDone: number
}

/** Time after which a hub that could not be reached is tried again without being asked for, in ms. */
const HUB_RETRY_MS = 60_000

const REASONS: Readonly<Record<DownloadFailureKind, string>> = {
  'hub-unreachable': 'The model hub cannot be reached.',
  'not-found': 'The model hub does not have this model.',
  'wrong-hash': 'What the model hub sent is not this model.',
  'disk-full': 'The disk is full.',
  'not-writable': 'The data folder cannot be written.',
  cancelled: 'The download was stopped.',
}

/** Returns why a model could not be downloaded, in one plain sentence for hosts. */
export const explainDownload = (kind: DownloadFailureKind): string => REASONS[kind]

export function createModelStore({ directory, hub }: ModelStoreOptions): ModelStore {
  const downloads = new Map<string, Download>()
  const failures = new Map<string, DownloadFailureKind>()
  /** when the hub was last found to be unreachable, by the process's clock in ms; it has the files of all models */
  let unreachableAt = -Infinity

  const pathOf = ({ id }: DownloadableModel, path: string) => join(directory, id, path)

  function isInstalled(model: DownloadableModel): boolean {
    const size = (path: string) => statSync(pathOf(model, path), { throwIfNoEntry: false })?.size
    return size(MANIFEST) !== undefined && model.files.every((file) => size(file.path) === file.size)
  }

  function start(model: DownloadableModel): Download {
    const runningDownload = downloads.get(model.id)
    if (runningDownload) return runningDownload
    const abort = new AbortController()
    failures.delete(model.id)
    const finished = fetchModel(model, abort.signal).finally(() => downloads.delete(model.id))
    const download: Download = {
      abort,
      finished,
      startedAt: performance.now(),
      bytesBefore: undefined,
      bytesDone: 0,
    }
    downloads.set(model.id, download)
    return download
  }

  async function fetchModel(model: DownloadableModel, signal: AbortSignal): Promise<void> {
    try {
      // A folder that lost a file is downloaded again.
      await rm(join(directory, model.id, MANIFEST), { force: true })
      await downloadModel(model, {
        hub,
        directory,
        signal,
        onProgress(bytesDone) {
          const download = downloads.get(model.id)
          if (!download) return
          download.bytesBefore ??= bytesDone
          download.bytesDone = bytesDone
        },
      })
    } catch (error) {
      const kind = error instanceof DownloadFailure ? error.kind : 'not-writable'
      failures.set(model.id, kind)
      if (kind === 'hub-unreachable') unreachableAt = performance.now()
      throw error
    }
  }

  return {
    preparation(model) {
      const about = { name: model.name, bytesTotal: downloadBytes(model) }
      const download = downloads.get(model.id)
      if (download) {
        const { bytesDone } = download
        return { state: 'running', ...about, bytesDone, secondsLeft: secondsLeft(download, about.bytesTotal) }
      }
      if (isInstalled(model)) return undefined
      const failure = failures.get(model.id)
      return failure === undefined
        ? { state: 'needed', ...about }
        : { state: 'failed', ...about, reason: REASONS[failure], failure }
    },
    prepare(model, isAskedFor = false) {
      if (downloads.has(model.id) || isInstalled(model)) return
      if (!isAskedFor && performance.now() - unreachableAt < HUB_RETRY_MS) {
        failures.set(model.id, 'hub-unreachable')
        return
      }
      inBackground('model fetched', start(model).finished)
    },
    cancel: ({ id }) => downloads.get(id)?.abort.abort(),
    install: async (model) => {
      if (!isInstalled(model)) await start(model).finished
    },
    remove: (model) => rm(join(directory, model.id), { recursive: true, force: true }),
    async verify(model) {
      const damaged: DamagedFile[] = []
      // One after the other: a model's file is up to some hundred megabytes.
      for (const file of model.files) {
        const problem = await problemOf(pathOf(model, file.path), file)
        if (problem) damaged.push({ path: file.path, problem })
      }
      return damaged
    },
    pathOf,
  }
}

async function problemOf(
  path: string,
  { size, sha256 }: ModelFile,
): Promise<DamagedFile['problem'] | undefined> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return 'missing'
  if (stats.size !== size) return 'wrong-size'
  return (await sha256Of(path)) === sha256 ? undefined : 'wrong-hash'
}

/** Returns the seconds left at the speed so far; undefined within the first second. */
function secondsLeft(
  { startedAt, bytesBefore = 0, bytesDone }: Download,
  bytesTotal: number,
): number | undefined {
  const seconds = (performance.now() - startedAt) / 1_000
  const bytesPerSecond = (bytesDone - bytesBefore) / seconds
  if (seconds < 1 || bytesPerSecond <= 0) return undefined
  return Math.round((bytesTotal - bytesDone) / bytesPerSecond)
}
