import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodedRecording } from '../../../../../../fakes/speech-models/index.ts'
import { mp4Of, mp4With, OPUS_PACKET, oggOf, recorded, wavOf, webmOf } from '../fixtures/sounds.ts'
import { recogniseAudio } from './recognise.ts'

describe('recogniseAudio', () => {
  it.each([
    ['a recording of Chromium in WebM', recorded('one-second.webm'), 'webm', 'opus'],
    ['a recording of Chromium in MP4', recorded('one-second-opus.mp4'), 'mp4', 'opus'],
    ['AAC in MP4', mp4With('mp4a'), 'mp4', 'aac'],
    ['MP3', recorded('one-second.mp3'), 'mp3', 'mp3'],
    ['Opus in Ogg', oggOf('OpusHead', 48_312), 'ogg', 'opus'],
    ['PCM in WAV', wavOf({ seconds: 1 }), 'wav', 'pcm'],
    [
      'float stereo in WAV',
      wavOf({ seconds: 1, encoding: 'f32', channels: 2, sampleRate: 48_000 }),
      'wav',
      'pcm',
    ],
  ])('recognizes %s and its duration', (_, bytes, container, codec) => {
    const audio = recogniseAudio(bytes)
    expect(audio).toMatchObject({ container, codec })
    expect(audio?.durationSeconds).toBeGreaterThan(0.8)
    expect(audio?.durationSeconds).toBeLessThan(1.15)
  })

  it('reads WebM of FFmpeg, whose sizes have eight bytes', async () => {
    const audio = recogniseAudio(await encodedRecording('webm'))
    expect(audio).toMatchObject({ container: 'webm', codec: 'opus' })
    expect(audio?.durationSeconds).toBeCloseTo(1.33, 1)
  })

  it('looks past an ID3 tag', () => {
    const tag = Buffer.concat([
      Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0001\u0000', 'latin1'),
      Buffer.alloc(128),
    ])
    expect(recogniseAudio(Buffer.concat([tag, recorded('one-second.mp3')]))).toMatchObject({
      container: 'mp3',
    })
  })

  it('believes the bytes and not a header that claims more', () => {
    expect(recogniseAudio(wavOf({ seconds: 1, claimedBytes: 0xffffffff }))?.durationSeconds).toBe(1)
  })

  it('believes the packets of WebM and not their times', () => {
    const blocks = Array.from({ length: 1_000 }, () => ({ data: OPUS_PACKET }))
    expect(recogniseAudio(webmOf(['A_OPUS'], blocks))?.durationSeconds).toBeCloseTo(60)
  })

  it('does not count the blocks of other tracks of WebM', () => {
    const blocks = Array.from({ length: 300 }, (_, index) => ({ track: 1 + (index % 3), data: OPUS_PACKET }))
    const codecs = ['V_VP8', 'A_OPUS', 'V_VP8']
    expect(recogniseAudio(webmOf(codecs, blocks))?.durationSeconds).toBeCloseTo(6)
  })

  const short = Buffer.from([0b11100000, 0])
  it.each([
    ['Xiph', 1, Buffer.from([2, OPUS_PACKET.length, 2])],
    ['fixed-size', 2, Buffer.from([2])],
    ['EBML', 3, Buffer.from([2, 0x80 | OPUS_PACKET.length, 0x80 | (63 + 2 - OPUS_PACKET.length)])],
  ])('counts every packet of a block of WebM with %s lacing', (_, lacing, sizes) => {
    const middle = lacing === 2 ? OPUS_PACKET : short
    const data = Buffer.concat([sizes, OPUS_PACKET, middle, OPUS_PACKET])
    const seconds = lacing === 2 ? 0.18 : 0.1225
    const blocks = Array.from({ length: 100 }, () => ({ lacing, data }))
    expect(recogniseAudio(webmOf(['A_OPUS'], blocks))?.durationSeconds).toBeCloseTo(100 * seconds)
  })

  it.each(['mp4a', 'Opus'] as const)(
    'believes the longest of header, packets and their number in MP4 with %s',
    (codec) => {
      const secondsOf = (duration: number, packets: number, packetDuration: number) =>
        recogniseAudio(mp4Of({ codec, duration, packets, packetDuration }))?.durationSeconds
      expect(secondsOf(48_000, 1_000, 4_800)).toBe(100)
      expect(secondsOf(480_000, 100, 960)).toBe(10)
      expect(secondsOf(0, 48_000, 0)).toBe(codec === 'Opus' ? 120 : 480)
    },
  )

  it('believes the longest of header and fragments in MP4', () => {
    const bytes = Buffer.from(recorded('one-second-opus.mp4'))
    const header = bytes.indexOf('mdhd') + 4
    // Its times have 64 bits.
    bytes.writeUInt32BE(30 * bytes.readUInt32BE(header + 20), header + 28)
    expect(recogniseAudio(bytes)?.durationSeconds).toBe(30)
  })

  it.each([
    ['WebM', webmOf(['A_OPUS'], []), Buffer.from([0xec, 0x80])],
    ['MP4', mp4With('mp4a'), Buffer.from('\0\0\0\u0008free', 'latin1')],
    ['Ogg', oggOf('OpusHead', 48_000), oggOf('OpusHead', 0).subarray(0, 27).fill(0, 6)],
  ])('takes %s with more parts than an hour has for endless', (_, bytes, element) => {
    const chunks = Buffer.alloc(750_001 * element.length, element)
    expect(recogniseAudio(Buffer.concat([bytes, chunks]))?.durationSeconds).toBe(Infinity)
  })

  it.each([
    ['text', Buffer.from('this is no sound at all, whatever it is called')],
    ['Vorbis in Ogg', oggOf('\u0001vorbis', 48_000)],
    ['MP4 without a supported track', mp4With('avc1')],
    ['WAV that is not PCM', wavOf({ seconds: 1, encoding: 'a-law' })],
    ['Matroska that is not WebM', Buffer.from(recorded('one-second.webm')).fill('mkvx', 0, 64)],
    ['AAC without a container', Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0, 0, 0])],
    ['nothing', Buffer.alloc(0)],
  ])('does not recognize %s', (_, bytes) => {
    expect(recogniseAudio(bytes)).toBeUndefined()
  })

  it('reads truncated and damaged files without throwing', () => {
    const sounds = [
      recorded('one-second.webm'),
      recorded('one-second-opus.mp4'),
      recorded('one-second.mp3'),
      oggOf('OpusHead', 48_000),
      wavOf({ seconds: 0.1 }),
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...sounds),
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
        (sound, cut, damage) => {
          const bytes = Uint8Array.from(sound.subarray(0, cut % (sound.length + 1)))
          for (const [position, value] of damage) if (bytes.length > 0) bytes[position % bytes.length] = value
          const audio = recogniseAudio(bytes)
          expect(audio?.durationSeconds ?? 0).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    [
      'WebM of empty elements',
      Buffer.concat([recorded('one-second.webm'), Buffer.alloc(8_000_000, Buffer.from([0xec, 0x80]))]),
    ],
    [
      'MP4 of empty boxes',
      Buffer.concat([
        recorded('one-second-opus.mp4'),
        Buffer.alloc(8_000_000, Buffer.from('\0\0\0\u0008free', 'latin1')),
      ]),
    ],
    [
      'Ogg of empty pages',
      Buffer.concat([
        oggOf('OpusHead', 48_000),
        Buffer.alloc(8_000_000, oggOf('OpusHead', 0).subarray(0, 27)),
      ]),
    ],
  ])('returns for %s', (_, bytes) => {
    expect(() => recogniseAudio(bytes)).not.toThrow()
  })
})
