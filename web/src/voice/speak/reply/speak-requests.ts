import type { Clock } from '../clock.ts'

/** Requests within this time are merged. */
const SPEAK_DEBOUNCE_MS = 350

/** A request to speak a whole text. */
interface SpeakRequest {
  readonly text: string
  readonly say: () => void
  /** called if it is not spoken: it was replaced, or everything was stopped */
  readonly drop: () => void
}

/** Debounces requests: only the latest is spoken, and the same text once. */
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
