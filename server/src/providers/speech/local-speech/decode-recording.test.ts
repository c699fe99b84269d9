import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mp4With, recorded, wavOf } from '#domain/voice/speech/fixtures/sounds.ts'
import { encodedRecording } from '../../../../../fakes/speech-models/index.ts'
import { decodeRecording } from './decode-recording.ts'
import { decodeWorker } from './fixtures/process-worker.ts'
import { WorkerFailure } from '../../local-models/engine-worker.ts'

const decode = async (container: Parameters<typeof decodeRecording>[0]['container'], bytes: Uint8Array) =>
  (await decodeRecording({ kind: 'decode', container, bytes })).samples

/** Returns the share of energy near 440 Hz, by the Goertzel algorithm. */
function shareOf440(samples: Int16Array): number {
  const step = 2 * Math.cos((2 * Math.PI * 440) / 16_000)
  let [before, last] = [0, 0]
  for (const sample of samples) [before, last] = [last, sample + step * last - before]
  const power = before ** 2 + last ** 2 - step * before * last
  const all = samples.reduce((sum, sample) => sum + sample ** 2, 0)
  return (2 * power) / (samples.length * all)
}

describe('decodeRecording', () => {
  it.each([
    ['webm', recorded('one-second.webm')],
    ['mp4', recorded('one-second-opus.mp4')],
    ['mp3', recorded('one-second.mp3')],
    ['wav', wavOf({ seconds: 1, loudness: 0.5, sampleRate: 44_100, channels: 2 })],
  ] as const)('returns one second of %s at 16 kHz', async (container, bytes) => {
    const samples = await decode(container, bytes)
    expect(samples.length / 16_000).toBeGreaterThan(0.9)
    expect(samples.length / 16_000).toBeLessThan(1.15)
  })

  it('keeps the pitch where the sample rate changes', async () => {
    expect(
      shareOf440(await decode('wav', wavOf({ seconds: 1, loudness: 0.5, sampleRate: 48_000 }))),
    ).toBeGreaterThan(0.9)
  })

  it.each([
    ['webm', recorded('one-second.webm')],
    ['mp4', recorded('one-second-opus.mp4')],
    ['mp3', recorded('one-second.mp3')],
  ] as const)('reads a truncated %s as far as possible', async (container, whole) => {
    const lengths = [1, 0.8, 0.5].map(
      async (fraction) =>
        (await decode(container, whole.subarray(0, Math.floor(whole.length * fraction)))).length,
    )
    const [all = 0, most = 0, half = 0] = await Promise.all(lengths)
    expect(half).toBeGreaterThan(0)
    expect(most).toBeGreaterThanOrEqual(half)
    expect(all).toBeGreaterThan(most)
  })

  it('rejects more than an hour, for any length that the container claims', async () => {
    await expect(decode('ogg', claimingOgg(30_010))).rejects.toMatchObject({ reason: 'too-long' })
    // The decoded length counts, not the claimed one.
    expect((await decode('ogg', claimingOgg(50))).length / 16_000).toBeCloseTo(6)
  })

  it.each([
    ['an MP4 with AAC', 'mp4', mp4With('mp4a')],
    ['an MP4 with pictures', 'mp4', mp4With('avc1')],
    ['a container that is another one', 'mp3', Buffer.alloc(5_000)],
    ['nothing', 'webm', new Uint8Array(0)],
    ['WAV with A-law', 'wav', wavOf({ seconds: 1, encoding: 'a-law' })],
  ] as const)('cannot read %s', async (_, container, bytes) => {
    await expect(decode(container, bytes)).rejects.toMatchObject({ reason: 'unreadable' })
  })

  it.each(['webm', 'ogg', 'mp4', 'mp3'] as const)(
    'ends for a damaged %s, and the worker continues',
    // Each loop that a damaged length causes takes the worker's time limit.
    { timeout: 60_000 },
    async (container) => {
      const worker = decodeWorker(1_000)
      const run = (bytes: Uint8Array) =>
        worker.run(
          { kind: 'decode', container, bytes },
          { owner: 'ann', signal: new AbortController().signal },
        )
      const whole = await encodedRecording(container)
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 }),
          async (damage) => {
            const bytes = Uint8Array.from(whole)
            for (const [index, value] of damage) bytes[index] = value
            const outcome = await run(bytes).then(
              ({ samples }) => (samples instanceof Int16Array ? 'sound' : 'no sound'),
              (error: unknown) => (error instanceof WorkerFailure ? error.kind : error),
            )
            // The worker's time limit ends a loop that a damaged length causes.
            expect(['sound', 'unreadable', 'too-long', 'timeout']).toContain(outcome)
          },
        ),
        { numRuns: 20 },
      )
      expect((await run(whole)).samples.length / 16_000).toBeCloseTo(1.33, 1)
    },
  )
})

/** Returns Ogg with silent packets of 120 ms, of two bytes each, which claims to be one second long. */
function claimingOgg(packets: number): Buffer {
  const head = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1')
  const tags = Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1')
  // RFC 6716: SILK, 60 ms (configuration 3), two frames of the same length, which is zero.
  const packet = Buffer.from([(3 << 3) | 3, 2])
  const pages = [oggPage(2, 0, [head]), oggPage(0, 1, [tags])]
  for (let left = packets, page = 2; left > 0; left -= 255, page++) {
    pages.push(oggPage(left > 255 ? 0 : 4, page, Array<Buffer>(Math.min(255, left)).fill(packet)))
  }
  return Buffer.concat(pages)
}

function oggPage(flags: number, number: number, packets: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(27)
  header.write('OggS', 'latin1')
  header.writeUInt8(flags, 5)
  header.writeBigInt64LE(number > 1 ? 48_000n : 0n, 6)
  header.writeUInt32LE(number, 18)
  header.writeUInt8(packets.length, 26)
  return Buffer.concat([header, Buffer.from(packets.map(({ length }) => length)), ...packets])
}
