import type { Organization } from '@vee/contract/entities/organization'
import type { listOrganizations } from '@vee/contract/http/organizations'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Api } from '#lib/api/index.ts'

/** How soon the server is asked again after it could not be. */
const RETRY_MS = 4_000
/** Between two questions, whatever the server answers. */
const PAUSE_MS = 200

type TeamsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'ready'
      readonly organizations: readonly Organization[]
      readonly activeId: string | null
    }

/** What others did while the page was open. */
export type Change =
  | { readonly type: 'gone'; readonly organization: Organization }
  | { readonly type: 'role'; readonly organization: Organization }

export interface Teams {
  readonly state: TeamsState
  /** Asks again, and resolves when the answer is shown. */
  readonly reload: () => Promise<void>
  /** That this one will be gone is no news: the user did it. */
  readonly expectGone: (id: string) => void
}

function changesBetween(before: readonly Organization[], now: readonly Organization[]): Change[] {
  return before.flatMap((organization): Change[] => {
    const next = now.find(({ id }) => id === organization.id)
    if (!next) return [{ type: 'gone', organization }]
    return next.role === organization.role ? [] : [{ type: 'role', organization: next }]
  })
}

/** The teams of whoever is signed in, kept up to date for as long as they are on the screen. */
export function useTeams(api: Api, onChange: (change: Change) => void): Teams {
  const [state, setState] = useState<TeamsState>({ status: 'loading' })
  const known = useRef<readonly Organization[]>([])
  const expected = useRef(new Set<string>())
  const tell = useRef(onChange)
  const asked = useRef(0)
  const shown = useRef(0)
  const version = useRef<string>(undefined)
  useEffect(() => {
    tell.current = onChange
  })

  /** Resolves with whether there was an answer. With `seen` it comes when it is another one. */
  const ask = useCallback(
    async (seen?: string, signal?: AbortSignal): Promise<boolean> => {
      asked.current += 1
      const number = asked.current
      try {
        const answer = await api.json<typeof listOrganizations>('GET', '/organizations', {
          ...(seen !== undefined && { query: { seen } }),
          ...(signal && { signal }),
        })
        // What was asked for later knows more.
        if (number < shown.current || signal?.aborted) return true
        shown.current = number
        version.current = answer.version
        const { organizations, activeOrganizationId: activeId } = answer
        const changes = changesBetween(known.current, organizations)
        known.current = organizations
        setState({ status: 'ready', organizations, activeId })
        for (const change of changes) {
          if (!expected.current.has(change.organization.id)) tell.current(change)
        }
        return true
      } catch {
        if (signal?.aborted) return false
        // What is known stays; the API client has written the failure to the system log.
        setState((before) => (before.status === 'loading' ? { status: 'failed' } : before))
        return false
      }
    },
    [api],
  )

  useEffect(() => {
    let look: AbortController | undefined
    const follow = async (signal: AbortSignal) => {
      let isAnswered = await ask(undefined, signal)
      while (!signal.aborted) {
        await pause(isAnswered ? PAUSE_MS : RETRY_MS, signal)
        if (!signal.aborted) isAnswered = await ask(version.current, signal)
      }
    }
    // A tab that nobody sees waits for nothing, and asks as soon as it is seen.
    const followWhileSeen = () => {
      look?.abort()
      if (document.visibilityState !== 'visible') return
      look = new AbortController()
      void follow(look.signal)
    }
    followWhileSeen()
    document.addEventListener('visibilitychange', followWhileSeen)
    return () => {
      document.removeEventListener('visibilitychange', followWhileSeen)
      look?.abort()
    }
  }, [ask])

  const reload = useCallback(async () => void (await ask()), [ask])
  return useMemo(
    () => ({ state, reload, expectGone: (id) => void expected.current.add(id) }),
    [state, reload],
  )
}

/** Resolves after so many milliseconds, or when there is nothing to wait for any more. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
