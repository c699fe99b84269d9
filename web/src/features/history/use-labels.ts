import type { Project } from '@vee/contract/entities/project'
import { useEffect, useState } from 'react'
import type { ServerHistory } from './source.ts'

/** The projects and tags that conversations can be narrowed to. */
export interface HistoryLabels {
  readonly projects: readonly Project[]
  readonly tags: readonly string[]
}

const NONE: HistoryLabels = { projects: [], tags: [] }

/** Returns the projects and tags, and a function that loads them again after a change. */
export function useLabels(history: ServerHistory): HistoryLabels & { readonly reload: () => void } {
  const [labels, setLabels] = useState(NONE)
  const [revision, setRevision] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    Promise.all([history.projects(abort.signal), history.tags(abort.signal)]).then(
      ([projects, tags]) => setLabels({ projects, tags }),
      // Already logged by the API client; the list works without them.
      () => undefined,
    )
    return () => abort.abort()
  }, [history, revision])
  return { ...labels, reload: () => setRevision((before) => before + 1) }
}
