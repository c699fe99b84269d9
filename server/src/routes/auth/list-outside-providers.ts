import { listOutsideProviders } from '@vee/contract/http/outside-sign-in'
import type { OutsideSignIn } from '#domain/accounts/index.ts'
import { json, route } from '../route.ts'

export const listOutsideProvidersRoute = (outside: OutsideSignIn) =>
  route(listOutsideProviders, () => json({ providers: [...outside.list()] }))
