export type AudioContextProvider = () => AudioContext

/**
 * One AudioContext for capture and playback: browsers limit their number, and each costs a thread.
 * It is made on the first call, so that nothing of it exists before the user asks for sound. Its owner closes it.
 */
export function createAudioContextProvider(): AudioContextProvider {
  let context: AudioContext | undefined
  return () => {
    context ??= new AudioContext({ latencyHint: 'interactive' })
    return context
  }
}
