import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StorageUnavailable } from '#domain/storage/storage-unavailable.ts'
import { probeFolder } from '../adapters/storage/folder-probe.ts'
import { createFolderStore, diskFailure } from '../adapters/storage/folder-store.ts'
import { openObjectStore, UnusableStore } from '../adapters/storage/object-store.ts'
import { createSealedFiles, type SealedFiles } from '../adapters/storage/sealed-files.ts'
import { withFallback } from '../adapters/storage/with-fallback.ts'
import type { Metrics } from '#serving/logs/metrics.ts'
import type { PeriodicJob } from '../scheduler/job.ts'
import { sealKey } from '../start/secrets.ts'
import { StartFailure } from '#lib/start-failure.ts'
import type { Module, ModuleContext } from './module.ts'
import { STORAGE_CHECK_MS } from './periods.ts'

/** How long a result of the check is returned to all callers, in ms; a failure is checked again sooner. */
const BELIEVED_MS = 5_000
const FAILURE_BELIEVED_MS = 1_000
/** How long a caller waits for a check that goes on, in ms, and how long the start of the server does. */
const ANSWER_TIMEOUT_MS = 1_500
const START_TIMEOUT_MS = 5_000
const NO_ANSWER = 'The storage of files does not respond.'

/** Where the host's files are, beside its database. */
export interface Storage {
  /** Opens the files of a kind. One that cannot be read is logged once. */
  openSealedFiles(folder: FileFolder): SealedFiles
  /** returns why files cannot be stored now, in one sentence; undefined if they can */
  readonly trouble: () => Promise<string | undefined>
  /** servers with an object store share their files; otherwise each may have a folder of its own */
  readonly purgeRunsOn: PeriodicJob['runsOn']
}

export const FILE_FOLDERS = ['attachments', 'meeting-sound', 'knowledge'] as const
type FileFolder = (typeof FILE_FOLDERS)[number]

/**
 * Creates the storage of files: the object store if there is one, which also finds what is still in the data directory;
 * otherwise the data directory. Throws StartFailure if the store answers and cannot be used; one that does not answer is
 * waited for.
 */
export async function createStorageModule(
  { settings, log, now }: ModuleContext,
  { observeStorage }: Pick<Metrics, 'observeStorage'>,
): Promise<Module<Storage>> {
  const { dataDir, objectStoreAccess } = settings
  const secret = () => {
    try {
      return sealKey(settings.sealKey, dataDir)
    } catch (error) {
      throw diskFailure(error)
    }
  }
  let failing: string | undefined
  const onChange = (reason: string | undefined) => {
    if ((failing === undefined) !== (reason === undefined)) {
      if (reason === undefined) log.info('files can be stored again')
      else log.error({ reason }, 'files cannot be stored')
    }
    failing = reason
  }
  const objectStore =
    objectStoreAccess &&
    openObjectStore({ access: objectStoreAccess, secret, observe: observeStorage, onChange, now })
  try {
    await Promise.race([objectStore?.check(), noAnswerAfter(START_TIMEOUT_MS)])
  } catch (error) {
    if (error instanceof StorageUnavailable && !(error.cause instanceof UnusableStore)) onChange(error.reason)
    else {
      await objectStore?.close()
      throw error instanceof StorageUnavailable ? new StartFailure(error.reason, { cause: error }) : error
    }
  }
  const check = objectStore ? () => objectStore.check() : () => probeFolder(dataDir)
  const trouble = troubleOf(check, onChange)
  return {
    services: {
      openSealedFiles(folder) {
        const local = createFolderStore(join(dataDir, folder))
        const store = objectStore ? withFallback(objectStore.folder(folder), local) : local
        return createSealedFiles(store, secret, {
          unreadable: (file, reason) =>
            log.warn(
              { folder, file, err: reason },
              'a sealed file is damaged or has another key; it is no longer available',
            ),
          left: (file, reason) =>
            log.warn(
              { folder, file, err: reason },
              'a sealed file could not be deleted; the purge deletes it',
            ),
        })
      },
      trouble,
      purgeRunsOn: objectStore ? 'one-server' : 'every-server',
    },
    jobs: [{ name: 'check-storage', everyMs: STORAGE_CHECK_MS, runsOn: 'every-server', run: trouble }],
    close: async () => objectStore?.close(),
  }
}

async function noAnswerAfter(ms: number): Promise<never> {
  await wait(ms, undefined, { ref: false })
  throw new StorageUnavailable(NO_ANSWER)
}

/** Returns a function that checks the storage, once for all callers of a few seconds. */
function troubleOf(
  check: () => Promise<void>,
  onChange: (reason: string | undefined) => void,
): () => Promise<string | undefined> {
  let last:
    | { readonly checkedAt: number; readonly result: Promise<string | undefined>; believedMs: number }
    | undefined
  const run = async () => {
    try {
      await check()
      onChange(undefined)
      return undefined
    } catch (error) {
      const reason = error instanceof StorageUnavailable ? error.reason : 'Files cannot be stored.'
      onChange(reason)
      if (last) last.believedMs = FAILURE_BELIEVED_MS
      return reason
    }
  }
  return () => {
    if (!last || performance.now() - last.checkedAt >= last.believedMs)
      last = { checkedAt: performance.now(), result: run(), believedMs: BELIEVED_MS }
    // A probe of the server must not wait for a store that never answers.
    return Promise.race([last.result, wait(ANSWER_TIMEOUT_MS, NO_ANSWER, { ref: false })])
  }
}
