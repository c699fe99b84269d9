import { deleteHostUser, listHostUsers, signOutHostUser, updateHostUser } from '@vee/contract/http/host'
import type { Host } from '#domain/host/index.ts'
import { empty, json, route } from '../route.ts'

export const listHostUsersRoute = (host: Host) =>
  route(listHostUsers, async ({ query, caller }) => json(await host.users(query, caller)))

export const updateHostUserRoute = (host: Host) =>
  route(updateHostUser, async ({ params, body: { planOverride, isDisabled }, caller }) =>
    json(await host.updateUser(params.id, { planOverride, isDisabled }, caller)),
  )

export const signOutHostUserRoute = (host: Host) =>
  route(signOutHostUser, async ({ params, caller }) => {
    await host.signOutUser(params.id, caller)
    return empty()
  })

export const deleteHostUserRoute = (host: Host) =>
  route(deleteHostUser, async ({ params, caller }) => {
    await host.deleteUser(params.id, caller)
    return empty()
  })
