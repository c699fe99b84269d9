import type { Api } from './api/index.ts'
import { dataOwner, VISITOR } from './data-owner.ts'
import { forgetPerson } from './forget-person.ts'
import { forgetConversations, PLACES, placeOf, readText, writeText } from './storage.ts'

/** The user whose talks and drafts this tab holds, in its storage and in the page's memory; a visitor's are nobody's. */
const OWNER = placeOf('tab', 'owner')

/**
 * Whether what is in this tab may be shown to, and sent for, the user who has signed in; from now on it is theirs. False
 * for what another user left whose session ended here: then the page is to `beginAnew`.
 */
export function takeOverTab(userId: string): boolean {
  const before = readText(OWNER) ?? userId
  if (before === userId) writeText(OWNER, userId)
  return before === userId
}

/** Forgets whoever was here, in storage, and by a new page everything in memory too: talks, drafts, agents, figures. */
export function beginAnew(address: string): void {
  forgetPerson()
  // A reply that is still being written is kept with its last words when a page goes.
  globalThis.addEventListener('pagehide', forgetConversations)
  // The browser may have kept this page for whoever goes back.
  globalThis.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) globalThis.location.reload()
  })
  globalThis.location.replace(address)
}

/**
 * Sees to it that this tab holds nothing of anybody but whoever is signed in, who may have signed in before there was this
 * page, or in another tab. Gives back how to end it.
 */
export function followOwner(api: Api): () => void {
  const check = async (): Promise<void> => {
    try {
      const owner = await dataOwner(api)
      if (owner !== VISITOR && !takeOverTab(owner)) beginAnew(globalThis.location.href)
    } catch {
      // Nobody can say who that is; nothing can be sent for them either.
    }
  }
  void check()
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === PLACES.rememberedToken.key && newValue !== null) void check()
  }
  globalThis.addEventListener('storage', hear)
  return () => globalThis.removeEventListener('storage', hear)
}
