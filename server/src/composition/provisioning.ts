import type { Database } from '#db/schema.ts'
import { createDomains, createScim, createScimAccesses, type ResolveTxt } from '#domain/provisioning/index.ts'
import { createTxtResolver } from '../adapters/dns-txt.ts'
import { provisioningRoutes } from '../routes/provisioning/index.ts'
import type { Route } from '../routes/route.ts'
import { scimRoutes } from '../routes/scim/index.ts'
import type { Settings } from '../settings.ts'

interface ProvisioningParts {
  readonly settings: Settings
  readonly database: Database
  /** asks DNS; the machine's own name servers without it */
  readonly resolveTxt?: ResolveTxt
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** How larger organizations let people in and out: by their domain, and by their directory. */
export function composeProvisioning(parts: ProvisioningParts): readonly Route[] {
  const { settings, database, resolveTxt = createTxtResolver(), now } = parts
  const { publicUrl } = settings
  return [
    ...provisioningRoutes(
      createDomains({ database, resolveTxt, now }),
      createScimAccesses({ database, publicUrl, now }),
    ),
    ...scimRoutes(createScim({ database, publicUrl, now }), publicUrl),
  ]
}
