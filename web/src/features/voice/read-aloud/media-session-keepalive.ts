import { wavHeader } from '@vee/contract/audio/wav-header'

/** Longer than browsers' limit for notification sounds, which receive no media keys, in seconds. */
const SECONDS = 10
const SAMPLE_RATE = 8_000
/** the zero level of unsigned 8-bit samples */
const ZERO = 0x80

/** Creates an element that plays silence in a loop, until it is paused. */
export function createMediaSessionKeepalive(): HTMLAudioElement {
  const element = new Audio(URL.createObjectURL(silentWav()))
  element.loop = true
  return element
}

/** Ends it, and releases its audio. */
export function endMediaSessionKeepalive(element: HTMLAudioElement): void {
  element.pause()
  URL.revokeObjectURL(element.src)
}

function silentWav(): Blob {
  const samples = new Uint8Array(SECONDS * SAMPLE_RATE).fill(ZERO)
  return new Blob([wavHeader(samples.length, SAMPLE_RATE, 8), samples], { type: 'audio/wav' })
}
