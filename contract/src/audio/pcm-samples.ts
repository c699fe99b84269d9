/** Returns the samples of 16-bit little-endian PCM, which may begin at any byte of its buffer. */
export function pcmSamples(pcm: Uint8Array): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(pcm.length >> 1)
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.length)
  for (let index = 0; index < samples.length; index += 1) samples[index] = view.getInt16(index * 2, true)
  return samples
}
