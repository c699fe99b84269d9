import { listOutsideProviders } from '@vee/contract/http/outside-sign-in'
import type { FederatedSignIn } from '#domain/accounts/index.ts'
import { json, route } from '../route.ts'

export const listOutsideProvidersRoute = (outside: FederatedSignIn) =>
  route(listOutsideProviders, () => json({ providers: [...outside.list()] }))
