import { CircleAlert } from 'lucide-react'
import { useContext, useEffect, useState } from 'react'
import type { ProviderErrorReason } from '@vee/contract/stream/reply-event'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { useAllowance } from '#lib/costs/allowance.ts'
import { resetTimeText } from '#lib/costs/allowance-reset.ts'
import type { FailureCode } from '#lib/http/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { costStatus, useCosts } from '#lib/costs/cost-limits.ts'
import { retryTimeText } from '#lib/http/retry-time.ts'
import { useSettings } from '#lib/settings/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { FailureActionsContext } from './failure-actions.ts'
import type { ReplyMessage } from '../store/message.ts'
import styles from './row.module.css'

interface FailureNoteProps {
  readonly reply: ReplyMessage
  /** undefined where another message followed */
  readonly onRetry: (() => void) | undefined
}

/** A shorter wait is named as a moment, a longer one by its end; in ms. */
const A_MOMENT_MS = 60_000
/** A longer wait than this overflows a timer; in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1

interface PendingRetry {
  readonly retryTime: Date
  /** more than a moment from now */
  readonly isLong: boolean
}

/** Returns the time from which a retry is allowed; undefined where it is allowed now. */
function usePendingRetry({ state }: ReplyMessage): PendingRetry | undefined {
  const retryMs = state.kind === 'failed' && state.retryAt !== undefined ? Date.parse(state.retryAt) : 0
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (retryMs <= Date.now()) return undefined
    let timer = setTimeout(look, timeUntil(retryMs))
    function look(): void {
      setNow(Date.now())
      if (retryMs > Date.now()) timer = setTimeout(look, timeUntil(retryMs))
    }
    return () => clearTimeout(timer)
  }, [retryMs])
  return retryMs > now ? { retryTime: new Date(retryMs), isLong: retryMs - now > A_MOMENT_MS } : undefined
}

const timeUntil = (retryMs: number) => Math.min(retryMs - Date.now(), MAX_TIMER_MS)

const REASONS: ReadonlySet<string | undefined> = new Set<ProviderErrorReason>([
  'empty',
  'cut',
  'broken',
  'refused',
  'unauthorized',
  'no-credit',
])

/** A newer server may send a reason without a text here. */
const isKnownReason = (reason: string | undefined): reason is ProviderErrorReason => REASONS.has(reason)

/** Shows why a reply did not complete, what was kept and what the user can do: one sentence per line. */
export function FailureNote({ reply, onRetry }: FailureNoteProps) {
  const { state, text } = reply
  const t = useTexts('chat')
  const tError = useTexts('errors')
  const language = useLanguage()
  const needsOwnKey = useAllowance((allowance) => allowance.needsOwnKey)
  const costs = useCosts(({ record }) => record)
  const costLimits = useSettings(({ costLimit }) => costLimit)
  const retry = usePendingRetry(reply)
  const { clearSession } = useContext(FailureActionsContext)
  if (state.kind !== 'failed' && state.kind !== 'interrupted') return null
  const isMidway = text !== ''
  const code = state.kind === 'failed' ? state.code : undefined
  // A missing or rejected key can be corrected in the settings.
  const needsKey = code === 'OWN_KEY_REJECTED' || (code === 'ALLOWANCE_EXHAUSTED' && needsOwnKey)
  const isOverCost = code === 'COST_LIMIT_EXCEEDED' && costStatus(costs, costLimits) === 'exceeded'
  const canResume = state.kind === 'failed' && state.canResume
  const reason = state.kind === 'failed' ? state.reason : undefined
  const resetsAt = state.kind === 'failed' ? state.resetsAt : undefined

  function reasonText(code: FailureCode): string {
    if (code === 'RATE_LIMITED' && retry?.isLong)
      return tError('RATE_LIMITED_UNTIL', { time: retryTimeText(retry.retryTime, language) })
    if (code === 'ALLOWANCE_EXHAUSTED' && resetsAt !== undefined)
      return tError('ALLOWANCE_EXHAUSTED_UNTIL', { time: resetTimeText(new Date(resetsAt), language) })
    if (code === 'PROVIDER_ERROR' && isKnownReason(reason)) return tError(`PROVIDER_ERROR_${reason}`)
    return tError(code)
  }

  return (
    <div className={styles['failure']} role="alert">
      <Icon of={CircleAlert} />
      <div className={styles['reason']}>
        <p>
          <strong>{t(isMidway ? 'failure.midway' : 'failure.before')}</strong>
        </p>
        <p>
          {code === undefined && t('failure.interrupted')}
          {code !== undefined && reasonText(code)}
        </p>
        <p>{t(isMidway ? 'failure.keptMidway' : 'failure.kept')}</p>
        {needsKey && <a href={`/${language}/settings#keys`}>{t('failure.toKeys')}</a>}
        {isOverCost && (
          <p className={styles['ways']}>
            {readToken() !== undefined && <a href={`/${language}/settings#costs`}>{t('failure.toCosts')}</a>}
            <Button size="compact" onClick={clearSession}>
              {t('failure.clear')}
            </Button>
          </p>
        )}
        {onRetry && !isOverCost && !retry && (
          <Button variant="primary" size="compact" onClick={onRetry}>
            {t(canResume && isMidway ? 'reply.resume' : 'reply.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}
