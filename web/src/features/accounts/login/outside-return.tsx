import type { deleteAuth } from '@vee/contract/http/accounts/auth'
import type { postOutsideFinish } from '@vee/contract/http/accounts/outside-sign-in'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { keepToken, readToken } from '#lib/http/auth-token.ts'
import { STORAGE_KEYS, readJson, removeStorageKey } from '#lib/storage/storage.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import styles from './login.module.css'

/** Returns true if the page was opened by the return from an identity provider. */
export function isOutsideReturn(search: string): boolean {
  const query = new URLSearchParams(search)
  return query.has('state') && (query.has('code') || query.has('error'))
}

interface Visit {
  readonly state: string
  readonly remember: boolean
  /** the query of the previous login page */
  readonly search: string
}

/** Returns the sign-in that this tab started; links of others are ignored. */
function visitOf(search: string): Visit | undefined {
  const stored = new Map<string, unknown>(Object.entries(Object(readJson(STORAGE_KEYS.outsideSignIn))))
  const [state, left] = [stored.get('state'), stored.get('search')]
  if (typeof state !== 'string' || state !== new URLSearchParams(search).get('state')) return undefined
  return { state, remember: stored.get('remember') === true, search: typeof left === 'string' ? left : '' }
}

interface OutsideReturnProps {
  readonly api: Api
  /** the query of the return URL */
  readonly search: string
  /** `search`: the query of the previous login page */
  readonly onSignedIn: (userId: string, search: string) => void
  readonly toLogin: ReactNode
}

/** Completes a sign-in with an identity provider. */
export function OutsideReturn({ api, search, onSignedIn, toLogin }: OutsideReturnProps) {
  const t = useTexts('login')
  const [failure, setFailure] = useState<'failed' | 'unverified'>()
  const hasBegun = useRef(false)

  useEffect(() => {
    // The return parameters can be used only once.
    if (hasBegun.current) return
    hasBegun.current = true
    const visit = visitOf(search)
    removeStorageKey(STORAGE_KEYS.outsideSignIn)
    async function finish(): Promise<void> {
      try {
        if (!visit) throw new Error('nobody here has begun this')
        const { token, user } = await api.json<typeof postOutsideFinish>('POST', '/auth/outside/finish', {
          body: { state: visit.state, query: search },
        })
        // The previous session is not needed after another sign-in.
        if (readToken() !== undefined) {
          await api.send<typeof deleteAuth>('DELETE', '/auth').catch(() => undefined)
        }
        keepToken(token, visit.remember)
        onSignedIn(user.id, visit.search)
      } catch (error) {
        const isUnverified = error instanceof ApiError && error.code === 'FORBIDDEN'
        setFailure(isUnverified ? 'unverified' : 'failed')
      }
    }
    void finish()
  }, [api, search, onSignedIn])

  if (failure !== undefined) {
    return (
      <>
        <Banner tone="error" title={t(`other.${failure}`)} />
        {toLogin}
      </>
    )
  }
  return (
    <p className={styles['row']} role="status">
      <Spinner />
      <span>{t('other.finishing')}</span>
    </p>
  )
}
