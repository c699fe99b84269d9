import type { Meeting } from '@vee/contract/entities/meeting'
import { changedBy, joined, type MeetingChange } from '@vee/contract/meetings/change'
import { ApiError } from '#lib/http/index.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { MeetingRepository } from '../repositories/meeting-repository.ts'
import { storeUnsavedChange } from '../repositories/unsaved-change.ts'
import { rejectedChangeOf, unsentOf, type Unsent } from '../repositories/unsent.ts'

/** Debounce of saving a change, in ms. */
const SAVE_AFTER_MS = 600
/** Retry delay after a temporary failure, in ms. */
const RETRY_MS = 10_000

interface MeetingDependencies {
  readonly repository: MeetingRepository
  /** stores unsent changes, so that they outlive the page */
  readonly indexedStore: IndexedStore
}

export type EditedMeeting = ReturnType<typeof useMeeting>

/**
 * Displays changes at once and saves them soon; only changed fields are sent, so that concurrent changes do
 * not overwrite each other.
 */
export function useMeeting(
  first: Meeting,
  updated: Meeting | undefined,
  { repository, indexedStore }: MeetingDependencies,
) {
  const [meeting, setMeeting] = useState(first)
  const [saving, setSaving] = useState<'untouched' | 'saved' | 'pending' | 'failed'>('untouched')
  /** the change being sent */
  const sent = useRef<MeetingChange>({})
  const pending = useRef<MeetingChange>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsent = useMemo(() => unsentOf(indexedStore, first.id), [indexedStore, first.id])
  const { rejectedChange, rejectChange, isAnswered } = useRefused(indexedStore, first.id)
  const running = useRef<Promise<void>>(Promise.resolve())
  /** retries; undefined after unmounting */
  const again = useRef<() => void>(undefined)

  /** Shows the saved meeting with the unsaved changes. An older state than the displayed one is ignored. */
  const showSaved = useCallback((fresh: Meeting) => {
    setMeeting((now) =>
      fresh.updatedAt < now.updatedAt ? now : changedBy(fresh, joined(sent.current, pending.current)),
    )
  }, [])

  const send = useCallback(async () => {
    clearTimeout(timer.current)
    if (Object.keys(pending.current).length === 0) return
    sent.current = pending.current
    pending.current = {}
    try {
      const saved = await repository.change(first.id, sent.current)
      isAnswered(sent.current)
      sent.current = {}
      unsent.forget()
      showSaved(saved)
      setSaving((now) => (now === 'pending' && Object.keys(pending.current).length > 0 ? now : 'saved'))
    } catch (error) {
      if (isRefused(error)) {
        // A retry would be rejected again: later changes are sent without it.
        rejectChange(sent.current)
        sent.current = {}
        unsent.forget()
        setSaving((now) => (Object.keys(pending.current).length > 0 ? now : 'untouched'))
        return
      }
      pending.current = joined(sent.current, pending.current)
      sent.current = {}
      setSaving('failed')
      unsent.keep(pending.current)
      timer.current = setTimeout(() => again.current?.(), RETRY_MS)
    }
  }, [repository, first.id, showSaved, unsent, rejectChange, isAnswered])

  // Sequentially: of two concurrent requests the older one might arrive last.
  const save = useCallback(() => {
    running.current = running.current.then(send)
    return running.current
  }, [send])

  const change = useCallback(
    (meetingChange: MeetingChange) => {
      pending.current = joined(pending.current, meetingChange)
      setMeeting((now) => changedBy(now, meetingChange))
      setSaving('pending')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS)
    },
    [save],
  )

  useEffect(() => {
    if (updated) showSaved(updated)
  }, [updated, showSaved])
  useLeftBefore(unsent, pending, change)
  useEffect(() => {
    const keep = () => void save()
    again.current = keep
    globalThis.addEventListener('online', keep)
    return () => {
      globalThis.removeEventListener('online', keep)
      again.current = undefined
      keep()
    }
  }, [save])
  useStoredOnClosing(indexedStore, first.id, { sent, pending, save })
  /** Discards a rejected change, and shows the saved state. */
  const discardRefused = useCallback(async () => {
    rejectChange(undefined)
    showSaved(await repository.get(first.id))
  }, [rejectChange, showSaved, repository, first.id])
  return { meeting, saving, change, showSaved, save, rejectedChange, discardRefused }
}

interface Saving {
  readonly sent: RefObject<MeetingChange>
  readonly pending: RefObject<MeetingChange>
  readonly save: () => Promise<void>
}

/** Saves when the page closes, and stores the change for the next page in case the browser aborts that. */
function useStoredOnClosing(indexedStore: IndexedStore, id: string, { sent, pending, save }: Saving): void {
  useEffect(() => {
    const onClosing = () => {
      storeUnsavedChange(indexedStore, id, joined(sent.current, pending.current))
      void save()
    }
    globalThis.addEventListener('pagehide', onClosing)
    return () => globalThis.removeEventListener('pagehide', onClosing)
  }, [indexedStore, id, sent, pending, save])
}

/** Restores unsent changes of a previous page. */
function useLeftBefore(
  unsent: Unsent,
  pending: RefObject<MeetingChange>,
  change: (meetingChange: MeetingChange) => void,
): void {
  useEffect(() => {
    let isWanted = true
    // Text written in the meantime is newer.
    void unsent.read().then((stored) => isWanted && stored && change(joined(stored, pending.current)))
    return () => {
      isWanted = false
    }
  }, [unsent, pending, change])
}

/**
 * Changes that the server rejected, until they are discarded or the same fields are saved again; they outlive
 * the page.
 */
function useRefused(indexedStore: IndexedStore, id: string) {
  const [rejectedChange, setRefused] = useState<MeetingChange>()
  const now = useRef<MeetingChange>(undefined)
  const saved = useMemo(() => rejectedChangeOf(indexedStore, id), [indexedStore, id])

  /** Adds a rejected change; undefined discards all. */
  const rejectChange = useCallback(
    (change: MeetingChange | undefined) => {
      now.current = change && joined(now.current ?? {}, change)
      setRefused(now.current)
      if (now.current) saved.keep(now.current)
      else saved.forget()
    },
    [saved],
  )
  /** Discards rejected changes of fields that were saved now. */
  const isAnswered = useCallback(
    (change: MeetingChange) => {
      const before = Object.entries(now.current ?? {})
      const left = before.filter(([field]) => PARTS.has(field) || !(field in change))
      if (left.length === before.length) return
      now.current = undefined
      rejectChange(left.length === 0 ? undefined : Object.fromEntries(left))
    },
    [rejectChange],
  )
  useEffect(() => {
    let isWanted = true
    void saved.read().then((stored) => {
      if (isWanted && stored) rejectChange(joined(stored, now.current ?? {}))
    })
    return () => {
      isWanted = false
    }
  }, [saved, rejectChange])
  return { rejectedChange, rejectChange, isAnswered }
}

/** Fields whose changes contain only some of their parts. */
const PARTS: ReadonlySet<string> = new Set(['lines', 'actionItemChanges', 'markChanges'])

/**
 * Statuses for which a retry would be rejected again; other failures are temporary: no network, an ended
 * session, a limit.
 */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 413])
const isRefused = (error: unknown) => error instanceof ApiError && REFUSALS.has(error.status)
