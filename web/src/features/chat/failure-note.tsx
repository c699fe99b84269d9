import { CircleAlert } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
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
  if (state.kind !== 'failed' && state.kind !== 'interrupted') return null
  const isMidway = text !== ''
  const canResume = state.kind === 'failed' && state.canResume
  return (
    <div className={styles['failure']} role="alert">
      <Icon of={CircleAlert} />
      <div className={styles['reason']}>
        <p>
          <strong>{t(isMidway ? 'failure.midway' : 'failure.before')}</strong>{' '}
          {state.kind === 'failed' ? tError(state.code) : t('failure.interrupted')}{' '}
          {t(isMidway ? 'failure.keptMidway' : 'failure.kept')}
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
