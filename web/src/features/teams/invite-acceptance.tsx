import type { acceptInvite } from '@vee/contract/http/teams/organizations'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api, type FailureCode } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import type { TeamNotice } from './team-actions.ts'
import styles from './teams.module.css'
import { reasonOf } from './use-failure-text.ts'

/** The result of accepting a link. */
type Acceptance =
  | { readonly status: 'pending' }
  | { readonly status: 'joined'; readonly name: string }
  | { readonly status: 'failed'; readonly failure: InviteFailure }

type InviteFailure =
  | 'unknown'
  | 'used'
  | 'expired'
  | 'revoked'
  | 'other-address'
  | 'shared-access'
  | 'member'
  | 'rate-limited'
  | 'generic'

interface InviteAcceptanceProps {
  readonly api: Api
  /** undefined or empty: the link is incomplete */
  readonly token: string | undefined
  readonly tell: (notice: TeamNotice) => void
  /** a link to the teams in the settings */
  readonly toTeams: ReactNode
  /** a link back to the settings */
  readonly toSettings: ReactNode
  /** a button that signs out, and returns to this page */
  readonly onSwitchAccount: () => void
}

const FAILURES: Partial<Readonly<Record<FailureCode, InviteFailure>>> = {
  NOT_FOUND: 'unknown',
  INVITE_USED: 'used',
  INVITE_EXPIRED: 'expired',
  INVITE_REVOKED: 'revoked',
  ALREADY_MEMBER: 'member',
  RATE_LIMITED: 'rate-limited',
  FORBIDDEN: 'other-address',
}

function failureOf(error: unknown): InviteFailure {
  if (reasonOf(error) === 'shared-access') return 'shared-access'
  return (error instanceof ApiError && FAILURES[error.code]) || 'generic'
}

/** Joins by a link. Opening it is the consent, because it was sent to this address. */
export function InviteAcceptanceScreen({ token, ...rest }: InviteAcceptanceProps) {
  const t = useTexts('teams')
  if (token !== undefined && token !== '') return <Accepting token={token} {...rest} />
  return (
    <>
      <p className={styles['lead']}>{t('accept.incomplete')}</p>
      <p className={styles['hint']}>{t('accept.incompleteHelp')}</p>
      {rest.toSettings}
    </>
  )
}

function Accepting(props: InviteAcceptanceProps & { readonly token: string }) {
  const { toTeams, toSettings, onSwitchAccount } = props
  const t = useTexts('teams')
  const { acceptance, accept } = useAcceptance(props)
  if (acceptance.status === 'pending') {
    return (
      <p className={styles['lead']} role="status">
        <Spinner /> {t('accept.pending')}
      </p>
    )
  }
  if (acceptance.status === 'joined') {
    return (
      <>
        <p className={styles['lead']} role="status">
          {t('accept.joined', { name: acceptance.name })}
        </p>
        <p className={styles['hint']}>{t('accept.joinedHelp')}</p>
        {toTeams}
      </>
    )
  }
  const { failure } = acceptance
  const isOtherAccount = failure === 'other-address' || failure === 'shared-access'
  return (
    <>
      <p className={styles['lead']} role="alert">
        {t(`accept.failures.${failure}`)}
      </p>
      <div className={styles['buttons']}>
        {failure === 'generic' && <Button onClick={accept}>{t('retry')}</Button>}
        {isOtherAccount && <Button onClick={onSwitchAccount}>{t('accept.switch')}</Button>}
        {toSettings}
      </div>
    </>
  )
}

function useAcceptance({ api, token, tell }: InviteAcceptanceProps & { readonly token: string }) {
  const t = useTexts('teams')
  const [acceptance, setAcceptance] = useState<Acceptance>({ status: 'pending' })
  const requestedToken = useRef<string>(undefined)

  function accept(): void {
    setAcceptance({ status: 'pending' })
    api
      .json<typeof acceptInvite>('POST', '/organizations/invites/{token}/accept', {
        params: { token },
        body: {},
      })
      .then(({ organization: { name } }) => {
        setAcceptance({ status: 'joined', name })
        tell({ type: 'success', title: t('accept.done') })
      })
      .catch((error: unknown) => {
        const failure = failureOf(error)
        // A user who opens their own link again is already a member.
        const name = failure === 'used' ? joinedName(error) : undefined
        if (name !== undefined) {
          setAcceptance({ status: 'joined', name })
          return
        }
        setAcceptance({ status: 'failed', failure })
        // The page shows the reason while it is open.
        tell({ type: 'error', title: t('accept.failed') })
      })
  }
  useEffect(() => {
    // An invite is accepted once, for any number of renders.
    if (requestedToken.current === token) return
    requestedToken.current = token
    accept()
  })
  return { acceptance, accept }
}

function joinedName(error: unknown): string | undefined {
  const details = error instanceof ApiError ? error.details : undefined
  const isHere = typeof details === 'object' && details !== null && 'organizationName' in details
  return isHere && typeof details.organizationName === 'string' ? details.organizationName : undefined
}
