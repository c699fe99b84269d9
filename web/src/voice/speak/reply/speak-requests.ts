import type { Clock } from '../clock.ts'

/** Requests within this time are one (R4.69, R4.70). */
const SPEAK_DEBOUNCE_MS = 350

/** A wish to hear a whole text. */
interface SpeakRequest {
  readonly text: string
  readonly say: () => void
  /** it will not be said: another one came, or everything was stopped */
  readonly drop: () => void
}

/** Holds requests back until no other one has come for a moment; only the latest is said, and the same text once. */
export interface SpeakRequests {
  add(request: SpeakRequest): void
  dropAll(): void
}

export function createSpeakRequests(clock: Clock): SpeakRequests {
  let waiting: { readonly request: SpeakRequest; readonly callOff: () => void } | undefined

  function dropAll(): void {
    const dropped = waiting
    waiting = undefined
    dropped?.callOff()
    dropped?.request.drop()
  }

  return {
    dropAll,
    add(request) {
      if (waiting?.request.text === request.text) return
      dropAll()
      const say = () => {
        waiting = undefined
        request.say()
      }
      waiting = { request, callOff: clock.after(SPEAK_DEBOUNCE_MS, say) }
    },
  }
}
