import type { getAuth } from '@vee/contract/http/auth'
import type { Api } from './api/index.ts'
import { readToken } from './auth-token.ts'
import { PLACES, readText, writeText } from './storage.ts'

/** Whoever is not signed in. */
export const VISITOR = 'visitor'

/** Characters of a token that tell it from any other. */
const MARK_LENGTH = 8

/**
 * Whose data this browser keeps now: what one account keeps here is hidden from the next (A050). Asked once a login and
 * known offline from then on. Rejects with ApiError when it was never asked and the server does not answer.
 */
export async function dataOwner(api: Api): Promise<string> {
  const token = readToken()
  if (token === undefined) return VISITOR
  // Tabs may be signed in as different people, each with a token of its own.
  const mark = token.slice(-MARK_LENGTH)
  const [markKept, known] = readText(PLACES.dataOwner)?.split(' ') ?? []
  if (known !== undefined && markKept === mark) return known
  const { user } = await api.json<typeof getAuth>('GET', '/auth')
  if (!user) return VISITOR
  writeText(PLACES.dataOwner, `${mark} ${user.id}`)
  return user.id
}
