import { TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { awaitsHost, hasPlans } from '#features/system/service-status/index.ts'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { isVisitorLimitNear, useAllowance } from '#lib/costs/allowance.ts'
import { Icon } from '#ui/display/icon.tsx'
import { useRuntime } from '../../runtime-context.ts'
import { ConnectLink } from '../../shell/connect-link.tsx'
import styles from './welcome-note.module.css'

/** Where the footer is hidden on the conversation screen, as in footer.module.css. */
const withoutFooter = matchMedia('(max-width: 639px), (max-height: 520px)')

function onSizeChange(notify: () => void): () => void {
  withoutFooter.addEventListener('change', notify)
  return () => withoutFooter.removeEventListener('change', notify)
}

interface WelcomeNoteProps {
  readonly isGuest: boolean
  /** undefined until it is known */
  readonly hasModel: boolean | undefined
}

/**
 * For new users: on a server without accounts the way to connect a model; the plans if there are any, how many demo
 * replies a guest has, and, where the footer is hidden, that no model is connected.
 */
export function WelcomeNote({ isGuest, hasModel }: WelcomeNoteProps) {
  const t = useTexts('shell')
  const chat = useTexts('chat')
  const { shell } = useRuntime()
  const isFirst = useStore(shell.service.store, ({ outcome }) => awaitsHost(outcome))
  const sells = useStore(shell.service.store, ({ outcome }) => hasPlans(outcome))
  const isFooterHidden = useSyncExternalStore(onSizeChange, () => withoutFooter.matches)
  const isOwnServer = isGuest && hasModel === false && isFirst
  return (
    <div className={styles['note']}>
      {isOwnServer && (
        <aside className={styles['card']}>
          <p>
            <strong>{chat('welcome.yourServer')}</strong> {chat('welcome.firstAccount')}
          </p>
          <ConnectLink className={styles['action']}>{t('connect')}</ConnectLink>
        </aside>
      )}
      {isGuest && !isOwnServer && (
        <div className={styles['line']}>
          {sells && (
            <button
              type="button"
              className={styles['link']}
              aria-haspopup="dialog"
              onClick={() => shell.page.openModal({ id: 'plans', size: 'large' })}
            >
              {t('plans')}
            </button>
          )}
          <VisitorReplies />
        </div>
      )}
      {hasModel === false && isFooterHidden && !isOwnServer && (
        <div className={styles['line']}>
          <ConnectLink className={styles['noModel']}>
            <Icon of={TriangleAlert} size="s" />
            {t('api.noModel')}
          </ConnectLink>
        </div>
      )}
    </div>
  )
}

/** A visitor's replies of the day; when few are left, a notice above the dock shows them instead. */
function VisitorReplies() {
  const t = useTexts('chat')
  const language = useLanguage()
  const visitorLimit = useAllowance((allowance) =>
    isVisitorLimitNear(allowance) ? undefined : allowance.visitorLimit,
  )
  if (typeof visitorLimit?.limit !== 'number' || typeof visitorLimit.remaining !== 'number') return null
  const count = new Intl.NumberFormat(language)
  return (
    <span>
      {t('welcome.demo', {
        left: count.format(visitorLimit.remaining),
        total: count.format(visitorLimit.limit),
      })}
    </span>
  )
}
