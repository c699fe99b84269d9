import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPcmDecoder } from './pcm-decoder.ts'

it('reads 16-bit little-endian samples', () => {
  const decode = createPcmDecoder()
  expect([...decode(Uint8Array.of(0x00, 0x00, 0x00, 0x40, 0x00, 0x80))]).toEqual([0, 0.5, -1])
})

it('returns the same samples for any chunking of the stream', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.array(fc.nat(9), { minLength: 1 }), (bytes, lengths) => {
      const decode = createPcmDecoder()
      const samples: number[] = []
      for (let index = 0, turn = 0; index < bytes.length; turn += 1) {
        const length = (lengths[turn % lengths.length] ?? 0) + (turn % 2)
        samples.push(...decode(bytes.slice(index, index + length)))
        index += length
      }
      expect(samples).toEqual([...createPcmDecoder()(bytes)])
    }),
  )
})
