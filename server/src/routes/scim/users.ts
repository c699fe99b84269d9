import {
  createScimUser,
  deleteScimUser,
  getScimUser,
  listScimGroups,
  listScimUsers,
  patchScimUser,
  replaceScimUser,
} from '@vee/contract/http/scim'
import type { Scim } from '#domain/provisioning/index.ts'
import { empty, json, made, route } from '../route.ts'

export const listScimUsersRoute = (scim: Scim) =>
  route(listScimUsers, async (context) => json(await scim.list(context.query, context)))

export const listScimGroupsRoute = (scim: Scim) =>
  route(listScimGroups, async (context) => json(await scim.groups(context)))

export const createScimUserRoute = (scim: Scim) =>
  route(createScimUser, async (context) => {
    const user = await scim.create(context.body, context)
    return made(user, user.meta.location)
  })

export const getScimUserRoute = (scim: Scim) =>
  route(getScimUser, async (context) => json(await scim.get(context.params.id, context)))

export const replaceScimUserRoute = (scim: Scim) =>
  route(replaceScimUser, async (context) =>
    json(await scim.replace(context.params.id, context.body, context)),
  )

export const patchScimUserRoute = (scim: Scim) =>
  route(patchScimUser, async (context) =>
    json(await scim.patch(context.params.id, context.body.Operations, context)),
  )

export const deleteScimUserRoute = (scim: Scim) =>
  route(deleteScimUser, async (context) => {
    await scim.remove(context.params.id, context)
    return empty()
  })
