import type { OfferedModel } from '@vee/contract/http/models'
import { useLanguage, useTexts } from '#i18n/index.ts'

/** Shorter times are shown as this, in seconds. */
const MIN_SECONDS = 0.1

type KnownModel = Pick<
  OfferedModel,
  'region' | 'canSee' | 'canUseTools' | 'canReason' | 'contextTokens' | 'prices'
> &
  Partial<Pick<OfferedModel, 'location' | 'firstTokenMs'>>

/** Returns the properties of a model as short phrases. */
export function useModelFacts({
  location,
  region,
  canSee,
  canUseTools,
  canReason,
  contextTokens,
  prices,
  firstTokenMs = null,
}: KnownModel): readonly string[] {
  const t = useTexts('models')
  const language = useLanguage()
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
  const compact = new Intl.NumberFormat(language, { notation: 'compact' })
  const seconds = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 1,
  })
  const isFree = prices?.input === 0 && prices.output === 0
  const price =
    prices &&
    (isFree
      ? t('picker.free')
      : t('picker.price', { input: money.format(prices.input), output: money.format(prices.output) }))
  return [
    region ?? (location === 'server' && t('picker.onServer')),
    canSee && t('picker.sees'),
    canUseTools && t('picker.usesTools'),
    canReason && t('picker.reasons'),
    contextTokens !== null && t('picker.context', { tokens: compact.format(contextTokens) }),
    price,
    firstTokenMs !== null &&
      t('picker.speed', { seconds: seconds.format(Math.max(MIN_SECONDS, firstTokenMs / 1_000)) }),
  ].filter((fact) => typeof fact === 'string')
}
