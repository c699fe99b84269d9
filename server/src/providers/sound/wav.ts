const HEADER_BYTES = 44
/** The length in a header that is written before the length is known. */
const UNKNOWN_LENGTH = 0xffffffff

/** 16-bit little-endian, as `pcm` and WAV have it. */
export function encodeSamples(samples: Int16Array): Uint8Array {
  const bytes = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, i) => bytes.writeInt16LE(sample, i * 2))
  return bytes
}

/** Returns the header of a WAV file that is streamed. */
export function wavStreamHeader(sampleRate: number): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(UNKNOWN_LENGTH, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(UNKNOWN_LENGTH, 40)
  return header
}
