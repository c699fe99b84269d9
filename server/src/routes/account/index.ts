import type { OwnSessions } from '#domain/accounts/index.ts'
import type { OwnAccount } from '#domain/own-account/index.ts'
import type { Route } from '../route.ts'
import { deleteAccountRoute } from './delete-account.ts'
import { deleteOtherSessionsRoute } from './delete-other-sessions.ts'
import { deleteSessionRoute } from './delete-session.ts'
import { exportAccountRoute } from './export-account.ts'
import { listSessionsRoute } from './list-sessions.ts'
import { patchProfileRoute } from './patch-profile.ts'

export const accountRoutes = (account: OwnAccount, sessions: OwnSessions): readonly Route[] => [
  patchProfileRoute(account),
  listSessionsRoute(sessions),
  deleteSessionRoute(sessions),
  deleteOtherSessionsRoute(sessions),
  exportAccountRoute(account),
  deleteAccountRoute(account),
]
