import type { Locale } from '@vee/contract/entities/locale'
import type { PlanId } from '@vee/contract/entities/accounts/user'
import type { listPlans, Plan } from '@vee/contract/http/plans'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { PlanChoice } from '#features/accounts/plans/index.ts'
import {
  AccountMade,
  AccountStep,
  FreeStep,
  finishRegistration,
  storeDraft,
  PaymentStep,
  planIdOf,
  PlanStep,
  readDraft,
  StepList,
  registrationStepsOf,
  SuccessStep,
  stepToShow,
  type Draft,
  type RegistrationStep,
} from '#features/accounts/register/index.ts'
import { hasPlans } from '#features/system/service-status/index.ts'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { dataOwner } from '#lib/storage/data-owner.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { goTo, onMove } from '../navigation.ts'
import { safeRedirect } from '../resolve-path.ts'
import type { Runtime } from '../runtime.ts'
import { useRuntime } from '../runtime-context.ts'
import { Link } from '../shell/link.tsx'
import { PRODUCT } from '../shell/footer/product.ts'
import { afterSignIn } from '../after-sign-in.ts'
import styles from './page.module.css'
import { PresenceBackdrop } from './presence-backdrop.tsx'

const STEP_OF = {
  register: 'account',
  'register-plan': 'plan',
  'register-payment': 'payment',
  'register-success': 'success',
} as const satisfies Record<string, RegistrationStep>

/** The addresses of the server's own pages. */
const HOST_PAGES = /^\/[\w-]+\/host(?:[?#]|$)/

const PATHS: Readonly<Record<RegistrationStep, string>> = {
  account: 'register',
  plan: 'register/plan',
  payment: 'register/payment',
  success: 'register/success',
}

interface RegisterScreenProps {
  readonly step: keyof typeof STEP_OF
  readonly locale: Locale
}

/** Returns the draft with the parameters of a link to the registration: the next address, and a plan. */
function draftOnArrival(): Draft {
  const query = new URLSearchParams(globalThis.location.search)
  const redirect = safeRedirect(query.get('redirect'))
  const planId = planIdOf(query.get('plan'))
  return {
    ...readDraft(),
    ...(redirect !== undefined && { redirect }),
    ...(planId !== undefined && { planId }),
  }
}

/** Completes the sign-in when the last step is left in any way. */
function useFinishOnLeaving(step: RegistrationStep): void {
  const runtime = useRuntime()
  useEffect(() => {
    if (step !== 'success') return undefined
    return onMove(({ pathname }) => {
      // Returning to a failed payment is useless.
      const hasLeft = ![PATHS.success, PATHS.payment].some((path) => pathname.endsWith(`/${path}`))
      if (!hasLeft || !finishRegistration()) return
      void arrive(runtime, pathname)
    })
  }, [step, runtime])
}

/** Imports a visitor's conversation; in a tab with another account's ended session, a new page is loaded. */
async function arrive(runtime: Runtime, address: string): Promise<void> {
  const owner = await dataOwner(runtime.api).catch(() => undefined)
  if (owner === undefined) return
  afterSignIn(runtime, { userId: owner, address, isAccount: true })
}

/** Another plan requires another checkout. */
function withPlan({ checkoutId, ...draft }: Draft, planId: PlanId): Draft {
  const isSame = planId === draft.planId && checkoutId !== undefined
  return { ...draft, planId, ...(isSame && { checkoutId }) }
}

/** Returns the chosen plan from the server; undefined while it loads, null if it could not be loaded. */
function useChosenPlan(api: Api, planId: PlanId | undefined): Plan | undefined | null {
  const [plan, setPlan] = useState<Plan | null>()
  useEffect(() => {
    if (planId === undefined) return undefined
    let isWanted = true
    const loading = api.json<typeof listPlans>('GET', '/plans').catch(() => undefined)
    void loading.then((response) => {
      if (isWanted) setPlan(response?.plans.find(({ id }) => id === planId) ?? null)
    })
    return () => {
      isWanted = false
    }
  }, [api, planId])
  return plan
}

/**
 * Returns whether this server has prices; undefined until it is known. A server that does not respond may have some.
 */
function useHasPrices({ shell }: Runtime): boolean | undefined {
  return useStore(shell.service.store, ({ outcome }) =>
    outcome?.kind === 'answered' ? hasPlans(outcome) : outcome && true,
  )
}

/** The four steps of a registration. A later step redirects to the first incomplete one. */
export function RegisterScreen({ step: screen, locale }: RegisterScreenProps) {
  const t = useTexts('register')
  const shell = useTexts('shell')
  const runtime = useRuntime()
  const { api } = runtime
  const hasPrices = useHasPrices(runtime)
  const [draft, setDraft] = useState(draftOnArrival)
  const wanted = STEP_OF[screen]
  const step = stepToShow(wanted, draft)
  const addressOf = (step: RegistrationStep) => `/${locale}/${PATHS[step]}`
  const actual = addressOf(step)

  useEffect(() => storeDraft(draft), [draft])
  useEffect(() => {
    if (step !== wanted) goTo(actual, { replace: true })
  }, [step, wanted, actual])
  useFinishOnLeaving(step)
  const plan = useChosenPlan(api, step === 'payment' ? draft.planId : undefined)
  if (step !== wanted) return null

  const showStep = (step: RegistrationStep) => goTo(addressOf(step))
  /** The next step's screen reads the draft, so it is stored before navigating. */
  function saveAndContinue(next: Draft, to: RegistrationStep): void {
    storeDraft(next)
    setDraft(next)
    showStep(to)
  }
  const afterwards = safeRedirect(draft.redirect ?? null)
  /** Goes on without payment; to the pages of the server at once, because the first account was created for them. */
  function startFree(): void {
    const next = withPlan(draft, 'free')
    if (afterwards === undefined || !HOST_PAGES.test(afterwards)) {
      saveAndContinue(next, 'success')
      return
    }
    storeDraft(next)
    if (!finishRegistration()) return
    void arrive(runtime, afterwards)
    goTo(afterwards, { replace: true })
  }
  const login = `/${locale}/login${afterwards === undefined ? '' : `?redirect=${encodeURIComponent(afterwards)}`}`
  const isRegistered = draft.token !== undefined
  const page = (
    <div className={styles['page']}>
      <StepList
        current={step}
        steps={registrationStepsOf(draft, hasPrices !== false)}
        onBack={step === 'success' ? undefined : showStep}
      />
      <h1>{step === 'plan' && hasPrices === false ? t('plan.free') : shell(`titles.${screen}`)}</h1>
      {step === 'account' && isRegistered && (
        <AccountMade
          email={draft.email}
          onContinue={() => showStep('plan')}
          onAnother={() => setDraft({ email: '' })}
        />
      )}
      {step === 'account' && !isRegistered && (
        <AccountStep
          api={api}
          email={draft.email}
          onEmail={(email) => setDraft({ ...draft, email })}
          onCreated={(account) => saveAndContinue({ ...draft, ...account }, 'plan')}
          termsUrl={`/${locale}/about#terms`}
          logIn={<Link to={login}>{t('account.logIn')}</Link>}
        />
      )}
      {step === 'plan' && hasPrices === undefined && <Skeleton lines={4} />}
      {step === 'plan' && hasPrices === false && <FreeStep email={draft.email} onContinue={startFree} />}
      {step === 'plan' && hasPrices && (
        <PlanStep
          email={draft.email}
          hasChosen={draft.planId !== undefined}
          onContinue={() => showStep(stepToShow('payment', draft))}
        >
          <PlanChoice
            api={api}
            chosen={draft.planId}
            onChoose={(planId) => (planId === 'free' ? startFree() : setDraft(withPlan(draft, planId)))}
          />
        </PlanStep>
      )}
      {step === 'payment' && draft.token !== undefined && (
        <PaymentStep
          api={api}
          plan={plan}
          token={draft.token}
          contactUrl={PRODUCT.contactUrl}
          wasAbandoned={new URLSearchParams(globalThis.location.search).has('checkout')}
          onLeave={({ id, url }) => {
            storeDraft({ ...draft, checkoutId: id })
            globalThis.location.assign(url)
          }}
          onFree={() => saveAndContinue(withPlan(draft, 'free'), 'success')}
          onBack={() => showStep('plan')}
        />
      )}
      {step === 'success' && (
        <SuccessStep
          api={api}
          email={draft.email}
          checkoutId={draft.checkoutId}
          onPayAgain={() => showStep('payment')}
          start={
            <Link to={afterwards ?? `/${locale}/pro`} className={styles['action']}>
              {t('success.start')}
            </Link>
          }
        />
      )}
    </div>
  )
  return step === 'success' ? <PresenceBackdrop state="idle">{page}</PresenceBackdrop> : page
}
