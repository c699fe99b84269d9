import { z } from 'zod'

// SCIM 2.0: RFC 7643 (schemas) and RFC 7644 (protocol). Names and shapes are theirs.

export const SCIM_USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const SCIM_LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const SCIM_PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

const text = z.string().max(1_000)
/** A directory may omit an attribute or send null, which is equivalent (RFC 7643, section 2.5). */
const optional = text.nullish()
/** Some directories send booleans as text. */
const scimBoolean = z.union([z.boolean(), z.stringFormat('boolean', /^(true|false)$/i)])

/** A user as sent by a directory; attributes that are not stored are accepted and ignored. */
export const scimUserInput = z.object({
  schemas: z.array(z.string()).optional(),
  userName: text,
  externalId: optional,
  displayName: optional,
  name: z.object({ givenName: optional, familyName: optional }).nullish(),
  active: scimBoolean.nullish(),
})
export type ScimUserInput = z.infer<typeof scimUserInput>

export const scimUser = z.object({
  schemas: z.tuple([z.literal(SCIM_USER)]),
  id: z.string(),
  externalId: z.string().optional(),
  /** the email address */
  userName: z.string(),
  name: z.object({ givenName: z.string().optional(), familyName: z.string().optional() }).optional(),
  displayName: z.string().optional(),
  emails: z.array(z.object({ value: z.string(), type: z.literal('work'), primary: z.literal(true) })),
  /** whether the user has a seat */
  active: z.boolean(),
  meta: z.object({
    resourceType: z.literal('User'),
    created: z.string(),
    lastModified: z.string(),
    location: z.string(),
  }),
})
export type ScimUser = z.infer<typeof scimUser>

/** RFC 7644, section 3.12: `status` is a string there. */
export const scimError = z.object({
  schemas: z.tuple([z.literal(SCIM_ERROR)]),
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string(),
})

/** One operation of a PATCH request (RFC 7644, section 3.5.2). */
export const scimOperation = z.object({
  op: z.stringFormat('operation', /^(add|replace|remove)$/i),
  path: z.string().max(300).optional(),
  value: z.unknown().optional(),
})
export type ScimOperation = z.infer<typeof scimOperation>

export const scimPatch = z.object({
  schemas: z.array(z.string()).optional(),
  Operations: z.array(scimOperation).min(1).max(100),
})

export const listOf = <S extends z.ZodType>(schema: S) =>
  z.object({
    schemas: z.tuple([z.literal(SCIM_LIST)]),
    totalResults: z.number().int().nonnegative(),
    startIndex: z.number().int().positive(),
    itemsPerPage: z.number().int().nonnegative(),
    Resources: z.array(schema),
  })
