import {
  createScimUser,
  deleteScimUser,
  getScimConfig,
  getScimResourceType,
  getScimSchema,
  getScimUser,
  listScimGroups,
  listScimResourceTypes,
  listScimSchemas,
  listScimUsers,
  patchScimUser,
  replaceScimUser,
} from '@vee/contract/http/accounts/scim'
import { DomainError, notFound } from '#domain/errors/domain-error.ts'
import { type Scim, scimConfig, scimResourceTypes, scimSchemas } from '#domain/provisioning/index.ts'
import { empty, json, created, route, type Route } from '#serving/route.ts'

interface Asked {
  readonly origin: string
  readonly query: { readonly filter?: string | undefined }
}

export const scimRoutes = (scim: Scim, publicUrl: string | undefined): readonly Route[] => [
  route(listScimUsers, async (context) => json(await scim.list(context.query, context))),
  route(createScimUser, async (context) => {
    const user = await scim.create(context.body, context)
    return created(user, user.meta.location)
  }),
  route(getScimUser, async (context) => json(await scim.get(context.params.id, context))),
  route(replaceScimUser, async (context) =>
    json(await scim.replace(context.params.id, context.body, context)),
  ),
  route(patchScimUser, async (context) =>
    json(await scim.patch(context.params.id, context.body.Operations, context)),
  ),
  route(deleteScimUser, async (context) => {
    await scim.remove(context.params.id, context)
    return empty()
  }),
  route(listScimGroups, async (context) => json(await scim.groups(context))),
  route(getScimConfig, describing(publicUrl, scimConfig)),
  route(listScimResourceTypes, describing(publicUrl, scimResourceTypes)),
  route(getScimResourceType, ({ origin, params }) =>
    json(oneOf(scimResourceTypes(baseOf(publicUrl, origin)).Resources, params.id)),
  ),
  route(listScimSchemas, describing(publicUrl, scimSchemas)),
  route(getScimSchema, ({ origin, params }) =>
    json(oneOf(scimSchemas(baseOf(publicUrl, origin)).Resources, params.id)),
  ),
]

const baseOf = (publicUrl: string | undefined, origin: string) => `${publicUrl ?? origin}/api/scim/v2`

/** RFC 7644, section 4: a filter must be rejected here, so that clients do not assume it was applied. */
function assertNoFilter({ filter }: { readonly filter?: string | undefined }): void {
  if (filter !== undefined)
    throw new DomainError('FORBIDDEN', 'There is no filter for what describes the server.')
}

function oneOf<R extends { readonly id: string }>(resources: readonly R[], id: string): R {
  const resource = resources.find((resource) => resource.id === id)
  if (!resource) throw notFound('resource')
  return resource
}

/** Returns a handler that calls `describe` with the server's URL. */
const describing =
  (publicUrl: string | undefined, describe: (base: string) => object) =>
  ({ origin, query }: Asked) => {
    assertNoFilter(query)
    return json({ ...describe(baseOf(publicUrl, origin)) })
  }
