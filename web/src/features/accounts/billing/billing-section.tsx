import type { postBillingPortal, postCheckout, PaidPlanId } from '@vee/contract/http/billing'
import type { User } from '@vee/contract/entities/accounts/user'
import type { Plan, PlanList, listPlans } from '@vee/contract/http/plans'
import { ExternalLink } from 'lucide-react'
import { useEffect, useState, useCallback } from 'react'
import type { getAuth } from '@vee/contract/http/accounts/auth'
import { useTexts, useLanguage } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { useCheckoutStatus } from '#lib/costs/checkout-status.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './billing.module.css'
import { CurrentPlan } from './current-plan.tsx'

interface BillingSectionProps {
  readonly api: Api
  /** the payment provider's return parameter: the id of a checkout, or `abandoned` */
  readonly returned: string | undefined
  /** Navigates to the payment provider's page. */
  readonly leave: (url: string) => void
}

/** Shows the subscription, with links to the payment provider's pages for changing it. */
export function BillingSection({ api, returned, leave }: BillingSectionProps) {
  const t = useTexts('billing')
  const planTexts = useTexts('plans')
  const { billing, reload } = useBilling(api)
  const checkout = useCheckoutStatus(api, returned === 'abandoned' ? undefined : returned)
  const isPaid = checkout?.status === 'complete'
  useEffect(() => {
    if (isPaid) reload()
  }, [isPaid, reload])

  if (billing === 'loading') return <Skeleton lines={3} />
  if (billing === 'failed') {
    return (
      <Banner tone="error" title={t('loadFailed')} actions={<Button onClick={reload}>{t('retry')}</Button>} />
    )
  }
  const { user, plans, models } = billing
  if (user.kind === 'global') return <p className={styles['text']}>{t('shared')}</p>
  return (
    <div className={styles['section']}>
      <Returned returned={returned} status={checkout?.status} />
      <CurrentPlan user={user} plans={plans} />
      <p className={styles['hint']}>{planTexts('billing')}</p>
      {hasSubscription(user) ? (
        <Portal api={api} leave={leave} />
      ) : (
        <Choices api={api} plans={plans} models={models} leave={leave} />
      )}
    </div>
  )
}

/** Returns true if there is a subscription to change or cancel at the payment provider. */
function hasSubscription({ planId, subscription: { status, renewsAt } }: User): boolean {
  if (planId === 'free') return false
  return status === 'past_due' || status === 'active' || (status === 'canceled' && renewsAt !== null)
}

interface ReturnedProps {
  readonly returned: string | undefined
  readonly status: 'pending' | 'complete' | 'expired' | 'failed' | undefined
}

/** The result of a visit to the payment provider. */
function Returned({ returned, status }: ReturnedProps) {
  const t = useTexts('billing')
  if (returned === 'abandoned') return <Banner tone="info" title={t('abandoned')} />
  if (status === undefined) return null
  const tone = { pending: 'info', complete: 'success', expired: 'warning', failed: 'warning' } as const
  return <Banner tone={tone[status]} title={t(`returned.${status}`)} />
}

/** Opens a page of the payment provider, once at a time, and returns the error if that fails. */
function useVisit(leave: (url: string) => void) {
  const errors = useTexts('errors')
  const t = useTexts('billing')
  const [isLeaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function visit(open: () => Promise<{ readonly url: string }>): Promise<void> {
    setLeaving(true)
    setFailure(undefined)
    try {
      leave((await open()).url)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      setFailure(code === 'BILLING_UNAVAILABLE' ? errors(code) : t('checkoutFailed'))
      setLeaving(false)
    }
  }
  return { isLeaving, failure, visit }
}

function Portal({ api, leave }: { readonly api: Api; readonly leave: (url: string) => void }) {
  const t = useTexts('billing')
  const { isLeaving, failure, visit } = useVisit(leave)
  return (
    <>
      {failure !== undefined && <Banner tone="error" title={failure} />}
      <div>
        <Button
          icon={ExternalLink}
          isLoading={isLeaving}
          onClick={() => void visit(() => api.json<typeof postBillingPortal>('POST', '/billing/portal'))}
        >
          {t('manage')}
        </Button>
      </div>
      <p className={styles['hint']}>{t('manageHint')}</p>
    </>
  )
}

interface ChoicesProps {
  readonly api: Api
  readonly plans: readonly Plan[]
  readonly models: PlanList['models']
  readonly leave: (url: string) => void
}

function Choices({ api, plans, models, leave }: ChoicesProps) {
  const t = useTexts('billing')
  const { isLeaving, failure, visit } = useVisit(leave)
  const [wanted, setWanted] = useState<PaidPlanId>()
  const sold = plans.flatMap((plan) =>
    plan.isForSale && plan.id !== 'free' ? [{ ...plan, planId: plan.id }] : [],
  )
  if (sold.length === 0) return <p className={styles['hint']}>{t('notSold')}</p>

  const open = (planId: PaidPlanId) => () =>
    api.json<typeof postCheckout>('POST', '/billing/checkout', { body: { planId } })
  return (
    <>
      {failure !== undefined && <Banner tone="error" title={failure} />}
      <ul className={styles['offers']}>
        {sold.map((plan) => (
          <li key={plan.id} className={styles['offer']}>
            <Offer plan={plan} models={models} />
            <Button
              isLoading={isLeaving && wanted === plan.planId}
              onClick={() => {
                if (isLeaving) return
                setWanted(plan.planId)
                void visit(open(plan.planId))
              }}
            >
              {t('choose', { plan: plan.name })}
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles['hint']}>{t('chooseHint')}</p>
    </>
  )
}

/** Shows the price and the features of a plan. */
function Offer({
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
      <p className={styles['hint']}>
        {t('columns.allowance')}:{' '}
        {t('primary', { tokens: count.format(dailyTokens.primary), model: models.primary })}{' '}
        {t('secondary', { tokens: count.format(dailyTokens.secondary), model: models.secondary })}
        {!isAllowanceSet && ` (${t('isDefault')})`}
      </p>
    </div>
  )
}

interface KnownBilling extends PlanList {
  readonly user: User
}

type BillingState = 'loading' | 'failed' | KnownBilling

async function loadBilling(api: Api, language: string): Promise<BillingState> {
  try {
    const headers = { 'accept-language': language }
    const [{ user }, list] = await Promise.all([
      api.json<typeof getAuth>('GET', '/auth'),
      api.json<typeof listPlans>('GET', '/plans', { headers }),
    ])
    return user ? { user, ...list } : 'failed'
  } catch {
    return 'failed'
  }
}

/**
 * Returns the user with the plan, and the available plans. The previous data remains while it is reloaded.
 */
function useBilling(api: Api): { readonly billing: BillingState; readonly reload: () => void } {
  const language = useLanguage()
  const [billing, setBilling] = useState<BillingState>('loading')
  const reload = useCallback(() => void loadBilling(api, language).then(setBilling), [api, language])

  useEffect(() => {
    let isWanted = true
    void loadBilling(api, language).then((loaded) => {
      if (isWanted) setBilling(loaded)
    })
    return () => {
      isWanted = false
    }
  }, [api, language])

  return { billing, reload }
}
