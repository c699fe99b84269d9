import type { LiveModelDescription } from '@vee/contract/http/live-models'
import type { Translate } from '#i18n/index.ts'

/** Returns an amount of US dollars with two significant digits, for prices of a minute. */
export const formatPrice = (usd: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 }).format(
    usd,
  )

/** Returns in a sentence who listens, where, and what a minute costs, or why the model is locked. */
export function describeLiveModel(
  { name, provider, location, price: { perMinuteUsd }, locked }: LiveModelDescription,
  t: Translate<'voice'>,
  language: string,
): string {
  const isFree = location === 'server' && perMinuteUsd === 0
  const key = locked ? (`live-${locked}` as const) : isFree ? 'live-server' : 'live-vendor'
  return t(`modeHelp.${key}`, {
    model: name,
    provider: provider.name,
    price: formatPrice(perMinuteUsd, language),
  })
}
