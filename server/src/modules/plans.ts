import { createPlanCatalogue, type PlanCatalogue } from '#domain/money/plans/index.ts'
import { REFRESH_MS } from './periods.ts'
import type { Module, ModuleContext } from './module.ts'

/** Creates the plans with prices and allowances as changed by the host, on this server or another one. */
export async function createPlansModule({
  settings,
  database,
}: ModuleContext): Promise<Module<{ readonly plans: PlanCatalogue }>> {
  const plans = createPlanCatalogue(settings.plans, database)
  await plans.refresh()
  return {
    services: { plans },
    jobs: [
      { name: 'refresh-plans', everyMs: REFRESH_MS, runsOn: 'every-server', run: () => plans.refresh() },
    ],
  }
}
