import type { Meeting } from '@vee/contract/entities/meeting'
import { changedBy, joined, type MeetingChange } from '@vee/contract/meetings/change'
import { ApiError } from '#lib/api/index.ts'
import type { Shelf } from '#lib/shelf.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { MeetingKeeper } from '../keeping/meeting-keeper.ts'
import { unsentOf } from '../keeping/unsent.ts'

/** How long after the last key a change is kept, in ms. */
const SAVE_AFTER_MS = 600
/** How long after a failure that may pass it is tried again, in ms. */
const RETRY_MS = 10_000

interface Place {
  readonly keeper: MeetingKeeper
  /** holds what the server cannot take now, so that it outlives the page */
  readonly shelf: Shelf
}

/** Shows changes at once and keeps them soon; only what was changed is sent, so that nobody overwrites the other. */
export function useMeeting(first: Meeting, heard: Meeting | undefined, { keeper, shelf }: Place) {
  const [meeting, setMeeting] = useState(first)
  const [saving, setSaving] = useState<'untouched' | 'saved' | 'pending' | 'failed'>('untouched')
  /** on its way, and not yet */
  const sent = useRef<MeetingChange>({})
  const pending = useRef<MeetingChange>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsent = useMemo(() => unsentOf(shelf, first.id), [shelf, first.id])
  const running = useRef<Promise<void>>(Promise.resolve())
  /** tries it again; undefined once nobody looks at it any more */
  const again = useRef<() => void>(undefined)

  /** As it is kept, with what is not kept yet. An older state than the one that is shown is passed over. */
  const take = useCallback((fresh: Meeting) => {
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
      const kept = await keeper.change(first.id, sent.current)
      sent.current = {}
      unsent.forget()
      take(kept)
      setSaving((now) => (now === 'pending' && Object.keys(pending.current).length > 0 ? now : 'saved'))
    } catch (error) {
      pending.current = joined(sent.current, pending.current)
      sent.current = {}
      setSaving('failed')
      if (isRefused(error)) return
      unsent.keep(pending.current)
      timer.current = setTimeout(() => again.current?.(), RETRY_MS)
    }
  }, [keeper, first.id, take, unsent])

  // One after the other: of two that are on their way together the older might come last.
  const save = useCallback(() => {
    running.current = running.current.then(send)
    return running.current
  }, [send])

  const change = useCallback(
    (part: MeetingChange) => {
      pending.current = joined(pending.current, part)
      setMeeting((now) => changedBy(now, part))
      setSaving('pending')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS)
    },
    [save],
  )

  useEffect(() => {
    if (heard) take(heard)
  }, [heard, take])
  useEffect(() => {
    let isWanted = true
    // What was written meanwhile is newer.
    void unsent.read().then((found) => isWanted && found && change(joined(found, pending.current)))
    return () => {
      isWanted = false
    }
  }, [unsent, change])
  useEffect(() => {
    const keep = () => void save()
    again.current = keep
    globalThis.addEventListener('pagehide', keep)
    globalThis.addEventListener('online', keep)
    return () => {
      globalThis.removeEventListener('pagehide', keep)
      globalThis.removeEventListener('online', keep)
      again.current = undefined
      keep()
    }
  }, [save])
  return { meeting, saving, change, take, save }
}

/** Refused with these, the same would be refused again; anything else passes: no network, an ended session, a limit. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 413])
const isRefused = (error: unknown) => error instanceof ApiError && REFUSALS.has(error.status)
