import type { Plan, PlanList } from '@vee/contract/http/plans'
import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Table } from '#ui/display/table.tsx'
import { PlanPrice } from './plan-figures.tsx'

const renderPrice = (plan: Plan) => <PlanPrice of={plan} />

/** A table with one row for each feature of the plans. */
export function PlanComparison({ plans, models }: Pick<PlanList, 'plans' | 'models'>) {
  const t = useTexts('plans')
  const count = new Intl.NumberFormat(useLanguage())
  const tokens = (model: 'primary' | 'secondary') =>
    function renderTokens({ dailyTokens, isAllowanceSet }: Plan) {
      const tokens = count.format(dailyTokens[model])
      return isAllowanceSet ? tokens : `${tokens} (${t('isDefault')})`
    }
  const features: readonly (readonly [name: string, of: (plan: Plan) => ReactNode])[] = [
    [t('columns.price'), renderPrice],
    [t('comparison.primary', { model: models.primary }), tokens('primary')],
    [t('comparison.secondary', { model: models.secondary }), tokens('secondary')],
    [t('comparison.ownKey'), ({ ownKeyAfterAllowance }) => t(ownKeyAfterAllowance ? 'yes' : 'no')],
    [t('comparison.seats'), ({ seats }) => seats ?? t('none')],
  ]
  return (
    <Table caption={t('comparison.title')} isStackedWhenNarrow>
      <thead>
        <tr>
          <th scope="col">{t('comparison.feature')}</th>
          {plans.map(({ id, name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {features.map(([name, of]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {plans.map((plan) => (
              <td key={plan.id} data-label={plan.name}>
                {of(plan)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
