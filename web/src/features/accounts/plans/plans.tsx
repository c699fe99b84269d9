import type { PlanId } from '@vee/contract/entities/accounts/user'
import type { Plan } from '@vee/contract/http/plans'
import { useState, type ReactNode } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { allowanceResetTime } from '#lib/costs/allowance-reset.ts'
import type { Api } from '#lib/http/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { PlanTable } from './plan-table.tsx'
import styles from './plans.module.css'
import { usePlans } from './use-plans.ts'

/** The button or link of a plan. */
interface PlanCall {
  readonly planId: PlanId
  /** the plan's name, if the label alone is ambiguous */
  readonly name: string
  readonly label: string
  /** whether the label refers to contacting the host */
  readonly isContact: boolean
}

interface PlansProps {
  readonly api: Api
  /** the button or link of a plan */
  readonly renderCall: (call: PlanCall) => ReactNode
}

const CALLS = {
  free: 'action.startFree',
  basic: 'action.choose',
  creator: 'action.choose',
  organization: 'action.contact',
} as const

const COMPARISON_ID = 'plan-comparison'

/** The plans of this server with prices and features, and a detailed comparison on demand. */
export function Plans({ api, renderCall }: PlansProps) {
  const t = useTexts('plans')
  const common = useTexts('common')
  const language = useLanguage()
  const found = usePlans(api)
  const [isComparing, setComparing] = useState(false)
  const callOf = ({ id, name, isForSale }: Plan) =>
    // A plan with payments on this server links to the payment, so its label does not refer to contacting the
    // host.
    renderCall({
      planId: id,
      name,
      label: t(isForSale ? 'action.choose' : CALLS[id]),
      isContact: !isForSale && id === 'organization',
    })

  if (found.state === 'loading') {
    return (
      <div className={styles['plans']} aria-busy="true">
        <Skeleton height="3rem" lines={4} />
      </div>
    )
  }
  if (found.state === 'failed') {
    return (
      <Banner
        tone="error"
        title={t('failed')}
        actions={<Button onClick={found.retry}>{common('retry')}</Button>}
      />
    )
  }
  const { plans, models } = found
  return (
    <div className={styles['plans']}>
      <PlanTable plans={plans} models={models} renderCall={callOf} />
      {plans.some(({ isPlaceholder }) => isPlaceholder) && (
        <p className={styles['note']}>{t('placeholders')}</p>
      )}
      <p className={styles['note']}>{t('billing')}</p>
      <p className={styles['note']}>{t('resets', { time: allowanceResetTime(language) })}</p>
      <a
        href={`#${COMPARISON_ID}`}
        aria-expanded={isComparing}
        onClick={(event) => {
          event.preventDefault()
          setComparing(!isComparing)
        }}
      >
        {t('compare')}
      </a>
      {isComparing && (
        <div
          id={COMPARISON_ID}
          className={styles['comparison']}
          ref={(part) => part?.scrollIntoView({ block: 'nearest' })}
        >
          <PlanComparison plans={plans} models={models} />
        </div>
      )}
    </div>
  )
}
