import type { TurnTiming } from '#features/voice/voice-doctor/index.ts'
import type { VoiceSession, VoiceState } from '#voice/index.ts'

const MAX_TURNS = 5

/** Follows the session and measures the stages of its turns. Returns the latest ones, newest first. */
export function followTimings(
  session: Pick<VoiceSession, 'snapshot' | 'subscribe'>,
  now: () => number = () => performance.now(),
): () => readonly TurnTiming[] {
  let timings: readonly TurnTiming[] = []
  let phase: VoiceState['phase'] = session.snapshot().state.phase
  let saidAt: number | undefined
  let transcriptMs: number | undefined
  let askedAt: number | undefined

  function change(fields: Partial<TurnTiming>): void {
    const [first, ...others] = timings
    if (first) timings = [{ ...first, ...fields }, ...others]
  }

  session.subscribe(() => {
    const next = session.snapshot().state.phase
    if (next === phase) return
    const before = phase
    phase = next
    if (next === 'transcribing') saidAt = now()
    if (before === 'transcribing' && saidAt !== undefined) transcriptMs = now() - saidAt
    if (next === 'waiting') {
      askedAt = now()
      const begun = { measuredAt: Date.now(), transcriptMs, firstTextMs: undefined, firstSoundMs: undefined }
      timings = [begun, ...timings].slice(0, MAX_TURNS)
      saidAt = undefined
      transcriptMs = undefined
    }
    if (before === 'waiting' && next === 'replying' && askedAt !== undefined) {
      change({ firstTextMs: now() - askedAt })
    }
    if (next === 'speaking' && askedAt !== undefined) {
      change({ firstSoundMs: now() - askedAt })
      askedAt = undefined
    }
    if (next === 'idle') {
      askedAt = undefined
      // A command, a cough or discarded words are not part of the next turn.
      transcriptMs = undefined
    }
  })
  return () => timings
}
