export const WAV_HEADER_BYTES = 44

/** The length in the header of audio whose length is not known yet. */
export const UNKNOWN_WAV_LENGTH = 0xffffffff

/**
 * Returns the header of a mono PCM WAV file.
 *
 * @param dataBytes length of the audio, or UNKNOWN_WAV_LENGTH
 */
export function wavHeader(dataBytes: number, sampleRate: number, bitsPerSample: 8 | 16 = 16): ArrayBuffer {
  const bytesPerSample = bitsPerSample / 8
  const header = new ArrayBuffer(WAV_HEADER_BYTES)
  const view = new DataView(header)
  const write = (offset: number, text: string) => {
    for (let index = 0; index < text.length; index += 1) view.setUint8(offset + index, text.charCodeAt(index))
  }
  const isUnknown = dataBytes === UNKNOWN_WAV_LENGTH
  write(0, 'RIFF')
  view.setUint32(4, isUnknown ? UNKNOWN_WAV_LENGTH : WAV_HEADER_BYTES - 8 + dataBytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * bytesPerSample, true)
  view.setUint16(32, bytesPerSample, true)
  view.setUint16(34, bitsPerSample, true)
  write(36, 'data')
  view.setUint32(40, dataBytes, true)
  return header
}
