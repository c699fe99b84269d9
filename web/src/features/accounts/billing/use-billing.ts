import type { User } from '@vee/contract/entities/accounts/user'
import type { getAuth } from '@vee/contract/http/accounts/auth'
import type { listPlans, PlanList } from '@vee/contract/http/plans'
import { useCallback, useEffect, useState } from 'react'
import { useLanguage } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'

interface KnownBilling extends PlanList {
  readonly user: User
}

type Found = 'loading' | 'failed' | KnownBilling

async function load(api: Api, language: string): Promise<Found> {
  try {
    const headers = { 'accept-language': language }
    const [{ user }, list] = await Promise.all([
      api.json<typeof getAuth>('GET', '/auth'),
      api.json<typeof listPlans>('GET', '/plans', { headers }),
    ])
    return user ? { user, ...list } : 'failed'
  } catch {
    return 'failed'
  }
}

/**
 * Returns the user with the plan, and the available plans. The previous data remains while it is reloaded.
 */
export function useBilling(api: Api): { readonly found: Found; readonly reload: () => void } {
  const language = useLanguage()
  const [found, setFound] = useState<Found>('loading')
  const reload = useCallback(() => void load(api, language).then(setFound), [api, language])

  useEffect(() => {
    let isWanted = true
    void load(api, language).then((answer) => {
      if (isWanted) setFound(answer)
    })
    return () => {
      isWanted = false
    }
  }, [api, language])

  return { found, reload }
}
