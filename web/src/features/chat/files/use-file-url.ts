import type { getAttachment } from '@vee/contract/http/attachments'
import { useEffect, useState } from 'react'
import { type Api, ApiError } from '#lib/http/index.ts'
import { movedFiles } from './moved-files.ts'
import { recentFile } from './recent-files.ts'

/**
 * Loads a file of the user as an object URL; null if it does not exist any more, undefined until it is known, and if
 * it could not be loaded. One that was gone is tried again when the files of a visitor have become the account's.
 */
export function useFileUrl(api: Api | undefined, id: string): string | null | undefined {
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    if (!api) return undefined
    const stop = new AbortController()
    let created: string | undefined
    let isGone = false
    async function load(from: Api): Promise<void> {
      try {
        const blob = await contentOf(from, id, stop.signal)
        if (stop.signal.aborted) return
        created = URL.createObjectURL(blob)
        setUrl(created)
      } catch (error) {
        isGone = !stop.signal.aborted && error instanceof ApiError && error.status === 404
        if (isGone) setUrl(null)
      }
    }
    void load(api)
    const unsubscribe = movedFiles.subscribe(() => {
      if (isGone) void load(api)
    })
    return () => {
      stop.abort()
      unsubscribe()
      if (created !== undefined) URL.revokeObjectURL(created)
    }
  }, [api, id])
  return url
}

async function contentOf(api: Api, id: string, signal: AbortSignal): Promise<Blob> {
  const recent = recentFile(id)
  if (recent) return recent
  const response = await api.send<typeof getAttachment>('GET', '/attachments/{id}', {
    params: { id },
    signal,
  })
  return response.blob()
}
