import type { Locale } from '@vee/contract/entities/locale'
import { GlobalAccess } from '#features/login/index.ts'
import { useTexts } from '#i18n/index.ts'
import { goTo, useAddress } from '../navigation.ts'
import { safeRedirect } from '../resolve-path.ts'
import { useRuntime } from '../runtime-context.ts'
import { loadAgents } from '../talk/agents.ts'
import styles from './page.module.css'

/** Where someone goes who has signed in: back to what they asked for, else to the authenticated home. */
function returnAddress(search: string, locale: Locale): string {
  const query = new URLSearchParams(search)
  return safeRedirect(query.get('redirect')) ?? safeRedirect(query.get('redirectTo')) ?? `/${locale}/pro`
}

export function LoginScreen({ locale }: { readonly locale: Locale }) {
  const t = useTexts('login')
  const shell = useTexts('shell')
  const { api, agents } = useRuntime()
  const { search } = useAddress()
  const hasExpired = new URLSearchParams(search).get('sessionExpired') === 'true'

  function enter(): void {
    // Agents that were locked may be open now.
    void loadAgents(api, agents)
    goTo(returnAddress(search, locale), { replace: true })
  }

  return (
    <div className={styles['page']}>
      <h1>{shell('titles.login')}</h1>
      {hasExpired && <p role="status">{t('expired')}</p>}
      <GlobalAccess api={api} onSignedIn={enter} />
    </div>
  )
}
