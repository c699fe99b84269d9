import type { getAuth } from '@vee/contract/http/auth'
import type { Api } from './api/index.ts'
import { readToken } from './auth-token.ts'
import { PLACES, readText, writeText } from './storage.ts'

/** Whoever is not signed in. */
export const VISITOR = 'visitor'

/**
 * Whose data this browser keeps now: what one account keeps here is hidden from the next (A050). Asked once a login and
 * known offline from then on. Rejects with ApiError when it was never asked and the server does not answer.
 */
export async function dataOwner(api: Api): Promise<string> {
  if (readToken() === undefined) return VISITOR
  const known = readText(PLACES.dataOwner)
  if (known !== undefined) return known
  const { user } = await api.json<typeof getAuth>('GET', '/auth')
  if (!user) return VISITOR
  writeText(PLACES.dataOwner, user.id)
  return user.id
}
