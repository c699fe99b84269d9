/** Reads 16-bit little-endian mono as a program writes it. */
export const readRawSamples = (source: AsyncIterable<Uint8Array>): AsyncIterable<Int16Array> =>
  samplesOf(source[Symbol.asyncIterator]())

/** A pipe cuts where it likes: half a sample waits for its other half. */
async function* samplesOf(rest: AsyncIterator<Uint8Array>): AsyncGenerator<Int16Array, void, undefined> {
  let bytes = Buffer.alloc(0)
  try {
    for (;;) {
      const even = bytes.length - (bytes.length % 2)
      if (even > 0) yield Int16Array.from({ length: even / 2 }, (_, i) => bytes.readInt16LE(i * 2))
      const chunk = await rest.next()
      if (chunk.done) return
      bytes = Buffer.concat([bytes.subarray(even), chunk.value])
    }
  } finally {
    // A consumer that stops reading ends the program.
    await rest.return?.()
  }
}
