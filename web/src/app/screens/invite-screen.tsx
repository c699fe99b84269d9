import type { deleteAuth } from '@vee/contract/http/accounts/auth'
import type { Locale } from '@vee/contract/entities/locale'
import { InviteAcceptanceScreen } from '#features/teams/index.ts'
import { useTexts } from '#i18n/index.ts'
import { forgetToken } from '#lib/http/auth-token.ts'
import { useRuntime } from '../runtime-context.ts'
import { Link } from '../shell/link.tsx'
import { fetchAgents } from '../chat/agents.ts'
import styles from './page.module.css'
import { PresenceBackdrop } from './presence-backdrop.tsx'

interface InviteScreenProps {
  readonly token: string | undefined
  readonly locale: Locale
}

/** An invitation to a team. After a required sign-in or registration, the user returns to this page. */
export function InviteScreen({ token, locale }: InviteScreenProps) {
  const t = useTexts('teams')
  const shellTexts = useTexts('shell')
  const { api, agents, shell } = useRuntime()

  function switchAccount(): void {
    const here = `/${locale}/invite/${encodeURIComponent(token ?? '')}`
    const leave = () => {
      forgetToken()
      // With a page load, because this page contains the conversations of the user who leaves.
      globalThis.location.assign(`/${locale}/login?redirect=${encodeURIComponent(here)}`)
    }
    void api.json<typeof deleteAuth>('DELETE', '/auth').then(leave, leave)
  }
  return (
    <PresenceBackdrop state="idle">
      <div className={styles['page']}>
        <h1>{shellTexts('titles.invite')}</h1>
        <InviteAcceptanceScreen
          key={token}
          api={api}
          token={token}
          tell={(notice) => {
            shell.notices.notify(notice)
            // A seat may unlock agents.
            if (notice.type === 'success') void fetchAgents(api, agents)
          }}
          toTeams={
            <Link to={`/${locale}/settings#teams`} className={styles['action']}>
              {t('accept.toTeams')}
            </Link>
          }
          toSettings={
            <Link to={`/${locale}/settings`} className={styles['action']}>
              {t('accept.toSettings')}
            </Link>
          }
          onSwitchAccount={switchAccount}
        />
      </div>
    </PresenceBackdrop>
  )
}
