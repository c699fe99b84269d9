import { deleteSession } from '@vee/contract/http/account'
import type { SessionList } from '#domain/accounts/index.ts'
import { empty, route } from '../route.ts'

export const deleteSessionRoute = (sessions: SessionList) =>
  route(deleteSession, async ({ params: { id }, caller }) => {
    await sessions.end(id, caller)
    return empty()
  })
