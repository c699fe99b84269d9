import { useCallback, useEffect, useRef, useState } from 'react'
import type { ViewMessage } from '#lib/agent-view.ts'
import { randomId } from '#lib/random-id.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { readText, removeStorageKey, writeText } from '#lib/storage/storage.ts'
import { storageKeyOf } from '#lib/storage/tab-storage.ts'
import type { NumberRow } from './calculate.ts'
import { designFrom, EMPTY_DESIGN, withDraft, withReplies, withVersion, type Design } from './design.ts'

/** There is a single design. */
const ID = 'current'

/**
 * Buffers a tab's draft in localStorage, because a page that is reloaded at once has no time for IndexedDB.
 */
const unwrittenOf = (tab: string) => storageKeyOf('tab', `design.${tab}`)

/** Returns a change that applies a tab's draft to a design. */
function drafting(draft: string, tab: string): (before: Design) => Design {
  const id = randomId()
  return (before) => withDraft(before, draft, tab, id)
}

/** Returns the stored design, synchronized with other tabs, with this tab's pending changes applied. */
function useKeptDesign(indexedStore: IndexedStore, tab: string) {
  const [design, setDesign] = useState<Design>()
  const [isKept, setKept] = useState(true)
  const writing = useRef<Promise<void>>(Promise.resolve())
  /** number of pending writes: until it is 0, the stored design is older than the displayed one */
  const waiting = useRef(0)
  const show = useCallback(
    (fresh: Design) => {
      if (waiting.current > 0) return
      setDesign((now) =>
        now?.draft !== undefined && now.draftBy === tab
          ? { ...fresh, draft: now.draft, draftBy: tab }
          : fresh,
      )
    },
    [tab],
  )
  const change = useCallback(
    (changeOf: (before: Design) => Design) => {
      setDesign((now) => now && changeOf(now))
      waiting.current += 1
      async function write(): Promise<void> {
        const written = await layOnTop(indexedStore, changeOf).catch(() => undefined)
        waiting.current -= 1
        setKept(written !== undefined)
        if (!written) return
        if (waiting.current === 0) removeStorageKey(unwrittenOf(tab))
        show(written)
      }
      writing.current = writing.current.then(write)
    },
    [indexedStore, show, tab],
  )

  const fail = useCallback(() => {
    setDesign((now) => now ?? EMPTY_DESIGN)
    setKept(false)
  }, [])
  useStoredDesign(indexedStore, tab, { show, change, fail })
  return { design, isKept, change }
}

interface DesignReceiver {
  readonly show: (stored: Design) => void
  readonly change: (changeOf: (before: Design) => Design) => void
  /** called if the store cannot be read */
  readonly fail: () => void
}

/** Loads the design, now and after changes of other tabs, then applies the draft that was not written. */
function useStoredDesign(
  indexedStore: IndexedStore,
  tab: string,
  { show, change, fail }: DesignReceiver,
): void {
  useEffect(() => {
    let isWanted = true
    async function load(): Promise<void> {
      try {
        const stored = designFrom(await indexedStore.read('designs', ID))
        if (isWanted) show(stored)
      } catch {
        if (isWanted) fail()
      }
    }
    async function begin(): Promise<void> {
      await load()
      const unwritten = isWanted ? readText(unwrittenOf(tab)) : undefined
      if (unwritten !== undefined) change(drafting(unwritten, tab))
    }
    void begin()
    const stop = indexedStore.subscribe((kind) => kind === 'designs' && void load())
    return () => {
      isWanted = false
      stop()
    }
  }, [indexedStore, tab, show, change, fail])
}

/**
 * Returns the design with every diagram of the conversation as a version. Each change is stored and
 * synchronized with other tabs: each tab applies its changes to the stored state, and shows its own draft.
 * @param tab the id of this one
 */
export function useDesign(indexedStore: IndexedStore, messages: readonly ViewMessage[], tab: string) {
  const { design, isKept, change } = useKeptDesign(indexedStore, tab)
  const taken = useRef(new Set<string>())

  useEffect(() => {
    if (!design) return
    const fresh = messages.filter(({ id, isRunning }) => !isRunning && !taken.current.has(id))
    for (const { id } of fresh) taken.current.add(id)
    if (withReplies(design, fresh) !== design) change((before) => withReplies(before, fresh))
  }, [design, messages, change])

  return {
    design,
    isKept,
    addEdit: (source: string): void => {
      const [id, other] = [randomId(), randomId()]
      change((before) =>
        withDraft(withVersion(before, { id, source, origin: 'edit' }), undefined, tab, other),
      )
    },
    setDraft: (draft: string): void => {
      writeText(unwrittenOf(tab), draft)
      change(drafting(draft, tab))
    },
    setRows: (rows: readonly NumberRow[]): void => {
      change((before) => ({ ...before, rows }))
    },
    discard: (): void => {
      change(() => EMPTY_DESIGN)
    },
  }
}

/** Applies a change to the stored state; resolves with the result. Rejects with IndexedStoreError. */
async function layOnTop(indexedStore: IndexedStore, changeOf: (before: Design) => Design): Promise<Design> {
  for (;;) {
    const stored = JSON.stringify(await indexedStore.read('designs', ID))
    const value = changeOf(designFrom(stored === undefined ? undefined : JSON.parse(stored)))
    const isWritten = await indexedStore.writeIf(
      { kind: 'designs', id: ID, value },
      (before) => JSON.stringify(before) === stored,
    )
    if (isWritten) return value
  }
}
