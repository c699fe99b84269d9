import type { getAuth } from '@vee/contract/http/accounts/auth'
import type { Api } from '../http/index.ts'
import { readToken } from '../http/auth-token.ts'
import { STORAGE_KEYS, readText, writeText } from './storage.ts'

/** The owner for visitors. */
export const VISITOR = 'visitor'

/** Number of trailing characters of a token that identify it. */
const MARK_LENGTH = 8

/**
 * Returns the owner of the data stored in this browser, so that accounts do not see each other's data.
 * Requested once per sign-in and cached for offline use. Rejects with ApiError if it was never requested and
 * the server does not respond.
 */
export async function dataOwner(api: Api): Promise<string> {
  const token = readToken()
  if (token === undefined) return VISITOR
  // Tabs may be signed in as different users with different tokens.
  const mark = token.slice(-MARK_LENGTH)
  const [markKept, storedOwner] = readText(STORAGE_KEYS.dataOwner)?.split(' ') ?? []
  if (storedOwner !== undefined && markKept === mark) return storedOwner
  const { user } = await api.json<typeof getAuth>('GET', '/auth')
  if (!user) return VISITOR
  writeText(STORAGE_KEYS.dataOwner, `${mark} ${user.id}`)
  return user.id
}
