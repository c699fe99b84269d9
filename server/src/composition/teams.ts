import type { Database } from '#db/schema.ts'
import type { Organizations } from '#domain/organizations/index.ts'
import { createPrompts } from '#domain/prompts/index.ts'
import { createDomains, createScim, createScimAccesses, type ResolveTxt } from '#domain/provisioning/index.ts'
import { createShares } from '#domain/shares/index.ts'
import { createTxtResolver } from '../adapters/dns-txt.ts'
import { promptRoutes } from '../routes/prompts.ts'
import { organizationRoutes } from '../routes/organizations.ts'
import { provisioningRoutes } from '../routes/provisioning.ts'
import type { Route } from '../http/route.ts'
import { scimRoutes } from '../routes/scim.ts'
import { shareRoutes } from '../routes/shares.ts'
import type { ServerSettings } from '../settings.ts'

interface TeamParts {
  readonly settings: ServerSettings
  readonly database: Database
  /** resolves DNS; default: the machine's own name servers */
  readonly resolveTxt?: ResolveTxt
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Creates the organizations module: members, and provisioning by domain and by directory. */
export function createTeamsModule(parts: TeamParts, organizations: Organizations): readonly Route[] {
  const { settings, database, now } = parts
  const { publicUrl, dnsServers } = settings
  const resolveTxt = parts.resolveTxt ?? createTxtResolver(dnsServers)
  return [
    ...organizationRoutes(organizations),
    ...promptRoutes(createPrompts({ database, now })),
    ...shareRoutes(createShares({ database, now })),
    ...provisioningRoutes(
      createDomains({ database, resolveTxt, now }),
      createScimAccesses({ database, publicUrl, now }),
    ),
    ...scimRoutes(createScim({ database, publicUrl, now }), publicUrl),
  ]
}
