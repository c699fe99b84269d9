import { z } from 'zod'

/** An email domain that an organization claims. */
export const organizationDomain = z.object({
  id: z.string(),
  domain: z.string(),
  /** the TXT record for its verification */
  record: z.object({ name: z.string(), value: z.string() }),
  isVerified: z.boolean(),
})
export type OrganizationDomain = z.infer<typeof organizationDomain>

/** How a directory connects to an organization; disabled without a token. */
export const scimAccess = z.object({
  /** the tenant URL that the directory requires */
  baseUrl: z.string(),
  token: z.object({ createdAt: z.string(), lastUsedAt: z.string().nullable() }).nullable(),
})
export type ScimAccess = z.infer<typeof scimAccess>
