import type { OutsideProviderId, postOutsideBegin } from '@vee/contract/http/accounts/outside-sign-in'
import type { Api } from '#lib/http/index.ts'
import { STORAGE_KEYS, writeJson } from '#lib/storage/storage.ts'

interface OutsideVisit {
  readonly api: Api
  /** preserve the session when the tab is closed */
  readonly remember: boolean
  /** the query of the login page, which contains the address after the return */
  readonly search: string
}

/** Navigates to the identity provider. Rejects, without side effects, if the sign-in cannot be started. */
export async function leaveFor(
  provider: OutsideProviderId,
  { api, remember, search }: OutsideVisit,
): Promise<void> {
  const { url, state } = await api.json<typeof postOutsideBegin>('POST', '/auth/outside/{provider}/begin', {
    params: { provider },
    body: { remember },
  })
  writeJson(STORAGE_KEYS.outsideSignIn, { state, remember, search })
  globalThis.location.assign(url)
}
