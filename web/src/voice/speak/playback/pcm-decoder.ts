/** Sample rate of the server's speech, in Hz. */
export const SPEECH_SAMPLE_RATE = 24_000

const FULL_SCALE = 0x8000

/** Returns a decoder of 16-bit little-endian bytes into samples in −1…1, for any chunking. */
export function createPcmDecoder(): (bytes: Uint8Array) => Float32Array {
  /** the first byte of an incomplete sample */
  let oddByte: number | undefined

  return (bytes) => {
    const carried = oddByte === undefined ? 0 : 1
    const all = new Uint8Array(carried + bytes.length)
    if (oddByte !== undefined) all[0] = oddByte
    all.set(bytes, carried)
    oddByte = all.length % 2 === 1 ? all.at(-1) : undefined
    const view = new DataView(all.buffer)
    return Float32Array.from(
      { length: all.length >> 1 },
      (_, index) => view.getInt16(index * 2, true) / FULL_SCALE,
    )
  }
}
