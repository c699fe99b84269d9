/** Returns samples as 16-bit little-endian PCM in base64. */
export const base64Pcm = (samples: Int16Array): string =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64')
