import type { AudioContextProvider } from '../audio-context.ts'
import { MicrophoneError } from './microphone-error.ts'
import type { Microphone } from './microphone.ts'
import type { MicrophoneInput, StandbyStream } from './standby-stream.ts'

/** A microphone that may stay open between two recordings, muted; see StandbyStream. */
export interface MicrophoneWithStandby extends Microphone {
  readonly standby: {
    readonly isOpen: () => boolean
    /** Calls the listener when it is opened or closed. Returns the way to end it. */
    readonly subscribe: (listener: () => void) => () => void
    readonly close: () => void
  }
}

/**
 * Creates the microphone. Its code is loaded with the first press, so that the initial bundle does not
 * contain it.
 * @param input returns the chosen device; called at every opening
 * @param staysOpen returns whether the device stays open after a recording
 */
export function createMicrophone(
  audioContext: AudioContextProvider,
  input: () => MicrophoneInput,
  staysOpen: () => boolean,
): MicrophoneWithStandby {
  const listeners = new Set<() => void>()
  let standby: StandbyStream | undefined
  function onChange(): void {
    for (const listener of listeners) listener()
  }

  return {
    standby: {
      isOpen: () => standby?.isOpen ?? false,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      close: () => standby?.close(),
    },

    async permission() {
      try {
        return (await navigator.permissions.query({ name: 'microphone' })).state
      } catch {
        return 'unknown'
      }
    },

    async open(onLost, signal) {
      const context = audioContext()
      // Within the user gesture, for browsers that require it; others allow audio once the page uses a
      // microphone.
      void context.resume()
      const { openMicrophone, StandbyStream } = await import('./microphone.ts').catch(() => {
        throw new MicrophoneError('no-answer')
      })
      standby ??= new StandbyStream({ isWanted: staysOpen, onChange })
      return openMicrophone(context, input(), onLost, signal, standby)
    },
  }
}
