/** Longer than browsers' limit for notification sounds, which receive no media keys, in seconds. */
const SECONDS = 10
const SAMPLE_RATE = 8_000
const HEADER_BYTES = 44
/** the zero level of unsigned 8-bit samples */
const ZERO = 0x80

/** Creates an element that plays silence in a loop, until it is paused. */
export function createMediaSessionKeepalive(): HTMLAudioElement {
  const element = new Audio(URL.createObjectURL(new Blob([silentWav()], { type: 'audio/wav' })))
  element.loop = true
  return element
}

/** Ends it, and releases its audio. */
export function endMediaSessionKeepalive(element: HTMLAudioElement): void {
  element.pause()
  URL.revokeObjectURL(element.src)
}

function silentWav(): ArrayBuffer {
  const samples = SECONDS * SAMPLE_RATE
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + samples))
  const write = (offset: number, text: string) =>
    new Uint8Array(view.buffer).set(new TextEncoder().encode(text), offset)
  write(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + samples, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  write(36, 'data')
  view.setUint32(40, samples, true)
  new Uint8Array(view.buffer).fill(ZERO, HEADER_BYTES)
  return view.buffer
}
