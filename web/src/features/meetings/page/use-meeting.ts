import type { Meeting } from '@vee/contract/entities/meeting'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type MeetingKeeper, type MeetingPart, withText } from '../keeping/meeting-keeper.ts'

/** How long after the last key a change is kept, in ms. */
const SAVE_AFTER_MS = 600

/** Shows changes at once and keeps them soon; only what was changed is sent, so that nobody overwrites the other. */
export function useMeeting(first: Meeting, heard: Meeting | undefined, keeper: MeetingKeeper) {
  const [meeting, setMeeting] = useState(first)
  const [saving, setSaving] = useState<'untouched' | 'saved' | 'pending' | 'failed'>('untouched')
  const pending = useRef<MeetingPart>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(async () => {
    clearTimeout(timer.current)
    const part = pending.current
    if (Object.keys(part).length === 0) return
    pending.current = {}
    try {
      await keeper.change(first.id, part)
      setSaving((now) => (now === 'pending' && Object.keys(pending.current).length > 0 ? now : 'saved'))
    } catch {
      pending.current = { ...part, ...pending.current }
      setSaving('failed')
    }
  }, [keeper, first.id])

  const change = useCallback(
    (changed: MeetingPart) => {
      const part = withText(changed)
      pending.current = { ...pending.current, ...part }
      setMeeting((now) => ({ ...now, ...part }) as Meeting)
      setSaving('pending')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS)
    },
    [save],
  )

  const take = useCallback((fresh: Meeting) => {
    setMeeting({ ...fresh, ...(pending.current as Partial<Meeting>) })
  }, [])

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
