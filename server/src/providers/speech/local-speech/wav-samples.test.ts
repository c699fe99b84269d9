import { describe, expect, it } from 'vitest'
import { wavOf } from '#domain/voice/speech/fixtures/sounds.ts'
import { decodeWav, MODEL_SAMPLE_RATE, samplePiecesOf } from './wav-samples.ts'

/** Returns a WAV of 16-bit samples, with any chunks before the audio. */
function wav(
  samples: readonly number[],
  { channels = 1, sampleRate = MODEL_SAMPLE_RATE, before = Buffer.alloc(0) } = {},
) {
  const format = Buffer.alloc(24)
  format.write('fmt ', 0, 'latin1')
  format.writeUInt32LE(16, 4)
  format.writeUInt16LE(1, 8)
  format.writeUInt16LE(channels, 10)
  format.writeUInt32LE(sampleRate, 12)
  format.writeUInt16LE(16, 22)
  const data = Buffer.alloc(8 + samples.length * 2)
  data.write('data', 0, 'latin1')
  data.writeUInt32LE(samples.length * 2, 4)
  samples.forEach((sample, index) => data.writeInt16LE(sample, 8 + index * 2))
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), before, format, data])
}

describe('decodeWav', () => {
  it('returns samples between -1 and 1', () => {
    expect(decodeWav(wav([0, 16_384, -32_768]))).toEqual(new Float32Array([0, 0.5, -1]))
  })

  it('reads audio that starts at an odd address', () => {
    const file = wav([16_384, -16_384])
    const shifted = new Uint8Array(new ArrayBuffer(file.length + 1), 1)
    shifted.set(file)
    expect(decodeWav(shifted)).toEqual(new Float32Array([0.5, -0.5]))
  })

  it('averages channels', () => {
    expect(decodeWav(wav([16_384, 0, -16_384, 0], { channels: 2 }))).toEqual(new Float32Array([0.25, -0.25]))
  })

  it('returns 16 kHz for any rate', () => {
    const samples = Array.from({ length: 48_000 }, () => 8_192)
    const decoded = decodeWav(wav(samples, { sampleRate: 48_000 }))
    expect(decoded).toHaveLength(MODEL_SAMPLE_RATE)
    expect(decoded?.[500]).toBeCloseTo(0.25)
  })

  it('decodes a long file in pieces without a seam', () => {
    const sampleRate = 44_100
    const samples = Array.from({ length: 25 * sampleRate }, (_, index) => index % 30_000)
    const ratio = sampleRate / MODEL_SAMPLE_RATE
    const decoded = decodeWav(wav(samples, { sampleRate })) ?? new Float32Array()
    expect(decoded).toHaveLength(25 * MODEL_SAMPLE_RATE)
    const wrong = decoded.findIndex((value, index) => {
      const position = index * ratio
      const left = Math.floor(position)
      const [a = 0, b = 0] = samples.slice(left, left + 2)
      return Math.abs(value - (a + (b - a) * (position - left)) / 32_768) > 1e-4
    })
    expect(wrong).toBe(-1)
  })

  it.each([1, 2, 100, 7_999, 192_001, 4_294_967_295])('refuses %i samples a second', (sampleRate) => {
    expect(decodeWav(wav([0, 16_384], { sampleRate }))).toBeUndefined()
  })

  it.each([
    ['8', 1, (data: Buffer) => (data.writeUInt8(192, 0), data.writeUInt8(64, 1))],
    ['24', 1, (data: Buffer) => (data.writeIntLE(0x400000, 0, 3), data.writeIntLE(-0x400000, 3, 3))],
    ['32', 1, (data: Buffer) => (data.writeInt32LE(0x40000000, 0), data.writeInt32LE(-0x40000000, 4))],
    ['32', 3, (data: Buffer) => (data.writeFloatLE(0.5, 0), data.writeFloatLE(-0.5, 4))],
    ['64', 3, (data: Buffer) => (data.writeDoubleLE(0.5, 0), data.writeDoubleLE(-0.5, 8))],
  ])('reads %s bits of encoding %i', (bits, encoding, write) => {
    const file = wav(Array.from({ length: Number(bits) / 8 }, () => 0))
    file.writeUInt16LE(encoding, 20)
    file.writeUInt16LE(Number(bits), 34)
    write(file.subarray(44))
    expect(decodeWav(file)).toEqual(new Float32Array([0.5, -0.5]))
  })

  it('skips unknown chunks', () => {
    const before = Buffer.concat([Buffer.from('LIST\x03\0\0\0abc\0', 'latin1')])
    expect(decodeWav(wav([16_384], { before }))).toEqual(new Float32Array([0.5]))
  })

  it('accepts a file whose header claims more than it contains', () => {
    const cut = wav([16_384, 16_384, 16_384]).subarray(0, -3)
    expect(decodeWav(cut)).toEqual(new Float32Array([0.5]))
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['another format', Buffer.from('OggS and so on and on')],
    ['a header without audio', wav([]).subarray(0, 36)],
    ['audio without a format', Buffer.from('RIFF\0\0\0\0WAVEdata\x02\0\0\0ab', 'latin1')],
  ])('refuses %s', (_, bytes) => {
    expect(decodeWav(bytes)).toBeUndefined()
  })
})

describe('piecesOf', () => {
  it('leaves short audio whole', () => {
    const samples = decodeWav(wavOf({ seconds: 10, loudness: 0.3 })) as Float32Array<ArrayBuffer>
    expect([...samplePiecesOf(samples)]).toEqual([samples])
  })

  it('splits long audio where it is quiet, and loses nothing', () => {
    const samples = Float32Array.from({ length: 70 * MODEL_SAMPLE_RATE }, () => 0.5)
    const quietAt = 23 * MODEL_SAMPLE_RATE
    samples.fill(0, quietAt, quietAt + MODEL_SAMPLE_RATE / 2)
    const pieces = [...samplePiecesOf(samples)]
    expect(pieces[0]?.length).toBeGreaterThan(quietAt)
    expect(pieces[0]?.length).toBeLessThan(quietAt + MODEL_SAMPLE_RATE / 2)
    expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBe(samples.length)
    for (const { length } of pieces) expect(length).toBeLessThanOrEqual(28 * MODEL_SAMPLE_RATE)
  })
})
