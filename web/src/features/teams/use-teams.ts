import type { Organization } from '@vee/contract/entities/teams/organization'
import type { listOrganizations } from '@vee/contract/http/teams/organizations'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Api } from '#lib/http/index.ts'
import { followAnswers } from '#lib/http/follow-answers.ts'

type TeamsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'ready'
      readonly organizations: readonly Organization[]
      readonly activeId: string | null
    }

export interface Teams {
  readonly state: TeamsState
  /** Reloads, and resolves when the response is displayed. */
  readonly reload: () => Promise<void>
}

/** Returns the signed-in user's teams, kept up to date while mounted. */
export function useTeams(api: Api): Teams {
  const [state, setState] = useState<TeamsState>({ status: 'loading' })
  const requestCount = useRef(0)
  const shown = useRef(0)
  const version = useRef<string>(undefined)

  /** With `seenVersion` the request is a long poll for a change. */
  const request = useCallback(
    async (seenVersion?: string, signal?: AbortSignal): Promise<'new' | 'same' | 'none'> => {
      requestCount.current += 1
      const number = requestCount.current
      try {
        const response = await api.json<typeof listOrganizations>('GET', '/organizations', {
          ...(seenVersion !== undefined && { query: { seen: seenVersion } }),
          ...(signal && { signal }),
        })
        if (response.version === version.current) return 'same'
        // A later request has newer data.
        if (number < shown.current || signal?.aborted) return 'new'
        shown.current = number
        version.current = response.version
        const { organizations, activeOrganizationId: activeId } = response
        setState({ status: 'ready', organizations, activeId })
        return 'new'
      } catch {
        // The data remains; the API client has logged the failure.
        if (!signal?.aborted)
          setState((before) => (before.status === 'loading' ? { status: 'failed' } : before))
        return 'none'
      }
    },
    [api],
  )
  useEffect(() => followAnswers((signal) => request(version.current, signal)), [request])

  const reload = useCallback(async () => void (await request()), [request])
  return useMemo(() => ({ state, reload }), [state, reload])
}
