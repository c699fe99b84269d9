const TONE_SECONDS = 0.18
const GAP_SECONDS = 0.12
const FREQUENCY_HZ = 523
const LOUDNESS = 0.25

/** Plays short tones at voice level for this many ms: what the microphone picks up is echo. */
export function playTones(context: AudioContext, ms: number, volume: number): void {
  const last = context.currentTime + ms / 1_000
  for (let from = context.currentTime; from < last; from += TONE_SECONDS + GAP_SECONDS) {
    const tone = new OscillatorNode(context, { frequency: FREQUENCY_HZ })
    const gain = new GainNode(context, { gain: 0 })
    const until = from + TONE_SECONDS
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(LOUDNESS * volume, from + 0.01)
    gain.gain.setValueAtTime(LOUDNESS * volume, until - 0.01)
    gain.gain.linearRampToValueAtTime(0, until)
    tone.connect(gain).connect(context.destination)
    tone.start(from)
    tone.stop(until)
  }
}
