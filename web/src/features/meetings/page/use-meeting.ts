import type { Meeting } from '@vee/contract/entities/meeting'
import { changedBy, joined, type MeetingChange } from '@vee/contract/meetings/change'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MeetingKeeper } from '../keeping/meeting-keeper.ts'

/** How long after the last key a change is kept, in ms. */
const SAVE_AFTER_MS = 600

/** Shows changes at once and keeps them soon; only what was changed is sent, so that nobody overwrites the other. */
export function useMeeting(first: Meeting, heard: Meeting | undefined, keeper: MeetingKeeper) {
  const [meeting, setMeeting] = useState(first)
  const [saving, setSaving] = useState<'untouched' | 'saved' | 'pending' | 'failed'>('untouched')
  /** on its way, and not yet */
  const sent = useRef<MeetingChange>({})
  const pending = useRef<MeetingChange>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<void>>(Promise.resolve())

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
      take(kept)
      setSaving((now) => (now === 'pending' && Object.keys(pending.current).length > 0 ? now : 'saved'))
    } catch {
      pending.current = joined(sent.current, pending.current)
      sent.current = {}
      setSaving('failed')
    }
  }, [keeper, first.id, take])

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
    const keep = () => void save()
    globalThis.addEventListener('pagehide', keep)
    return () => {
      globalThis.removeEventListener('pagehide', keep)
      keep()
    }
  }, [save])
  return { meeting, saving, change, take, save }
}
