export type AudioContextProvider = () => AudioContext

type Output = (AudioContext | HTMLMediaElement) & { readonly setSinkId?: (id: string) => Promise<void> }

/** Plays through that loudspeaker, '' for the system's. Where the browser cannot choose, or the device is gone, the system's. */
export const playThrough = (output: Output, deviceId: string): Promise<void> | undefined =>
  output.setSinkId?.(deviceId).catch(() => undefined)

/**
 * One AudioContext for capture and playback: browsers limit their number, and each costs a thread.
 * `onMade` is told of it. It is made on the first call, so that nothing of it exists before the user asks for sound. Its owner closes it.
 */
export function createAudioContextProvider(
  onMade: (context: AudioContext) => void = () => {},
): AudioContextProvider {
  let context: AudioContext | undefined
  return () => {
    if (!context) {
      context = new AudioContext({ latencyHint: 'interactive' })
      onMade(context)
    }
    return context
  }
}
