import type { Locale } from '@vee/contract/entities/locale'
import { useState, useEffect } from 'react'
import {
  GlobalAccess,
  isOutsideReturn,
  OutsideReturn,
  PersonalAccount,
  ResetPassword,
} from '#features/accounts/login/index.ts'
import { useTexts } from '#i18n/index.ts'
import { forgetToken } from '#lib/http/auth-token.ts'
import { isStorageBlocked } from '#lib/storage/storage.ts'
import { isSessionExpired } from '#lib/storage/tab-session.ts'
import { goTo, useAddress } from '../navigation.ts'
import { RESET_LINK, safeRedirect } from '../resolve-path.ts'
import { useRuntime } from '../runtime-context.ts'
import { Link } from '../shell/link.tsx'
import { PRODUCT } from '../shell/footer/product.ts'
import { afterSignIn } from '../after-sign-in.ts'
import type { Runtime } from '../runtime.ts'
import styles from './page.module.css'

const LOGIN_PATH = /^\/[^/]+\/login\/?$/

/** Returns the address to continue with after signing in; undefined if there is none. */
function wishedAddress(search: string): string | undefined {
  const query = new URLSearchParams(search)
  return safeRedirect(query.get('redirect')) ?? safeRedirect(query.get('redirectTo'))
}

export function LoginScreen({ locale }: { readonly locale: Locale }) {
  const t = useTexts('login')
  const shell = useTexts('shell')
  const runtime = useRuntime()
  const { api } = runtime
  useExpiredSessionGuard(runtime)
  const { search, hash } = useAddress()
  const [wasReset, setReset] = useState(false)
  const login = `/${locale}/login`
  if (hash.startsWith(RESET_LINK)) {
    return (
      <div className={styles['page']}>
        <h1>{t('reset.title')}</h1>
        <ResetPassword
          api={api}
          token={hash.slice(RESET_LINK.length)}
          onDone={() => {
            // The session of this page was revoked with all others, or belonged to another user.
            forgetToken()
            setReset(true)
            goTo(login, { replace: true })
          }}
          toLogin={<Link to={login}>{t('reset.toLogin')}</Link>}
        />
      </div>
    )
  }

  /** `query` of the login page, which contains the next address. */
  function enter(userId: string, query = search, isAccount = false): void {
    const address = wishedAddress(query) ?? `/${locale}/pro`
    if (afterSignIn(runtime, { userId, address, isAccount })) goTo(address, { replace: true })
  }
  const enterAccount = (userId: string, query?: string) => enter(userId, query, true)
  if (isOutsideReturn(search)) {
    return (
      <div className={styles['page']}>
        <h1>{shell('titles.login')}</h1>
        <OutsideReturn
          api={api}
          search={search}
          onSignedIn={enterAccount}
          toLogin={<Link to={login}>{t('reset.toLogin')}</Link>}
        />
      </div>
    )
  }

  const wish = wishedAddress(search)
  const register = `/${locale}/register${wish === undefined ? '' : `?redirect=${encodeURIComponent(wish)}`}`
  const hasExpired = new URLSearchParams(search).get('sessionExpired') === 'true'
  return (
    <div className={styles['page']}>
      <h1>{shell('titles.login')}</h1>
      <p className={styles['lead']}>{t('lead')}</p>
      {hasExpired && <p role="status">{t('expired')}</p>}
      {isStorageBlocked() && <p role="status">{t('storageBlocked')}</p>}
      {wasReset && <p role="status">{t('reset.done')}</p>}
      <div className={styles['halves']}>
        <PersonalAccount
          api={api}
          onSignedIn={enterAccount}
          contactUrl={PRODUCT.contactUrl}
          signUp={<Link to={register}>{t('personal.signUp')}</Link>}
        />
        <GlobalAccess api={api} onSignedIn={enter} />
      </div>
    </div>
  )
}

/**
 * Protects the member's data on the login page of an ended session, where it remains for a new sign-in.
 * Navigating elsewhere loads a new page with separate data; speech is stopped, and overlays are closed.
 */
function useExpiredSessionGuard({ session, shell }: Runtime): void {
  useEffect(() => {
    if (isSessionExpired()) {
      session.stopSpeech()
      shell.page.closeAllModals()
    }
    function leave(event: Event): void {
      if (LOGIN_PATH.test(globalThis.location.pathname) || !isSessionExpired()) return
      // The address has already changed; the page must not follow it.
      event.stopImmediatePropagation()
      globalThis.location.reload()
    }
    const moves = ['popstate', 'pushState', 'replaceState']
    for (const move of moves) globalThis.addEventListener(move, leave, { capture: true })
    return () => {
      for (const move of moves) globalThis.removeEventListener(move, leave, { capture: true })
    }
  }, [session, shell])
}
