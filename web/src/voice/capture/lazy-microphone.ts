import type { AudioContextProvider } from '../audio-context.ts'
import { MicrophoneError } from './microphone-error.ts'
import type { Microphone } from './microphone.ts'

/**
 * Creates the microphone. Its code is loaded with the first press, so that the initial bundle does not
 * contain it.
 * @param deviceId returns the chosen device, '' for the default; called at every opening
 */
export function createMicrophone(audioContext: AudioContextProvider, deviceId: () => string): Microphone {
  return {
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
      const { openMicrophone } = await import('./microphone.ts').catch(() => {
        throw new MicrophoneError('no-answer')
      })
      return openMicrophone(context, deviceId(), onLost, signal)
    },
  }
}
