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

/** What to tell about the first answer; undefined when all is well. */
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
  // The mark fills its square. `sentences` knows the others too, but the first page does not carry it.
  const why = parts.filter(Boolean).join(' ').replaceAll('。 ', '。')
  return t('status.offline.provider', { provider, why })
}
