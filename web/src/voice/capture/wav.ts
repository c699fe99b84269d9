const HEADER_BYTES = 44
const BYTES_PER_SAMPLE = 2

function writeText(view: DataView, offset: number, text: string): void {
  for (let index = 0; index < text.length; index++) view.setUint8(offset + index, text.charCodeAt(index))
}

/** The header of a mono 16-bit PCM WAV file with that many samples. */
export function wavHeader(sampleCount: number, sampleRate: number): ArrayBuffer {
  const dataBytes = sampleCount * BYTES_PER_SAMPLE
  const header = new ArrayBuffer(HEADER_BYTES)
  const view = new DataView(header)
  writeText(view, 0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true)
  writeText(view, 8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * BYTES_PER_SAMPLE, true)
  view.setUint16(32, BYTES_PER_SAMPLE, true)
  view.setUint16(34, BYTES_PER_SAMPLE * 8, true)
  writeText(view, 36, 'data')
  view.setUint32(40, dataBytes, true)
  return header
}
