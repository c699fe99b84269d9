export type AudioContextProvider = () => AudioContext

type Output = (AudioContext | HTMLMediaElement) & { readonly setSinkId?: (id: string) => Promise<void> }

/**
 * Plays through that loudspeaker; '' for the default. Uses the default if the browser does not support the
 * choice, or the device is missing.
 */
export const playThrough = (output: Output, deviceId: string): Promise<void> | undefined =>
  output.setSinkId?.(deviceId).catch(() => undefined)

/**
 * Returns a provider of one AudioContext for capture and playback: browsers limit their number, and each
 * requires a thread. It is created on the first call, and passed to `onMade`; its owner closes it.
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
