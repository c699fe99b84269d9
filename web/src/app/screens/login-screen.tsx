import type { Locale } from '@vee/contract/entities/locale'
import { GlobalAccess } from '#features/login/index.ts'
import { useTexts } from '#i18n/index.ts'
import { goTo, useAddress } from '../navigation.ts'
import { safeRedirect } from '../resolve-path.ts'
import { useRuntime } from '../runtime-context.ts'
import styles from './page.module.css'

/** Where someone goes who has signed in: back to what they asked for, else to the authenticated home. */
function returnAddress(search: string, locale: Locale): string {
  const query = new URLSearchParams(search)
  return safeRedirect(query.get('redirect')) ?? safeRedirect(query.get('redirectTo')) ?? `/${locale}/pro`
}

export function LoginScreen({ locale }: { readonly locale: Locale }) {
  const t = useTexts('login')
  const shell = useTexts('shell')
  const { api } = useRuntime()
  const { search } = useAddress()
  const hasExpired = new URLSearchParams(search).get('sessionExpired') === 'true'
  return (
    <div className={styles['page']}>
      <h1>{shell('titles.login')}</h1>
      {hasExpired && <p role="status">{t('expired')}</p>}
      <GlobalAccess api={api} onSignedIn={() => goTo(returnAddress(search, locale), { replace: true })} />
    </div>
  )
}
