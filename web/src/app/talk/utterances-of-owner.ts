import type { Api } from '#lib/api/index.ts'
import { readToken } from '#lib/auth-token.ts'
import { dataOwner, VISITOR } from '#lib/data-owner.ts'
import { randomId } from '#lib/random-id.ts'
import { PLACES, readText, writeText } from '#lib/storage.ts'
import type { Place } from '#voice/index.ts'
import type { UtteranceStore } from '#voice/hear/utterance-store.ts'

/** Recordings of visits that are over are offered to nobody, and removed after this time; in ms. */
const KEPT_OF_VISITORS_MS = 24 * 60 * 60 * 1_000

let markOfPage: string | undefined

/**
 * The owner of what a visitor says: the person at this browser, through closed tabs and crashes, until somebody signs out.
 * Where storage is blocked, this page.
 */
function visit(): string {
  const stored = readText(PLACES.visitorMark)
  if (stored !== undefined) return `${VISITOR} ${stored}`
  const mark = markOfPage ?? randomId()
  if (!writeText(PLACES.visitorMark, mark)) markOfPage = mark
  return `${VISITOR} ${mark}`
}

/** The user who says something here now, or the visit. */
const speaker = () => (readToken() === undefined ? undefined : readText(PLACES.tabOwner)) ?? visit()

/** Where something is said, and by whom. */
export const saidBy = (place: () => Place) => (): Place => ({ ...place(), owner: speaker() })

const isOfVisitor = ({ owner = VISITOR }: Place) => owner.startsWith(VISITOR)

/**
 * Limits a store to the recordings of the person at this browser: those of their account and of this visit. Those of other
 * accounts stay stored for them; those of other visits are removed after a day.
 */
export function utterancesOfOwner(store: UtteranceStore, api: Api): UtteranceStore {
  return {
    ...store,
    async list() {
      const kept = await store.list()
      if (kept.length === 0) return kept
      const own = visit()
      const account = kept.some((utterance) => !isOfVisitor(utterance))
        ? await dataOwner(api).catch(() => VISITOR)
        : VISITOR
      const offered = kept.filter(({ owner }) => owner === own || (owner === account && owner !== VISITOR))
      for (const utterance of kept) {
        const isOld = Date.now() - Date.parse(utterance.createdAt) > KEPT_OF_VISITORS_MS
        if (isOld && isOfVisitor(utterance) && utterance.owner !== own) void store.remove(utterance.id)
      }
      return offered
    },
  }
}
