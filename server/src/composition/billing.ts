import type { FastifyInstance } from 'fastify'
import type { Database } from '#db/schema.ts'
import type { Accounts } from '#domain/accounts/index.ts'
import { createBilling } from '#domain/billing/index.ts'
import type { PlanCatalogue } from '#domain/plans/index.ts'
import { modelLabel } from '#providers/model-label.ts'
import { stripePayments } from '../adapters/stripe/index.ts'
import { billingRoutes } from '../routes/billing.ts'
import type { Route } from '../http/route.ts'
import type { ServerSettings } from '../settings.ts'
import { inBackground } from '../background.ts'

const HOUR_MS = 3_600_000

interface BillingParts {
  readonly settings: ServerSettings
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

/**
 * Creates the plans and billing module. Every hour it polls the status of subscriptions whose paid month has
 * ended.
 */
export function createBillingModule(
  { settings, database, now }: BillingParts,
  { accounts, plans }: { readonly accounts: Accounts; readonly plans: PlanCatalogue },
  server: FastifyInstance,
): readonly Route[] {
  const billing = createBilling({
    database,
    provider: stripePayments(settings.stripe),
    callerOf: (token, ip) => accounts.callerOf(token, ip),
    publicUrl: settings.publicUrl,
    onFailure: (failure) => server.log.error({ err: failure }, 'payment provider not asked'),
    now,
  })
  const timer = setInterval(() => inBackground('payments read', billing.refresh()), HOUR_MS)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
  const models = {
    primary: modelLabel(settings.modelPrimary),
    secondary: modelLabel(settings.modelSecondary),
  }
  return billingRoutes({
    billing,
    plansIn: (locale) => ({ plans: plans.list(locale, (plan) => billing.sells(plan)), models }),
  })
}
