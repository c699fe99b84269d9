import { systemLog, type SystemLog } from '#lib/log.ts'
import type { VoiceSession, VoiceState } from '#voice/index.ts'
import type { MutableSpeechOutput } from '#voice/speak/index.ts'

/** Returns the turn or recording of a state; never its text. */
function subjectOf(state: VoiceState): string | undefined {
  if ('turnId' in state) return `turn ${state.turnId}`
  return 'utteranceId' in state ? `recording ${state.utteranceId}` : undefined
}

/** Logs the voice's transitions, the time between them as DEBUG, and why a voice was not available. */
export function logVoice(
  session: Pick<VoiceSession, 'snapshot' | 'subscribe'>,
  speechOutput: Pick<MutableSpeechOutput, 'subscribe'>,
  log: SystemLog = systemLog,
  now: () => number = () => performance.now(),
): void {
  let { state } = session.snapshot()
  let since = now()
  session.subscribe(() => {
    const next = session.snapshot().state
    if (next.phase === state.phase) {
      state = next
      return
    }
    const subject = subjectOf(next) ?? subjectOf(state)
    const nowMs = now()
    log.add('INFO', `Voice: ${state.phase} → ${next.phase}`, subject)
    if (state.phase !== 'idle') {
      log.add('DEBUG', `Voice: ${state.phase} took ${Math.round(nowMs - since)} ms`, subject)
    }
    state = next
    since = nowMs
  })
  speechOutput.subscribe((event) => {
    if (event.type === 'notice') log.add('WARN', `Voice: ${event.notice}`, `turn ${event.turnId}`)
  })
}
