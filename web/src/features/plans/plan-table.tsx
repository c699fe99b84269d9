import type { Plan } from '@vee/contract/http/plans'
import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/badge.tsx'
import { Table } from '#ui/table.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { Price } from './plan-figures.tsx'
import styles from './plans.module.css'

interface PlanTableProps {
  readonly plans: readonly Plan[]
  readonly renderCall: (plan: Plan) => ReactNode
}

export function PlanTable({ plans, renderCall }: PlanTableProps) {
  const t = useTexts('plans')
  const count = new Intl.NumberFormat(useLanguage())
  return (
    <div className={styles['table']}>
      <Table caption={t('title')} isCaptionHidden>
        <thead>
          <tr>
            <th scope="col">{t('columns.plan')}</th>
            <th scope="col">{t('columns.price')}</th>
            <th scope="col">{t('columns.allowance')}</th>
            <th scope="col">{t('columns.highlights')}</th>
            <th scope="col">
              <VisuallyHidden>{t('action.choose')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id} className={plan.mostPopular ? styles['popular'] : undefined}>
              <th scope="row">
                <span className={styles['plan']}>
                  {plan.name}
                  {plan.mostPopular && <Badge tone="accent">{t('mostPopular')}</Badge>}
                </span>
              </th>
              <td>
                <span className={styles['lines']}>
                  <Price of={plan} />
                  {plan.isPlaceholder && <Badge>{t('placeholder')}</Badge>}
                </span>
              </td>
              <td>
                <span className={styles['lines']}>
                  {t('primary', { tokens: count.format(plan.dailyTokens.primary) })}
                  <small className={styles['small']}>
                    {t('secondary', { tokens: count.format(plan.dailyTokens.secondary) })}
                  </small>
                </span>
              </td>
              <td>
                <ul className={styles['highlights']}>
                  {plan.highlights.map((highlight) => (
                    <li key={highlight}>{highlight}</li>
                  ))}
                </ul>
              </td>
              <td>{renderCall(plan)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
