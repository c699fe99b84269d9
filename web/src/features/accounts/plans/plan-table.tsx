import type { Plan, PlanList } from '@vee/contract/http/plans'
import type { ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Table } from '#ui/display/table.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { Allowance, PlanPrice } from './plan-figures.tsx'
import styles from './plans.module.css'

interface PlanTableProps {
  readonly plans: readonly Plan[]
  readonly models: PlanList['models']
  readonly renderCall: (plan: Plan) => ReactNode
}

export function PlanTable({ plans, models, renderCall }: PlanTableProps) {
  const t = useTexts('plans')
  return (
    <div className={styles['table']}>
      <Table caption={t('title')} isCaptionHidden isStackedWhenNarrow>
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
              <td data-label={t('columns.price')}>
                <PlanPrice of={plan} />
              </td>
              <td data-label={t('columns.allowance')}>
                <span className={styles['lines']}>
                  <Allowance of={plan} models={models} />
                </span>
              </td>
              <td data-label={t('columns.highlights')}>
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
