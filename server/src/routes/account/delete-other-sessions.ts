import { deleteOtherSessions } from '@vee/contract/http/account'
import type { SessionList } from '#domain/accounts/index.ts'
import { empty, route } from '../route.ts'

export const deleteOtherSessionsRoute = (sessions: SessionList) =>
  route(deleteOtherSessions, async ({ caller, token = '' }) => {
    await sessions.endOthers(caller, token)
    return empty()
  })
