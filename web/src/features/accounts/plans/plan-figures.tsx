import type { Plan, PlanList } from '@vee/contract/http/plans'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import styles from './plans.module.css'

interface AllowanceProps {
  readonly of: Plan
  readonly models: PlanList['models']
}

/** A plan's monthly price; a dash until the host sets it. */
export function PlanPrice({ of: { pricePerMonth } }: { readonly of: Plan }) {
  const t = useTexts('plans')
  const language = useLanguage()
  if (pricePerMonth === null) return <Unset />
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return t('perMonth', { price: format.format(pricePerMonth) })
}

/** A plan's daily allowance in tokens of either model and in speech; one that the host has not set is marked as a default. */
export function Allowance({
  of: { dailyTokens, dailySpeechUsd, isAllowanceSet, isSpeechSet },
  models,
}: AllowanceProps) {
  const t = useTexts('plans')
  const language = useLanguage()
  const count = new Intl.NumberFormat(language)
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
  return (
    <>
      {t('primary', { tokens: count.format(dailyTokens.primary), model: models.primary })}
      <small className={styles['small']}>
        {t('secondary', { tokens: count.format(dailyTokens.secondary), model: models.secondary })}
        {!isAllowanceSet && ` (${t('isDefault')})`}
      </small>
      <small className={styles['small']}>
        {t('speech', { price: money.format(dailySpeechUsd) })}
        {!isSpeechSet && ` (${t('isDefault')})`}
      </small>
    </>
  )
}

/** A dash, announced as "not set yet". */
function Unset() {
  const t = useTexts('plans')
  return (
    <>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('unset')}</VisuallyHidden>
    </>
  )
}
