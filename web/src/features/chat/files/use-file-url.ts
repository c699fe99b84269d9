import type { getAttachment } from '@vee/contract/http/attachments'
import { useEffect, useState } from 'react'
import { fetchPatiently } from '#lib/async/fetch-patiently.ts'
import { PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { type Api, ApiError } from '#lib/http/index.ts'
import { movedFiles } from './moved-files.ts'
import { recentFile } from './recent-files.ts'

/** Statuses of a file that the caller cannot read, now or any more. */
const GONE: ReadonlySet<number> = new Set([401, 403, 404])

/**
 * Loads a file of the user as an object URL; null if it does not exist any more, undefined until it is known. Waits for a
 * network, and tries again for some seconds where the server does not answer. One that was gone is tried again when the
 * files of a visitor have become the account's.
 */
export function useFileUrl(api: Api | undefined, id: string): string | null | undefined {
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    if (!api) return undefined
    const stop = new AbortController()
    let created: string | undefined
    let isGone = false
    async function load(from: Api): Promise<void> {
      const blob = await fetchPatiently(() => contentOf(from, id, stop.signal), PATIENT_TRIES)
      if (stop.signal.aborted) return
      isGone = blob === null
      created = blob ? URL.createObjectURL(blob) : undefined
      setUrl(created ?? null)
    }
    const loadIfReached = (from: Api) => void load(from).catch(() => undefined)
    loadIfReached(api)
    const unsubscribe = movedFiles.subscribe(() => {
      if (isGone) loadIfReached(api)
    })
    return () => {
      stop.abort()
      unsubscribe()
      if (created !== undefined) URL.revokeObjectURL(created)
    }
  }, [api, id])
  return url
}

/** Returns null if the file does not exist any more, and if nobody waits for it. */
async function contentOf(api: Api, id: string, signal: AbortSignal): Promise<Blob | null> {
  const recent = recentFile(id)
  if (recent) return recent
  try {
    const response = await api.send<typeof getAttachment>('GET', '/attachments/{id}', {
      params: { id },
      signal,
    })
    return await response.blob()
  } catch (error) {
    if (signal.aborted || (error instanceof ApiError && GONE.has(error.status))) return null
    throw error
  }
}
