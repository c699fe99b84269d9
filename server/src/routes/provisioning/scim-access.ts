import { getScimAccess, makeScimToken, revokeScimToken } from '@vee/contract/http/provisioning'
import type { ScimAccesses } from '#domain/provisioning/index.ts'
import { empty, json, route } from '../route.ts'

export const getScimAccessRoute = (accesses: ScimAccesses) =>
  route(getScimAccess, async (context) => json(await accesses.read(context.params.id, context)))

export const makeScimTokenRoute = (accesses: ScimAccesses) =>
  route(makeScimToken, async (context) => json(await accesses.make(context.params.id, context), 201))

export const revokeScimTokenRoute = (accesses: ScimAccesses) =>
  route(revokeScimToken, async (context) => {
    await accesses.revoke(context.params.id, context)
    return empty()
  })
