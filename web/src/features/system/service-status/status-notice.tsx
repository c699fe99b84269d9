import type { ProviderStatus } from '@vee/contract/http/system'
import type { Translate } from '#i18n/index.ts'
import type { ReactNode } from 'react'
import type { StatusOutcome } from './service-status.ts'

const NOTICE_DURATION_MS = 12_000

interface StatusNotice {
  readonly type: 'error' | 'warning'
  readonly title: string
  readonly message: ReactNode
  readonly duration?: number
}

/** Returns the notice for the first status; undefined if everything works. */
export function statusNotice(outcome: StatusOutcome, t: Translate<'shell'>): StatusNotice | undefined {
  if (outcome.kind === 'silent') {
    return { type: 'warning', title: t('status.unknown.title'), message: t('status.unknown.text') }
  }
  const offline = { type: 'error', title: t('status.offline.title'), duration: NOTICE_DURATION_MS } as const
  if (outcome.kind === 'refused') {
    return { ...offline, message: outcome.message ?? t('status.offline.failed') }
  }
  const { ready, message, providers } = outcome.status
  if (ready) return undefined
  const unavailable = Object.entries(providers).filter(([, { available }]) => !available)
  return {
    ...offline,
    message: (
      <>
        {message || t('status.offline.unavailable')}
        {unavailable.length === 0 ? (
          <p>{t('status.offline.allReady')}</p>
        ) : (
          <ul>
            {unavailable.map(([id, provider]) => (
              <li key={id}>{providerLine(id, provider, t)}</li>
            ))}
          </ul>
        )}
      </>
    ),
  }
}

function providerLine(provider: string, status: ProviderStatus, t: Translate<'shell'>): string {
  const parts = [
    status.reason,
    status.envVar && t('status.offline.setting', { name: status.envVar }),
    status.hint,
  ]
  // Full-width punctuation needs no space. `sentences` handles other marks, too, but is not in the initial
  // bundle.
  const why = parts.filter(Boolean).join(' ').replaceAll('。 ', '。')
  return t('status.offline.provider', { provider, why })
}
