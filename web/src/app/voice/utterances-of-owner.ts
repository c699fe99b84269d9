import type { Api } from '#lib/http/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { dataOwner, VISITOR } from '#lib/storage/data-owner.ts'
import { randomId } from '#lib/random-id.ts'
import { STORAGE_KEYS, readText, writeText } from '#lib/storage/storage.ts'
import type { UtteranceOrigin } from '#voice/index.ts'
import type { UtteranceStore } from '#voice/utterances/utterance-store.ts'

/** Recordings of finished visits are never offered, and removed after this time; in ms. */
const KEPT_OF_VISITORS_MS = 24 * 60 * 60 * 1_000

let unsavedMark: string | undefined

/**
 * Returns the owner of a visitor's recordings: the user of this browser, across closed tabs and crashes,
 * until a sign-out. If storage is blocked, this page.
 */
function visitorId(): string {
  const stored = readText(STORAGE_KEYS.visitorId)
  if (stored !== undefined) return `${VISITOR} ${stored}`
  const mark = unsavedMark ?? randomId()
  if (!writeText(STORAGE_KEYS.visitorId, mark)) unsavedMark = mark
  return `${VISITOR} ${mark}`
}

/** Returns the current user, or the visit. */
const recordingOwner = () =>
  (readToken() === undefined ? undefined : readText(STORAGE_KEYS.tabOwner)) ?? visitorId()

/** Returns the origin of an utterance: its place and its owner. */
export const withOwner = (origin: () => UtteranceOrigin) => (): UtteranceOrigin => ({
  ...origin(),
  owner: recordingOwner(),
})

const isOfVisitor = ({ owner = VISITOR }: UtteranceOrigin) => owner.startsWith(VISITOR)

/**
 * Limits a store to the current user's recordings: those of the account and of this visit. Recordings of
 * other accounts are preserved for them; those of other visits are deleted after a day.
 */
export function utterancesOfOwner(store: UtteranceStore, api: Api): UtteranceStore {
  return {
    ...store,
    async list() {
      const stored = await store.list()
      if (stored.length === 0) return stored
      const own = visitorId()
      const account = stored.some((utterance) => !isOfVisitor(utterance))
        ? await dataOwner(api).catch(() => VISITOR)
        : VISITOR
      return stored.filter(({ owner }) => owner === own || (owner === account && owner !== VISITOR))
    },
    async deleteExpired() {
      const own = visitorId()
      for (const utterance of await store.list()) {
        const isOld = Date.now() - Date.parse(utterance.createdAt) > KEPT_OF_VISITORS_MS
        if (isOld && isOfVisitor(utterance) && utterance.owner !== own) await store.remove(utterance.id)
      }
    },
  }
}
