import { listSessions } from '@vee/contract/http/account'
import type { SessionList } from '#domain/accounts/index.ts'
import { json, route } from '../route.ts'

export const listSessionsRoute = (sessions: SessionList) =>
  route(listSessions, async ({ caller, token = '' }) =>
    json({ sessions: await sessions.list(caller, token) }),
  )
