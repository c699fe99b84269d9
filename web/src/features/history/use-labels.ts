import type { Project } from '@vee/contract/entities/project'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ServerHistory } from './source.ts'

/** The projects and tags that conversations can be narrowed to. */
export interface HistoryLabels {
  readonly projects: readonly Project[]
  readonly tags: readonly string[]
  /** ids of conversations that anyone can read by a link */
  readonly linked: ReadonlySet<string>
}

/** How long a request after a change may take, in ms. */
const RELOAD_MS = 10_000

const NONE: HistoryLabels = { projects: [], tags: [], linked: new Set() }

/**
 * Returns the projects and tags, and a function that loads them again after a change. When `revision` changes, the projects are
 * loaded again: they contain the number of their conversations.
 */
export function useLabels(
  history: ServerHistory,
  revision: string,
): HistoryLabels & { readonly reload: () => void } {
  const [labels, setLabels] = useState(NONE)
  const load = useCallback(
    (signal: AbortSignal) => {
      const linked = history.linked(signal).catch(() => NONE.linked)
      Promise.all([history.projects(signal), history.tags(signal), linked]).then(
        ([projects, tags, ids]) => setLabels({ projects, tags, linked: ids }),
        // Already logged by the API client; the list works without them.
        () => undefined,
      )
    },
    [history],
  )
  useEffect(() => {
    const abort = new AbortController()
    load(abort.signal)
    return () => abort.abort()
  }, [load])
  const loadedRevision = useRef(revision)
  useEffect(() => {
    if (loadedRevision.current === revision) return undefined
    loadedRevision.current = revision
    const abort = new AbortController()
    history.projects(abort.signal).then(
      (projects) => setLabels((before) => ({ ...before, projects })),
      // Already logged by the API client; the previous numbers remain.
      () => undefined,
    )
    return () => abort.abort()
  }, [history, revision])
  return { ...labels, reload: () => load(AbortSignal.timeout(RELOAD_MS)) }
}
