import { TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { SetUpLink } from '#features/system/setup/set-up-link.tsx'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { isDemoEnding, useAllowance } from '#lib/costs/allowance.ts'
import { Icon } from '#ui/display/icon.tsx'
import { useRuntime } from '../../runtime-context.ts'
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
 * For new users: the plans, how many demo replies a guest has, and, where the footer is hidden, that no model
 * is connected.
 */
export function WelcomeNote({ isGuest, hasModel }: WelcomeNoteProps) {
  const t = useTexts('shell')
  const { api, shell } = useRuntime()
  const isFooterHidden = useSyncExternalStore(onSizeChange, () => withoutFooter.matches)
  return (
    <div className={styles['note']}>
      {isGuest && (
        <div className={styles['line']}>
          <button
            type="button"
            className={styles['link']}
            aria-haspopup="dialog"
            onClick={() => shell.page.openModal({ id: 'plans', size: 'large' })}
          >
            {t('plans')}
          </button>
          <DemoLeft />
        </div>
      )}
      {hasModel === false && isFooterHidden && (
        <div className={styles['line']}>
          <span className={styles['noModel']}>
            <Icon of={TriangleAlert} size="s" />
            {t('api.noModel')}
          </span>
          {!isGuest && (
            <SetUpLink
              api={api}
              className={styles['link']}
              onOpen={() => shell.page.openModal({ id: 'set-up' })}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** The demo replies of the day; when few are left, a notice above the dock shows them instead. */
function DemoLeft() {
  const t = useTexts('chat')
  const language = useLanguage()
  const demo = useAllowance((known) => (isDemoEnding(known) ? undefined : known.demo))
  if (typeof demo?.limit !== 'number' || typeof demo.remaining !== 'number') return null
  const count = new Intl.NumberFormat(language)
  return (
    <span>{t('welcome.demo', { left: count.format(demo.remaining), total: count.format(demo.limit) })}</span>
  )
}
