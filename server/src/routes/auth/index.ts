import type { Accounts } from '#domain/accounts/index.ts'
import type { Route } from '../route.ts'
import { deleteAuthRoute } from './delete-auth.ts'
import { getAuthRoute } from './get-auth.ts'
import { postGlobalLoginRoute } from './post-global-login.ts'

export const authRoutes = (accounts: Accounts): readonly Route[] => [
  postGlobalLoginRoute(accounts),
  getAuthRoute(),
  deleteAuthRoute(accounts),
]
