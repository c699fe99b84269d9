const INDEX_STEPS = [-1, -1, -1, -1, 2, 4, 6, 8]
const STEP_SIZES =
  '7 8 9 10 11 12 13 14 16 17 19 21 23 25 28 31 34 37 41 45 50 55 60 66 73 80 88 97 107 118 130 143 157 173 190 209 230 253 279 307 337 371 408 449 494 544 598 658 724 796 876 963 1060 1166 1282 1411 1552 1707 1878 2066 2272 2499 2749 3024 3327 3660 4026 4428 4871 5358 5894 6484 7132 7845 8630 9493 10442 11487 12635 13899 15289 16818 18500 20350 22385 24623 27086 29794 32767'
    .split(' ')
    .map(Number)

/** Decodes a mono WAV file in IMA ADPCM, as sox writes it. Samples are −1…1. */
export function decodeImaAdpcm(file: Buffer): Float32Array {
  let blockBytes = 0
  let sampleCount = 0
  for (let index = 12; index + 8 <= file.length;) {
    const [name, length] = [file.toString('latin1', index, index + 4), file.readUInt32LE(index + 4)]
    if (name === 'fmt ') blockBytes = file.readUInt16LE(index + 20)
    if (name === 'fact') sampleCount = file.readUInt32LE(index + 8)
    if (name === 'data')
      return decodeBlocks(file.subarray(index + 8, index + 8 + length), blockBytes, sampleCount)
    index += 8 + length + (length % 2)
  }
  throw new Error('not a WAV file')
}

function decodeBlocks(data: Buffer, blockBytes: number, sampleCount: number): Float32Array {
  const samples = new Float32Array(sampleCount)
  let written = 0
  for (let block = 0; block + 4 <= data.length; block += blockBytes) {
    let predicted = data.readInt16LE(block)
    let index = data.readUInt8(block + 2)
    samples[written++] = predicted / 0x8000
    const end = Math.min(data.length, block + blockBytes)
    for (let position = 2 * (block + 4); position < 2 * end && written < sampleCount; position += 1) {
      const byte = data[position >> 1] ?? 0
      const nibble = position % 2 === 0 ? byte & 15 : byte >> 4
      const step = STEP_SIZES[index] ?? 7
      let size = step >> 3
      if (nibble & 4) size += step
      if (nibble & 2) size += step >> 1
      if (nibble & 1) size += step >> 2
      predicted = Math.max(-0x8000, Math.min(0x7fff, predicted + (nibble & 8 ? -size : size)))
      index = Math.max(0, Math.min(88, index + (INDEX_STEPS[nibble & 7] ?? 0)))
      samples[written++] = predicted / 0x8000
    }
  }
  return samples
}
