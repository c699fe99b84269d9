import { CircleAlert } from 'lucide-react'
import { gapAfter, sentences } from '#i18n/gap-after.ts'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { useAllowance } from '#lib/allowance.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ReplyMessage } from './message.ts'
import styles from './row.module.css'

interface FailureNoteProps {
  readonly reply: ReplyMessage
  /** undefined where another message followed */
  readonly onRetry: (() => void) | undefined
}

/** What happened to a reply that did not come to its end, what is kept, and what can be done. */
export function FailureNote({ reply: { state, text }, onRetry }: FailureNoteProps) {
  const t = useTexts('chat')
  const tError = useTexts('errors')
  const language = useLanguage()
  const isOwnKeyDue = useAllowance((known) => known.isOwnKeyDue)
  if (state.kind !== 'failed' && state.kind !== 'interrupted') return null
  const isMidway = text !== ''
  const code = state.kind === 'failed' ? state.code : undefined
  // Decision A062: a key that is missing or not accepted is mended in the settings.
  const needsKey = code === 'OWN_KEY_REJECTED' || (code === 'ALLOWANCE_EXHAUSTED' && isOwnKeyDue)
  const what = t(isMidway ? 'failure.midway' : 'failure.before')
  const reason = sentences(
    code === undefined ? t('failure.interrupted') : tError(code),
    t(isMidway ? 'failure.keptMidway' : 'failure.kept'),
  )
  const canResume = state.kind === 'failed' && state.canResume
  return (
    <div className={styles['failure']} role="alert">
      <Icon of={CircleAlert} />
      <div className={styles['reason']}>
        <p>
          <strong>{what}</strong>
          {gapAfter(what)}
          {reason}
          {needsKey && (
            <>
              {gapAfter(reason)}
              <a href={`/${language}/settings#keys`}>{t('failure.toKeys')}</a>
            </>
          )}
        </p>
        {onRetry && (
          <Button variant="primary" size="compact" onClick={onRetry}>
            {t(canResume && isMidway ? 'reply.resume' : 'reply.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}
