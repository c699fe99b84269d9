import type { Locale } from '@vee/contract/entities/locale'
import type { HostOverview, HostProvider } from '@vee/contract/entities/host'
import { countForHost, sumHostUse } from '#db/queries/host.ts'
import type { Caller } from '../accounts/index.ts'
import type { HostAdmins } from './admins.ts'
import { createHostAudit, type HostAuditReading } from './audit.ts'
import {
  createLimitSetting,
  type HostLimitSetting,
  type EffectiveLimits,
  type LimitValues,
} from './host-limits.ts'
import { createHostNotice, type HostNoticeService, readNotice } from './notice.ts'
import {
  createHostOrganizations,
  type HostOrganizations,
  type HostOrganizationsDependencies,
} from './organizations.ts'
import { createPlanSetting, type HostPlanSetting } from './plans.ts'
import type { PlanCatalogue } from '../money/plans/index.ts'
import { keepHostLocale } from './provider-alerts.ts'
import { createHostPassphrase, type HostPassphrase } from './passphrase.ts'
import type { Speech } from '../voice/speech/index.ts'
import { createHostSpeechModels, type HostSpeechModels } from './speech-models.ts'
import { createHostUsage, type HostUsageReading } from './usage.ts'
import { createHostUsers, type HostUsers, monthBegan, type UsersDependencies } from './users.ts'

export { createHostAdmins, type HostAdmins } from './admins.ts'
export { recordHostAct } from './record.ts'
export { configuredLimits, createEffectiveLimits, type EffectiveLimits } from './host-limits.ts'
export { readNotice } from './notice.ts'
export { sendProviderAlerts } from './provider-alerts.ts'

export interface HostDependencies extends UsersDependencies, HostOrganizationsDependencies {
  readonly admins: HostAdmins
  readonly version: string
  /** the configured passphrase; undefined: shared access is off */
  readonly passphrase: string | undefined
  readonly configured: LimitValues
  readonly effectiveLimits: EffectiveLimits
  readonly plans: PlanCatalogue
  readonly speech: Pick<Speech, 'preparable' | 'status'>
  /** returns every provider of models and speech with its state */
  readonly providers: () => Promise<readonly HostProvider[]>
}

/** Operations of the server's operator. Throws FORBIDDEN for other callers. */
export interface Host
  extends
    HostUsers,
    HostOrganizations,
    HostNoticeService,
    HostUsageReading,
    HostAuditReading,
    HostSpeechModels,
    Pick<HostLimitSetting, 'setLimits'>,
    Pick<HostPlanSetting, 'setPlans'>,
    Pick<HostPassphrase, 'rotatePassphrase'> {
  /** `locale`: the language of the request, which is also that of mail for the operators */
  overview(caller: Caller, locale: Locale): Promise<HostOverview>
}

export function createHost(dependencies: HostDependencies): Host {
  const { database, admins, effectiveLimits, providers, version, now } = dependencies
  const setting = createLimitSetting(dependencies, admins, effectiveLimits)
  const planSetting = createPlanSetting(dependencies, admins)
  const passphrase = createHostPassphrase(dependencies, admins)
  return {
    ...createHostUsers(dependencies),
    ...createHostOrganizations(dependencies),
    ...createHostNotice(database, admins, now),
    ...createHostUsage(database, admins, now),
    ...createHostAudit(database, admins),
    ...createHostSpeechModels(database, admins, dependencies.speech, now),
    setPlans: (change, caller) => planSetting.setPlans(change, caller),
    setLimits: (change, caller) => setting.setLimits(change, caller),
    rotatePassphrase: (caller) => passphrase.rotatePassphrase(caller),

    async overview(caller, locale) {
      await admins.only(caller)
      await keepHostLocale(database, locale, now())
      const month = { from: monthBegan(now()), until: now() + 1 }
      const costs = await sumHostUse(database, month, 'service')
      return {
        version,
        counts: await countForHost(database, now()),
        providers: [...(await providers())],
        limits: setting.limits(),
        plans: planSetting.plans(),
        passphrase: await passphrase.passphraseState(),
        notice: await readNotice(database),
        costThisMonthUsd: costs.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0) / 1_000_000,
      }
    },
  }
}
