import { deleteSession } from '@vee/contract/http/account'
import type { OwnSessions } from '#domain/accounts/index.ts'
import { empty, route } from '../route.ts'

export const deleteSessionRoute = (sessions: OwnSessions) =>
  route(deleteSession, async ({ params: { id }, caller }) => {
    await sessions.end(id, caller)
    return empty()
  })
