import { useEffect, useState } from 'react'
import type { Api } from '#lib/http/index.ts'
import { dataOwner, VISITOR } from '#lib/storage/data-owner.ts'
import { takeOverTab } from '#lib/storage/tab-session.ts'
import { PLACES, readText } from '#lib/storage/storage.ts'

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
