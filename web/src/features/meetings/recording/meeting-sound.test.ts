import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openIndexedStore } from '#lib/storage/indexed-store.ts'
import type { ServerSound } from '../repositories/server-sound.ts'
import {
  toStoredSegment,
  type StoredSegment,
  segmentId,
  SEGMENT_STORES,
  type Track,
} from '#voice/meeting-recording/stored-segment.ts'
import { soundPiecesOf, trackFile } from './meeting-sound.ts'

const RATE = 16_000
const sound = (start: number, value: number) => ({
  start,
  end: start + 1,
  samples: [new Int16Array(RATE).fill(value)],
  hasSpeech: true,
})

const storedSegment = (
  meetingId: string,
  track: Track,
  of: ReturnType<typeof sound>,
  state: StoredSegment['state'],
) => toStoredSegment({ id: segmentId(meetingId, track, of.start), meetingId, track, state }, of)

it('merges a track from this browser and the server, in time, with silence between', async () => {
  const indexedStore = openIndexedStore('sound-of-a-meeting')
  const here = storedSegment('m', 'me', sound(3, 3), 'done')
  const others = storedSegment('m', 'others', sound(0, 9), 'waiting')
  const elsewhere = storedSegment('another', 'me', sound(0, 7), 'done')
  await indexedStore.write([
    { kind: SEGMENT_STORES.transcribed, id: here.id, value: here },
    { kind: SEGMENT_STORES.untranscribed, id: others.id, value: others },
    { kind: SEGMENT_STORES.transcribed, id: elsewhere.id, value: elsewhere },
  ])
  const there = storedSegment('m', 'me', sound(0, 1), 'done')
  const asked: string[] = []
  const server: ServerSound = {
    upload: () => Promise.reject(new Error('not asked for')),
    list: () =>
      Promise.resolve(
        [there, here].map(({ id, track, start, end }) => ({
          id,
          track,
          start,
          end,
          bytes: 0,
          keptUntil: '',
        })),
      ),
    read: (_, id) => {
      asked.push(id)
      return Promise.resolve(there.audio)
    },
    remove: () => Promise.resolve(),
  }
  const pieces = await soundPiecesOf('m', indexedStore, server)
  expect(pieces.map(({ track, start }) => [track, start])).toEqual([
    ['others', 0],
    ['me', 0],
    ['me', 3],
  ])
  const file = Buffer.from(await (await trackFile(pieces, 'me')).arrayBuffer())
  expect(asked).toEqual([there.id])
  expect(file.readUInt32LE(40)).toBe(4 * RATE * 2)
  expect([0, 0.5, 1, 2.9, 3, 3.9].map((at) => file.readInt16LE(44 + at * RATE * 2))).toEqual([
    1, 1, 0, 0, 3, 3,
  ])
  indexedStore.close()
})
