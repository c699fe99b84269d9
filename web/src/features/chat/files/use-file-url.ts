import type { getAttachment } from '@vee/contract/http/attachments'
import { useEffect, useState } from 'react'
import type { Api } from '#lib/http/index.ts'
import { recentFile } from './recent-files.ts'

/**
 * Loads a file of the user as an object URL; null if it does not exist any more, undefined until it is known.
 */
export function useFileUrl(api: Api | undefined, id: string): string | null | undefined {
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    if (!api) return undefined
    const stop = new AbortController()
    let created: string | undefined
    contentOf(api, id, stop.signal)
      .then((blob) => {
        if (stop.signal.aborted) return
        created = URL.createObjectURL(blob)
        setUrl(created)
      })
      .catch(() => {
        if (!stop.signal.aborted) setUrl(null)
      })
    return () => {
      stop.abort()
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
