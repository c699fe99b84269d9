import type { Plan, PlanList } from '@vee/contract/http/plans'
import { useLanguage, useTexts } from '#i18n/index.ts'
import styles from './billing.module.css'

/** Shows the price and the features of a plan. */
export function Offer({
  plan: { name, pricePerMonth, dailyTokens, isAllowanceSet },
  models,
}: {
  readonly plan: Plan
  readonly models: PlanList['models']
}) {
  const t = useTexts('plans')
  const language = useLanguage()
  const count = new Intl.NumberFormat(language)
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return (
    <div>
      <p className={styles['plan']}>
        <span>{name}</span>
      </p>
      <p className={styles['text']}>
        {pricePerMonth === null ? t('unset') : t('perMonth', { price: money.format(pricePerMonth) })}
      </p>
      {isAllowanceSet && (
        <p className={styles['hint']}>
          {t('columns.allowance')}:{' '}
          {t('primary', { tokens: count.format(dailyTokens.primary), model: models.primary })}{' '}
          {t('secondary', { tokens: count.format(dailyTokens.secondary), model: models.secondary })}
        </p>
      )}
    </div>
  )
}
