import type { TokenProvider, User } from '@vee/contract/entities/accounts/user'
import type { getAuth } from '@vee/contract/http/accounts/auth'
import type { exportAccount } from '@vee/contract/http/accounts/account'
import type { getAccountArchive } from '@vee/contract/http/accounts/archive'
import type { OutsideProviderId } from '@vee/contract/http/accounts/outside-sign-in'
import type { listPlans } from '@vee/contract/http/plans'
import { Download, FileArchive, LogOut } from 'lucide-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { downloadBlob, downloadText } from '#lib/files/download-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './account.module.css'
import { DeleteAccount } from './delete-account.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'
import type { ShowNotice } from './show-notice.ts'

interface AccountProps {
  readonly api: Api
  readonly showNotice: ShowNotice
  readonly onLogOut: () => void
  /** the account and its sessions were deleted: all personal data in this browser must be deleted too */
  readonly onDeleted: () => void
  /** starts another sign-in with an identity provider, which returns to this page */
  readonly signInAgain: (provider: OutsideProviderId) => Promise<void>
  /** the settings of this browser, as JSON */
  readonly browserSettings: () => string
}

interface SignedIn {
  readonly user: User
  readonly tokenProvider: TokenProvider
  readonly hasPassword: boolean
}

type AccountState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | ({ readonly kind: 'loaded' } & SignedIn)

/** The actions on the user's own account. */
export function Account(props: AccountProps) {
  const { api, onLogOut } = props
  const t = useTexts('account')
  const settings = useTexts('settings')
  const [accountState, setAccountState] = useState<AccountState>({ kind: 'loading' })
  const load = useCallback(
    async (show: (accountState: AccountState) => void) => {
      try {
        const auth = await api.json<typeof getAuth>('GET', '/auth')
        show(auth.authenticated ? { kind: 'loaded', ...auth } : { kind: 'failed' })
      } catch {
        show({ kind: 'failed' })
      }
    },
    [api],
  )
  useEffect(() => {
    let isCurrent = true
    void load((next) => isCurrent && setAccountState(next))
    return () => {
      isCurrent = false
    }
  }, [load])

  const logOut = (
    <Button icon={LogOut} onClick={onLogOut}>
      {settings('account.logOut')}
    </Button>
  )
  if (accountState.kind === 'loading') {
    return (
      <div aria-busy="true">
        <Skeleton lines={4} />
      </div>
    )
  }
  if (accountState.kind === 'failed') {
    return (
      <>
        <p role="alert">{t('loadFailed')}</p>
        <div className={styles['actions']}>
          <Button onClick={() => void load(setAccountState)}>{t('retry')}</Button>
          {logOut}
        </div>
      </>
    )
  }
  if (accountState.user.kind === 'global') {
    return (
      <>
        <p className={styles['text']}>{settings('account.text')}</p>
        <Sessions {...props} />
        <div className={styles['actions']}>{logOut}</div>
      </>
    )
  }
  return <Member {...props} {...accountState} logOut={logOut} />
}

interface MemberProps extends AccountProps, SignedIn {
  readonly logOut: ReactNode
}

function Member({ user, tokenProvider, hasPassword, logOut, ...props }: MemberProps) {
  const { api, signInAgain } = props
  const t = useTexts('account')
  async function leaveFor(provider: OutsideProviderId): Promise<void> {
    try {
      await signInAgain(provider)
    } catch {
      props.showNotice({ type: 'error', title: t('failed') })
    }
  }
  const planName = usePlanName(api, user.planId)
  return (
    <div className={styles['parts']}>
      <section className={styles['part']} aria-labelledby="account-profile">
        <h3 id="account-profile">{t('profile')}</h3>
        <dl className={styles['facts']}>
          <dt>{t('email')}</dt>
          <dd>{user.email}</dd>
          <dt>{t('plan')}</dt>
          <dd>{planName}</dd>
        </dl>
        <ProfileForm api={api} showNotice={props.showNotice} displayName={user.displayName ?? ''} />
        <div className={styles['actions']}>{logOut}</div>
      </section>
      <Sessions {...props} />
      {hasPassword && <PasswordForm api={api} showNotice={props.showNotice} />}
      <ArchiveDownload {...props} />
      <DataExport {...props} />
      <DeleteAccount
        {...props}
        signInAgain={
          tokenProvider === 'oidc' || tokenProvider === 'supabase' ? () => leaveFor(tokenProvider) : undefined
        }
      />
    </div>
  )
}

function usePlanName(api: Api, planId: User['planId']): string {
  const [name, setName] = useState('')
  useEffect(() => {
    let isCurrent = true
    api.json<typeof listPlans>('GET', '/plans').then(
      ({ plans }) => isCurrent && setName(plans.find(({ id }) => id === planId)?.name ?? planId),
      () => isCurrent && setName(planId),
    )
    return () => {
      isCurrent = false
    }
  }, [api, planId])
  return name
}

/** Downloads the zip that any Vee takes back. */
function ArchiveDownload({ api, showNotice }: AccountProps) {
  const t = useTexts('account')
  const [isLoading, setLoading] = useState(false)
  async function download(): Promise<void> {
    setLoading(true)
    try {
      const response = await api.send<typeof getAccountArchive>('GET', '/account/archive')
      downloadBlob('vee-archive.zip', await response.blob())
    } catch {
      showNotice({ type: 'error', title: t('archiveFailed') })
    } finally {
      setLoading(false)
    }
  }
  return (
    <section className={styles['part']} aria-labelledby="account-archive">
      <h3 id="account-archive">{t('archiveTitle')}</h3>
      <p className={styles['text']}>{t('archiveText')}</p>
      <div className={styles['actions']}>
        <Button icon={FileArchive} isLoading={isLoading} onClick={() => void download()}>
          {t('archive')}
        </Button>
      </div>
    </section>
  )
}

/** Downloads a single file with the data on the server and in this browser. */
function DataExport({ api, showNotice, browserSettings }: AccountProps) {
  const t = useTexts('account')
  const [isLoading, setLoading] = useState(false)
  async function download(): Promise<void> {
    setLoading(true)
    try {
      const response = await api.send<typeof exportAccount>('GET', '/account/export')
      const text = `{"account": ${await response.text()},\n"browser": ${browserSettings()}}\n`
      downloadText('vee-export.json', text, 'application/json')
    } catch {
      showNotice({ type: 'error', title: t('failed') })
    } finally {
      setLoading(false)
    }
  }
  return (
    <section className={styles['part']} aria-labelledby="account-data">
      <h3 id="account-data">{t('exportTitle')}</h3>
      <p className={styles['text']}>{t('exportText')}</p>
      <div className={styles['actions']}>
        <Button icon={Download} isLoading={isLoading} onClick={() => void download()}>
          {t('export')}
        </Button>
      </div>
    </section>
  )
}
