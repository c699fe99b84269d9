import type { AudioContextProvider } from '../audio-context.ts'
import { MicrophoneError } from './microphone-error.ts'
import type { Microphone } from './microphone.ts'

/**
 * The microphone. Its code comes with the first press, so that the first page does not carry it.
 *
 * @param deviceId the chosen device, '' for the system's; asked for at every opening
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
      // In the user's gesture, for browsers that want that; the others let sound flow once the page has a microphone.
      void context.resume()
      const { openMicrophone } = await import('./microphone.ts').catch(() => {
        throw new MicrophoneError('no-answer')
      })
      return openMicrophone(context, deviceId(), onLost, signal)
    },
  }
}
