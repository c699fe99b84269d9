import { z } from 'zod'

/** A domain of mail that an organization says is its own. */
export const organizationDomain = z.object({
  id: z.string(),
  domain: z.string(),
  /** the TXT record that shows it */
  record: z.object({ name: z.string(), value: z.string() }),
  isVerified: z.boolean(),
})
export type OrganizationDomain = z.infer<typeof organizationDomain>

/** How a directory reaches an organization; without a token it does not. */
export const scimAccess = z.object({
  /** what the directory asks for as the address of the tenant */
  baseUrl: z.string(),
  token: z.object({ createdAt: z.string(), lastUsedAt: z.string().nullable() }).nullable(),
})
export type ScimAccess = z.infer<typeof scimAccess>
