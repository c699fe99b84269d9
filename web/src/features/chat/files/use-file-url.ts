import type { getAttachment } from '@vee/contract/http/attachments'
import { useEffect, useState } from 'react'
import { fetchPatiently } from '#lib/async/fetch-patiently.ts'
import { PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { type Api, ApiError } from '#lib/http/index.ts'
import { movedFiles } from './moved-files.ts'
import { recentFile } from './recent-files.ts'

/**
 * Loads a file of the user as an object URL; null if it does not exist any more, undefined until it is known, and if
 * it could not be loaded. Waits for a network, and tries again for some seconds where the server does not answer. One that was gone is tried again when the
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
      if (stop.signal.aborted || blob === undefined) return
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

/**
 * Returns null if the file does not exist any more, undefined if it is not allowed or not wanted. Rejects where another
 * request may succeed.
 */
async function contentOf(api: Api, id: string, signal: AbortSignal): Promise<Blob | null | undefined> {
  const recent = recentFile(id)
  if (recent) return recent
  try {
    const response = await api.send<typeof getAttachment>('GET', '/attachments/{id}', {
      params: { id },
      signal,
    })
    return await response.blob()
  } catch (error) {
    if (signal.aborted) return undefined
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
    return error.status === 404 ? null : undefined
  }
}
