import type { Organization } from '@vee/contract/entities/organization'
import type { listOrganizations } from '@vee/contract/http/organizations'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Api } from '#lib/api/index.ts'
import { followAnswers } from '#lib/follow-answers.ts'

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
  /** Asks again, and resolves when the answer is shown. */
  readonly reload: () => Promise<void>
}

/** The teams of whoever is signed in, kept up to date for as long as they are on the screen. */
export function useTeams(api: Api): Teams {
  const [state, setState] = useState<TeamsState>({ status: 'loading' })
  const asked = useRef(0)
  const shown = useRef(0)
  const version = useRef<string>(undefined)

  /** With `seen` the answer comes when it is another one. */
  const ask = useCallback(
    async (seen?: string, signal?: AbortSignal): Promise<'new' | 'same' | 'none'> => {
      asked.current += 1
      const number = asked.current
      try {
        const answer = await api.json<typeof listOrganizations>('GET', '/organizations', {
          ...(seen !== undefined && { query: { seen } }),
          ...(signal && { signal }),
        })
        if (answer.version === version.current) return 'same'
        // What was asked for later knows more.
        if (number < shown.current || signal?.aborted) return 'new'
        shown.current = number
        version.current = answer.version
        const { organizations, activeOrganizationId: activeId } = answer
        setState({ status: 'ready', organizations, activeId })
        return 'new'
      } catch {
        // What is known stays; the API client has written the failure to the system log.
        if (!signal?.aborted)
          setState((before) => (before.status === 'loading' ? { status: 'failed' } : before))
        return 'none'
      }
    },
    [api],
  )
  useEffect(() => followAnswers((signal) => ask(version.current, signal)), [ask])

  const reload = useCallback(async () => void (await ask()), [ask])
  return useMemo(() => ({ state, reload }), [state, reload])
}
