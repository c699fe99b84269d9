import { useEffect, useState } from 'react'
import type { Api } from '#lib/api/index.ts'
import { dataOwner, VISITOR } from '#lib/data-owner.ts'
import { takeOverTab } from '#lib/tab-session.ts'
import { PLACES, readText } from '#lib/storage.ts'

/** Returns the user that owns this tab; undefined until it is known who is signed in. */
export function useOwnerOfTab(api: Api): string | undefined {
  const [owner, setOwner] = useState(() => readText(PLACES.tabOwner))
  useEffect(() => {
    if (owner !== undefined) return
    const take = (userId: string) => {
      if (userId !== VISITOR && takeOverTab(userId)) setOwner(userId)
    }
    // Without a response it still has no owner.
    dataOwner(api).then(take, () => undefined)
  }, [api, owner])
  return owner
}
