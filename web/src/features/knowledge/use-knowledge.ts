import type { EndpointResponse } from '@vee/contract/http/endpoint'
import type {
  createKnowledgeBase,
  deleteKnowledgeBase,
  KnowledgeBase,
  KnowledgeOwnerKind,
  listKnowledgeBases,
  patchKnowledgeBase,
} from '@vee/contract/http/knowledge-bases'
import { useCallback, useEffect, useState } from 'react'
import type { Api } from '#lib/http/index.ts'

export interface KnowledgeOwner {
  readonly kind: KnowledgeOwnerKind
  /** of the agent or the team; undefined for the member */
  readonly id?: string
}

export type KnowledgeListing = EndpointResponse<typeof listKnowledgeBases>

export interface KnowledgeActions {
  /** returns false if it failed, and the name is to be kept */
  readonly create: (name: string) => Promise<boolean>
  readonly rename: (id: string, name: string) => Promise<boolean>
  readonly remove: (id: string) => Promise<boolean>
  /** reads the list again, after its files changed */
  readonly reload: () => Promise<boolean>
}

/** Loads knowledge and changes it. Without an owner it lists everything that the member may see. */
export function useKnowledge(
  api: Api,
  owner: KnowledgeOwner | undefined,
): KnowledgeActions & { readonly listing: KnowledgeListing | undefined; readonly hasFailed: boolean } {
  const [listing, setListing] = useState<KnowledgeListing>()
  const [hasFailed, setHasFailed] = useState(false)
  const kind = owner?.kind
  const ownerId = owner?.id

  const load = useCallback(
    () => api.json<typeof listKnowledgeBases>('GET', '/knowledge', { query: { ownerKind: kind, ownerId } }),
    [api, kind, ownerId],
  )
  useEffect(() => {
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setListing(loaded),
      () => isCurrent && setHasFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [load])

  async function apply(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      setListing(await load())
      setHasFailed(false)
      return true
    } catch {
      setHasFailed(true)
      return false
    }
  }
  return {
    listing,
    hasFailed,
    reload: () => apply(() => Promise.resolve()),
    create: (name) =>
      apply(() =>
        api.json<typeof createKnowledgeBase>('POST', '/knowledge', {
          body: { name, ownerKind: kind ?? 'user', ownerId },
        }),
      ),
    rename: (id, name) =>
      apply(() =>
        api.json<typeof patchKnowledgeBase>('PATCH', '/knowledge/{id}', { params: { id }, body: { name } }),
      ),
    remove: (id) =>
      apply(() => api.send<typeof deleteKnowledgeBase>('DELETE', '/knowledge/{id}', { params: { id } })),
  }
}

/** Returns the knowledge in the order in which it is shown: one's own, then that of agents and teams. */
export const inOrder = (bases: readonly KnowledgeBase[]): readonly KnowledgeBase[] =>
  bases.toSorted(
    (left, right) =>
      Number(left.ownerKind !== 'user') - Number(right.ownerKind !== 'user') ||
      left.ownerName.localeCompare(right.ownerName),
  )
