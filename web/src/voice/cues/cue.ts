/** Sounds for the start and the end of listening, for a picture that is taken, and for a search on the web. */
export type Cue = 'listening' | 'listened' | 'still' | 'searching'

/** Rising opens, falling closes. In Hz. */
const TONES: Readonly<Record<Cue, readonly [number, number]>> = {
  listening: [523, 784],
  listened: [784, 523],
  // Like a shutter: twice the same, above the others.
  still: [1_175, 1_175],
  // Below the others: something goes on, and nothing is expected of the user.
  searching: [392, 440],
}
/** Duration of a tone in seconds, short enough to end before the first word. */
const TONE_SECONDS = 0.07
const FADE_SECONDS = 0.01
/** Peak amplitude relative to full scale: a cue is softer than a voice. */
const LOUDEST = 0.15

/**
 * Plays a cue of two tones. `volume` is 0…1. A context that is not running yet plays nothing: a late cue
 * would be misleading.
 */
export function playCue(context: AudioContext, cue: Cue, volume: number): void {
  if (context.state !== 'running') return
  const loud = LOUDEST * volume
  for (const [index, frequency] of TONES[cue].entries()) {
    const from = context.currentTime + index * TONE_SECONDS
    const until = from + TONE_SECONDS
    const tone = new OscillatorNode(context, { frequency })
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(loud, from + FADE_SECONDS)
    gain.gain.setValueAtTime(loud, until - FADE_SECONDS)
    gain.gain.linearRampToValueAtTime(0, until)
    tone.connect(gain).connect(context.destination)
    tone.start(from)
    tone.stop(until)
  }
}
