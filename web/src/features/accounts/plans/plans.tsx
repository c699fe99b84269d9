import type { PlanId } from '@vee/contract/entities/accounts/user'
import type { Plan, listPlans, PlanList } from '@vee/contract/http/plans'
import { useState, type ReactNode, useEffect } from 'react'
import { Check } from 'lucide-react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { allowanceResetTime } from '#lib/costs/allowance-reset.ts'
import type { Api } from '#lib/http/index.ts'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { PlanTable } from './plan-table.tsx'
import styles from './plans.module.css'

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
function Plans({ api, renderCall }: PlansProps) {
  const t = useTexts('plans')
  const common = useTexts('common')
  const language = useLanguage()
  const plansState = usePlans(api)
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

  if (plansState.state === 'loading') {
    return (
      <div className={styles['plans']} aria-busy="true">
        <Skeleton height="3rem" lines={4} />
      </div>
    )
  }
  if (plansState.state === 'failed') {
    return (
      <Banner
        tone="error"
        title={t('failed')}
        actions={<Button onClick={plansState.retry}>{common('retry')}</Button>}
      />
    )
  }
  const { plans, models } = plansState
  return (
    <div className={styles['plans']}>
      <PlanTable plans={plans} models={models} renderCall={callOf} />
      {plans.some(({ pricePerMonth }) => pricePerMonth === null) && (
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
          ref={(element) => element?.scrollIntoView({ block: 'nearest' })}
        >
          <PlanComparison plans={plans} models={models} />
        </div>
      )}
    </div>
  )
}

type PlansState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | ({ readonly state: 'there' } & PlanList)

async function loadPlans(api: Api, language: string): Promise<PlansState> {
  try {
    const headers = { 'accept-language': language }
    const list = await api.json<typeof listPlans>('GET', '/plans', { headers })
    return { state: 'there', ...list }
  } catch {
    return { state: 'failed' }
  }
}

/** Returns the plans of this server, in the language of the page. */
function usePlans(api: Api): PlansState & { readonly retry: () => void } {
  const language = useLanguage()
  const [plansState, setPlansState] = useState<PlansState>({ state: 'loading' })

  useEffect(() => {
    let isWanted = true
    void loadPlans(api, language).then((loaded) => {
      if (isWanted) setPlansState(loaded)
    })
    return () => {
      isWanted = false
    }
  }, [api, language])

  return {
    ...plansState,
    retry() {
      setPlansState({ state: 'loading' })
      void loadPlans(api, language).then(setPlansState)
    },
  }
}

interface PlanChoiceProps {
  readonly api: Api
  readonly chosen: PlanId | undefined
  readonly onChoose: (planId: PlanId) => void
}

/** The plans as a choice. */
export function PlanChoice({ api, chosen, onChoose }: PlanChoiceProps) {
  return (
    <Plans
      api={api}
      renderCall={({ planId, name, label }) => (
        <Button
          size="compact"
          aria-pressed={planId === chosen}
          onClick={() => onChoose(planId)}
          {...(planId === chosen && { icon: Check })}
        >
          {label} <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
      )}
    />
  )
}

interface PlansSectionProps {
  readonly api: Api
  /** URL for contacting the host of this server; without it an organization starts with its registration */
  readonly contactUrl: string | undefined
  /** the link to the registration with a preselected plan */
  readonly renderLink: (planId: PlanId, text: ReactNode) => ReactNode
}

/** The plans for visitors; each links to its registration. */
export function PlansSection({ api, contactUrl, renderLink }: PlansSectionProps) {
  return (
    <Plans
      api={api}
      renderCall={({ planId, name, label, isContact }) => {
        const text = (
          <>
            {label} <VisuallyHidden>{name}</VisuallyHidden>
          </>
        )
        return isContact && contactUrl !== undefined ? (
          <a href={contactUrl}>{text}</a>
        ) : (
          renderLink(planId, text)
        )
      }}
    />
  )
}
