import type { SessionList } from '#domain/accounts/index.ts'
import type { Profile } from '#domain/profile/index.ts'
import type { Route } from '../route.ts'
import { deleteAccountRoute } from './delete-account.ts'
import { deleteOtherSessionsRoute } from './delete-other-sessions.ts'
import { deleteSessionRoute } from './delete-session.ts'
import { exportAccountRoute } from './export-account.ts'
import { listSessionsRoute } from './list-sessions.ts'
import { patchProfileRoute } from './patch-profile.ts'

export const accountRoutes = (account: Profile, sessions: SessionList): readonly Route[] => [
  patchProfileRoute(account),
  listSessionsRoute(sessions),
  deleteSessionRoute(sessions),
  deleteOtherSessionsRoute(sessions),
  exportAccountRoute(account),
  deleteAccountRoute(account),
]
