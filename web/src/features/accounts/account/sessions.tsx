import type {
  deleteOtherSessions,
  deleteSession,
  listSessions,
  Session,
} from '@vee/contract/http/accounts/account'
import { useEffect, useState } from 'react'
import { currentLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import styles from './account.module.css'
import type { ShowNotice } from './show-notice.ts'

interface SessionsProps {
  readonly api: Api
  readonly showNotice: ShowNotice
}

/** Lists the user's sessions and revokes them. */
export function Sessions({ api, showNotice }: SessionsProps) {
  const t = useTexts('account')
  const [sessions, setSessions] = useState<readonly Session[]>([])
  useEffect(() => {
    let isCurrent = true
    api.json<typeof listSessions>('GET', '/auth/sessions').then(
      (response) => isCurrent && setSessions(response.sessions),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [api])

  async function end(isKept: (session: Session) => boolean, call: () => Promise<unknown>, done: string) {
    try {
      await call()
      setSessions((all) => all.filter(isKept))
      showNotice({ type: 'success', title: done })
    } catch {
      showNotice({ type: 'error', title: t('failed') })
    }
  }
  return (
    <section className={styles['part']} aria-labelledby="account-sessions">
      <h3 id="account-sessions">{t('sessions')}</h3>
      <ul className={styles['sessions']}>
        {sessions.map((session) => {
          const device = session.device ?? t('unknownDevice')
          const { id, createdAt, lastSeenAt, isCurrent } = session
          return (
            <li key={id} className={styles['session']}>
              <span className={styles['device']}>
                {device}
                <small>
                  {isCurrent || lastSeenAt === null
                    ? t('since', { time: time(createdAt) })
                    : t('seen', { time: time(lastSeenAt) })}
                </small>
              </span>
              {isCurrent ? (
                <Badge>{t('current')}</Badge>
              ) : (
                <Button
                  size="compact"
                  aria-label={t('endSessionOf', { device })}
                  onClick={() =>
                    void end(
                      (other) => other.id !== id,
                      () =>
                        api.json<typeof deleteSession>('DELETE', '/auth/sessions/{id}', { params: { id } }),
                      t('sessionEnded'),
                    )
                  }
                >
                  {t('endSession')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > 1 && (
        <div className={styles['actions']}>
          <Button
            onClick={() =>
              void end(
                ({ isCurrent }) => isCurrent,
                () => api.json<typeof deleteOtherSessions>('DELETE', '/auth/sessions'),
                t('othersEnded'),
              )
            }
          >
            {t('endOthers')}
          </Button>
        </div>
      )}
    </section>
  )
}

const time = (isoTime: string) =>
  new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(isoTime),
  )
