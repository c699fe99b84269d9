import type { Api } from '#lib/api/index.ts'
import { readToken } from '#lib/auth-token.ts'
import { dataOwner, VISITOR } from '#lib/data-owner.ts'
import { PLACES, readText } from '#lib/storage.ts'
import type { Place } from '#voice/index.ts'
import type { UtteranceStore } from '#voice/hear/utterance-store.ts'

/** The user who says something here now; undefined for a visitor. */
const speaker = () => (readToken() === undefined ? undefined : readText(PLACES.tabOwner))

/** Where something is said, and by whom. */
export const saidBy = (place: () => Place) => (): Place => ({ ...place(), owner: speaker() })

/** What this browser keeps for whoever is here, and what is nobody's; the others' stays for them. */
export function utterancesOfOwner(store: UtteranceStore, api: Api): UtteranceStore {
  return {
    ...store,
    async list() {
      const kept = await store.list()
      if (kept.every(({ owner }) => owner === undefined)) return kept
      const owner = await dataOwner(api).catch(() => VISITOR)
      return kept.filter((utterance) => utterance.owner === undefined || utterance.owner === owner)
    },
  }
}
