import type { FederatedSignIn } from '#domain/accounts/index.ts'
import type { Route } from '../route.ts'
import { listOutsideProvidersRoute } from './list-outside-providers.ts'
import { postOutsideBeginRoute } from './post-outside-begin.ts'
import { postOutsideFinishRoute } from './post-outside-finish.ts'

export const federatedSignInRoutes = (outside: FederatedSignIn): readonly Route[] => [
  listOutsideProvidersRoute(outside),
  postOutsideBeginRoute(outside),
  postOutsideFinishRoute(outside),
]
