import type { listPlans, PlanList } from '@vee/contract/http/plans'
import { useEffect, useState } from 'react'
import { useLanguage } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'

type Found =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | ({ readonly state: 'there' } & PlanList)

async function loadPlans(api: Api, language: string): Promise<Found> {
  try {
    const headers = { 'accept-language': language }
    const list = await api.json<typeof listPlans>('GET', '/plans', { headers })
    return { state: 'there', ...list }
  } catch {
    return { state: 'failed' }
  }
}

/** Returns the plans of this server, in the language of the page. */
export function usePlans(api: Api): Found & { readonly retry: () => void } {
  const language = useLanguage()
  const [found, setFound] = useState<Found>({ state: 'loading' })

  useEffect(() => {
    let isWanted = true
    void loadPlans(api, language).then((answer) => {
      if (isWanted) setFound(answer)
    })
    return () => {
      isWanted = false
    }
  }, [api, language])

  return {
    ...found,
    retry() {
      setFound({ state: 'loading' })
      void loadPlans(api, language).then(setFound)
    },
  }
}
