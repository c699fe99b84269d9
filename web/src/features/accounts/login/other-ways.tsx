import type { listOutsideProviders, OutsideProviderInfo } from '@vee/contract/http/accounts/outside-sign-in'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { leaveFor } from './leave-for.ts'
import styles from './login.module.css'
import { useLoginFailureText } from './use-failure-text.ts'

interface OtherWaysProps {
  readonly api: Api
  readonly remember: boolean
}

/** Shown until the server responds, and if it does not. */
const UNKNOWN: readonly OutsideProviderInfo[] = [{ id: 'supabase', label: 'Supabase', isConfigured: false }]

/** Sign-in with identity providers. One that is not configured is a line that says so. */
export function OtherWays({ api, remember }: OtherWaysProps) {
  const t = useTexts('login')
  const errors = useTexts('errors')
  const failureText = useLoginFailureText()
  const [providers, setProviders] = useState(UNKNOWN)
  const [leavingFor, setLeavingFor] = useState<OutsideProviderInfo['id']>()
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    let isWanted = true
    api.json<typeof listOutsideProviders>('GET', '/auth/outside').then(
      (response) => isWanted && setProviders(response.providers),
      // The list remains: pressing a button shows the error.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [api])

  async function leave({ id }: OutsideProviderInfo): Promise<void> {
    setFailure(undefined)
    setLeavingFor(id)
    try {
      await leaveFor(id, { api, remember, search: globalThis.location.search })
    } catch (error) {
      setFailure(failureText(error))
      setLeavingFor(undefined)
    }
  }

  return (
    <div className={styles['other']}>
      <p className={styles['or']}>{t('other.or')}</p>
      {/* Above the buttons, because below them it would be out of view on most screens. */}
      {failure !== undefined && <Banner tone="error" title={failure} />}
      {providers
        .filter(({ isConfigured }) => isConfigured)
        .map((provider) => (
          <Button
            key={provider.id}
            isWide
            isLoading={leavingFor === provider.id}
            onClick={() => void leave(provider)}
          >
            {provider.label}
          </Button>
        ))}
      {providers.every(({ isConfigured }) => !isConfigured) && (
        <p className={styles['unconfigured']}>{errors('AUTH_PROVIDER_UNCONFIGURED')}</p>
      )}
      {providers.some(({ isConfigured }) => isConfigured) && (
        <p className={styles['text']}>{t('other.terms')}</p>
      )}
    </div>
  )
}
