import type { Organization } from '@vee/contract/entities/organization'
import type { listOrganizations } from '@vee/contract/http/organizations'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Api } from '#lib/api/index.ts'

/** How soon what others did is seen here. */
const REFRESH_MS = 4_000

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
  const lastAsked = useRef(0)
  useEffect(() => {
    tell.current = onChange
  })

  const reload = useCallback(async () => {
    lastAsked.current += 1
    const asked = lastAsked.current
    try {
      const answer = await api.json<typeof listOrganizations>('GET', '/organizations')
      // A later answer knows more.
      if (asked !== lastAsked.current) return
      const { organizations, activeOrganizationId: activeId } = answer
      const changes = changesBetween(known.current, organizations)
      known.current = organizations
      setState({ status: 'ready', organizations, activeId })
      for (const change of changes) {
        if (!expected.current.has(change.organization.id)) tell.current(change)
      }
    } catch {
      // What is known stays; the API client has written the failure to the system log.
      setState((before) => (before.status === 'loading' ? { status: 'failed' } : before))
    }
  }, [api])

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    look()
    const timer = setInterval(look, REFRESH_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      lastAsked.current += 1
    }
  }, [reload])

  return useMemo(
    () => ({ state, reload, expectGone: (id) => void expected.current.add(id) }),
    [state, reload],
  )
}
