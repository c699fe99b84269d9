import { HOUR_MS } from '@vee/contract/time/durations'
import type { Accounts } from '#domain/accounts/index.ts'
import { createBilling } from '#domain/money/billing/index.ts'
import type { PlanCatalogue } from '#domain/money/plans/index.ts'
import { modelLabel } from '#providers/llm/model-label.ts'
import { stripePayments } from '../adapters/stripe/index.ts'
import { billingRoutes } from '../routes/billing.ts'
import type { Module, ModuleContext } from './module.ts'

interface BillingDependencies {
  readonly accounts: Accounts
  readonly plans: PlanCatalogue
}

interface BillingServices {
  /** returns whether this server has plans with prices */
  readonly hasPlans: () => boolean
}

/** Creates plans and payment. Every hour it polls the status of subscriptions whose paid month has ended. */
export function createBillingModule(
  { settings, database, log, now }: ModuleContext,
  { accounts, plans }: BillingDependencies,
): Module<BillingServices> {
  const billing = createBilling({
    database,
    provider: stripePayments(settings.stripe),
    callerOf: (token, ip) => accounts.callerOf(token, ip),
    publicUrl: settings.publicUrl,
    onFailure: (failure) => log.error({ err: failure }, 'payment provider not asked'),
    now,
  })
  const models = {
    primary: modelLabel(settings.modelPrimary),
    secondary: modelLabel(settings.modelSecondary),
  }
  return {
    services: { hasPlans: () => plans.hasPrices((plan) => billing.sells(plan)) },
    routes: billingRoutes({
      billing,
      plansIn: (locale) => ({ plans: plans.list(locale, (plan) => billing.sells(plan)), models }),
    }),
    jobs: [
      {
        name: 'refresh-subscriptions',
        everyMs: HOUR_MS,
        runsOn: 'one-server',
        run: (signal) => billing.refresh(signal),
      },
    ],
  }
}
