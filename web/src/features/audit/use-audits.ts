import { useEffect, useRef, useState } from 'react'
import type { ViewMessage } from '#lib/agent-view.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { auditFrom, auditOf, type Audit } from './audit.ts'

/** Maximum number; the oldest ones are deleted. */
const MAX_AUDITS = 100

/**
 * Returns all audits of this browser, newest first; those of the conversation are added when their replies
 * have ended.
 */
export function useAudits(indexedStore: IndexedStore, messages: readonly ViewMessage[]) {
  const [audits, setAudits] = useState<readonly Audit[]>()
  const [isKept, setKept] = useState(true)
  const taken = useRef(new Set<string>())

  useEffect(() => {
    let isWanted = true
    indexedStore.list('audits').then(
      (stored) => {
        if (!isWanted) return
        const loaded = stored.map(auditFrom).filter((audit) => audit !== undefined)
        for (const { id } of loaded) taken.current.add(id)
        setAudits(loaded.toSorted((a, b) => b.at.localeCompare(a.at)))
      },
      () => {
        if (!isWanted) return
        setAudits([])
        setKept(false)
      },
    )
    return () => {
      isWanted = false
    }
  }, [indexedStore])

  useEffect(() => {
    if (!audits) return
    const fresh = messages.flatMap(({ id, isRunning }, index) => {
      if (isRunning || taken.current.has(id)) return []
      taken.current.add(id)
      return auditOf(messages, index) ?? []
    })
    if (fresh.length === 0) return
    const all = [...fresh.toReversed(), ...audits]
    setAudits(all.slice(0, MAX_AUDITS))
    const writes = [
      ...fresh.map((audit) => ({ kind: 'audits' as const, id: audit.id, value: audit })),
      ...all.slice(MAX_AUDITS).map(({ id }) => ({ kind: 'audits' as const, id, value: undefined })),
    ]
    indexedStore.write(writes).then(
      () => setKept(true),
      () => setKept(false),
    )
  }, [audits, messages, indexedStore])

  function remove(id: string): void {
    setAudits((current) => current?.filter((audit) => audit.id !== id))
    indexedStore.write([{ kind: 'audits', id, value: undefined }]).catch(() => setKept(false))
  }
  return { audits, isKept, remove }
}
