import type { Mailer } from '#domain/accounts/index.ts'
import type { Counters } from '#domain/money/rate-limits/counters.ts'
import type { HostAdmins } from '#domain/host/index.ts'
import {
  createOrganizations,
  type ChangeEventRelay,
  type Organizations,
} from '#domain/organizations/index.ts'
import type { PlanCatalogue } from '#domain/money/plans/index.ts'
import { createPrompts } from '#domain/agents/prompts/index.ts'
import { createDomains, createScim, createScimAccesses, type ResolveTxt } from '#domain/provisioning/index.ts'
import { createTxtResolver } from '../adapters/dns-txt.ts'
import { organizationRoutes } from '../routes/organizations.ts'
import { promptRoutes } from '../routes/prompts.ts'
import { provisioningRoutes } from '../routes/provisioning.ts'
import { scimRoutes } from '../routes/scim.ts'
import type { Module, ModuleContext } from './module.ts'

interface OrganizationDependencies {
  readonly counters: Counters
  readonly plans: PlanCatalogue
  readonly admins: HostAdmins
  readonly mailer: Mailer | undefined
  readonly changeEventRelay: ChangeEventRelay | undefined
  /** resolves DNS; default: the machine's own name servers */
  readonly resolveTxt: ResolveTxt | undefined
}

/** Creates organizations and provisioning by domain and by directory. */
export function createOrganizationsModule(
  { settings, database, log, now }: ModuleContext,
  { counters, plans, admins, mailer, changeEventRelay, resolveTxt }: OrganizationDependencies,
): Module<{ readonly organizations: Organizations }> {
  const { publicUrl, dnsServers } = settings
  const organizations = createOrganizations({
    ...settings,
    database,
    counters,
    plans,
    isHost: (caller) => admins.isHost(caller),
    mailer,
    changeEventRelay,
    onFailure: (failure) => log.error({ err: failure }, 'mail not sent'),
    now,
  })
  const domains = createDomains({ database, resolveTxt: resolveTxt ?? createTxtResolver(dnsServers), now })
  return {
    services: { organizations },
    routes: [
      ...organizationRoutes(organizations),
      ...promptRoutes(createPrompts({ database, now })),
      ...provisioningRoutes(domains, createScimAccesses({ database, publicUrl, now })),
      ...scimRoutes(createScim({ database, publicUrl, now }), publicUrl),
    ],
    close: () => organizations.settled(),
  }
}
