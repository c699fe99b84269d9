import { useEffect, useState } from 'react'
import type { Api } from '#lib/api/index.ts'
import { dataOwner, VISITOR } from '#lib/data-owner.ts'
import { takeOverTab } from '#lib/tab-session.ts'
import { PLACES, readText } from '#lib/storage.ts'

/** The user whose this tab is. A fresh one is nobody's until it is known who is signed in: undefined. */
export function useOwnerOfTab(api: Api): string | undefined {
  const [owner, setOwner] = useState(() => readText(PLACES.tabOwner))
  useEffect(() => {
    if (owner !== undefined) return
    const take = (userId: string) => {
      if (userId !== VISITOR && takeOverTab(userId)) setOwner(userId)
    }
    // Without an answer it is nobody's still.
    dataOwner(api).then(take, () => undefined)
  }, [api, owner])
  return owner
}
