import 'fake-indexeddb/auto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { randomId } from '#lib/random-id.ts'
import { createApi } from '#lib/http/index.ts'
import { createSystemLog } from '#lib/log.ts'
import { openIndexedStore, type IndexedStore } from '#lib/storage/indexed-store.ts'
import { CAPTURE_SAMPLE_RATE, FRAME_SAMPLES, type Frame } from '#voice/capture/frames.ts'
import type { Detection, Detector } from '@vee/contract/audio/detector'
import { openTab } from '../../../../../fakes/browser/index.ts'
import { createBrowserRepository } from '../repositories/browser-repository.ts'
import { listSegments, SEGMENT_STORES, type Track } from '#voice/meeting-recording/stored-segment.ts'
import { createTrackWriter, type TrackWriter } from '#voice/meeting-recording/track-writer.ts'
import { Transcriptions } from './transcriptions.ts'

// Simulates a meeting of two hours as fast as possible: only microphone and transcriber are fake. The value
// of a sample is its second, which identifies the content.

const HOURS_2 = 7_200
const FRAMES_A_SECOND = CAPTURE_SAMPLE_RATE / FRAME_SAMPLES
/**
 * A minute of the meeting: when each person speaks. They overlap from 5 to 7, and from 12 on there is
 * silence.
 */
const SPOKEN: Readonly<Record<'me' | 'others', readonly [from: number, to: number]>> = {
  me: [0, 7],
  others: [5, 12],
}
const TRACKS = ['me', 'others'] as const
const speaks = (track: 'me' | 'others', second: number) =>
  second % 60 >= SPOKEN[track][0] && second % 60 < SPOKEN[track][1]

function listenForSound(): Detector {
  let isSpeech = false
  return {
    push(samples) {
      if ((samples[0] !== 0) === isSpeech) return []
      isSpeech = !isSpeech
      const type: Detection['type'] = isSpeech ? 'speech-start' : 'speech-end'
      return [{ type, at: 0 }]
    },
    reset: () => {},
  }
}

const frame = (track: 'me' | 'others', second: number): Frame => ({
  samples: new Int16Array(FRAME_SAMPLES).fill(speaks(track, second) ? second + 1 : 0),
  level: 0,
  capturedAt: 0,
})

/** A client may disconnect before its request was read completely. */
const hungUp = () => {}

let server: Server
let origin: string
let asked: number
let prompts: Set<string>
let indexedStore: IndexedStore

beforeEach(async () => {
  openTab()
  asked = 0
  prompts = new Set()
  // Every third segment is rejected.
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      asked += 1
      prompts.add(/name="prompt"\r\n\r\n(.*)\r\n/.exec(body.toString('latin1'))?.[1] ?? '')
      const isRefused = asked % 3 === 0
      response.writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          isRefused
            ? { error: 'PROVIDER_ERROR', message: 'no', requestId: 'r' }
            : { text: secondsIn(body).join(' ') },
        ),
      )
    }, hungUp)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  indexedStore = openIndexedStore(`meeting-test-${origin}`)
})
afterEach(async () => {
  indexedStore.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of request) parts.push(chunk as Buffer)
  return Buffer.concat(parts)
}

/** Returns the spoken seconds in the WAV file of a form. */
function secondsIn(body: Buffer): readonly number[] {
  const from = body.indexOf('RIFF')
  const bytes = body.readUInt32LE(from + 40)
  const samples = new Set<number>()
  for (let index = 0; index < bytes; index += FRAME_SAMPLES * 2)
    samples.add(body.readInt16LE(from + 44 + index))
  return [...samples].filter((value) => value > 0).map((value) => value - 1)
}

const apiOf = () => createApi({ origin, log: createSystemLog() })
const keeperOf = () => createBrowserRepository(indexedStore, apiOf())

function openMeetingTab(meetingId: string) {
  const [api, repository] = [apiOf(), keeperOf()]
  const transcriptions = new Transcriptions({
    api,
    indexedStore,
    repository,
    language: () => 'en',
    prompt: ({ title, participants }) => [title, ...participants].join(', '),
    onLines: () => {},
  })
  const writers = Object.fromEntries(
    TRACKS.map((track): [Track, TrackWriter] => [
      track,
      createTrackWriter({
        store: indexedStore,
        createId: randomId,
        meetingId,
        track,
        from: 0,
        detector: listenForSound(),
        onSegment: () => transcriptions.check(),
        onFailure: (error) => expect.unreachable(String(error)),
      }),
    ]),
  ) as Record<'me' | 'others', TrackWriter>
  return { repository, transcriptions, writers }
}

/** Records a period, and saves the current segment every five seconds, like the recorder. */
async function record(
  writers: Record<'me' | 'others', TrackWriter>,
  from: number,
  to: number,
  onMinute?: () => Promise<void>,
): Promise<void> {
  for (let second = from; second < to; second += 1) {
    for (const track of TRACKS) {
      const trackFrame = frame(track, second)
      for (let count = 0; count < FRAMES_A_SECOND; count += 1) writers[track].push(trackFrame)
      if (second % 5 === 4) writers[track].save()
    }
    if (second % 60 < 59) continue
    await Promise.all(TRACKS.map((track) => writers[track].settled()))
    await onMinute?.()
  }
}

/**
 * Resolves when no segment is waiting. Retries at once after each failure, for which a browser would wait
 * seconds.
 */
function untilTranscribed(transcriptions: Transcriptions): Promise<void> {
  return new Promise((resolve) => {
    const stop = transcriptions.state.subscribe(({ waiting, failure }) => {
      if (failure !== undefined) setImmediate(() => transcriptions.check())
      else if (Object.keys(waiting).length === 0) {
        stop()
        resolve()
      }
    })
    transcriptions.check()
  })
}

const allSpoken = (track: 'me' | 'others', until: number) =>
  Array.from({ length: until }, (_, second) => second).filter((second) => speaks(track, second))

it('transcribes two hours with a vendor that fails every third call: complete, without duplicates, in order, with little memory', async () => {
  const repository = keeperOf()
  const { id } = await repository.create({ title: 'Long' })
  const own = openMeetingTab(id)
  let mostWaiting = 0
  await record(own.writers, 0, HOURS_2, async () => {
    const waiting = await listSegments(indexedStore, SEGMENT_STORES.untranscribed)
    mostWaiting = Math.max(mostWaiting, waiting.length)
    await untilTranscribed(own.transcriptions)
  })
  await Promise.all(TRACKS.map((track) => own.writers[track].finish()))
  await untilTranscribed(own.transcriptions)

  const { transcriptLines } = await repository.get(id)
  for (const track of TRACKS) {
    const updated = transcriptLines
      .filter((line) => line.track === track)
      .flatMap(({ text }) => text.split(' ').map(Number))
    // The second at a segment boundary is transcribed at the end of one and the start of the next.
    expect([...new Set(updated)]).toEqual(allSpoken(track, HOURS_2))
    expect(updated.length - new Set(updated).size).toBeLessThan(transcriptLines.length)
  }
  expect(transcriptLines.map(({ start }) => start)).toEqual(
    transcriptLines.map(({ start }) => start).toSorted((a, b) => a - b),
  )
  expect(transcriptLines.every(({ start, end }) => end - start <= 28)).toBe(true)
  expect(asked).toBeGreaterThan(transcriptLines.length * 1.3)
  // The queue does not grow with the length of the meeting.
  expect(mostWaiting).toBeLessThan(8)
  expect(await listSegments(indexedStore, SEGMENT_STORES.untranscribed)).toEqual([])
}, 120_000)

it('sends the title and the participants of the meeting along', async () => {
  const { id } = await keeperOf().create({ title: 'Harbour', participants: ['Ann', 'Bob'] })
  const own = openMeetingTab(id)
  await record(own.writers, 0, 12)
  await Promise.all(TRACKS.map((track) => own.writers[track].finish()))
  await untilTranscribed(own.transcriptions)
  expect([...prompts]).toEqual(['Harbour, Ann, Bob'])
})

it('recovers the recording of a killed tab, except for less than five seconds', async () => {
  const { id } = await keeperOf().create({})
  const killed = openMeetingTab(id)
  await record(killed.writers, 0, 12)
  await Promise.all(TRACKS.map((track) => killed.writers[track].settled()))
  // Only the disk outlives the tab.
  const next = openMeetingTab(id)
  const end = next.transcriptions.begin()
  await new Promise<void>((resolve) => {
    const look = () => next.transcriptions.state.getState().recovered.includes(id) && resolve()
    next.transcriptions.state.subscribe(look)
    look()
  })
  await untilTranscribed(next.transcriptions)
  end()
  const { transcriptLines } = await next.repository.get(id)
  const updated = new Set(transcriptLines.flatMap(({ text }) => text.split(' ').map(Number)))
  expect([...updated].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, second) => second))
  next.transcriptions.acknowledge(id)
  expect(next.transcriptions.state.getState().recovered).toEqual([])
})

it('deletes the audio of a deleted meeting when it is opened the next time', async () => {
  const { id } = await keeperOf().create({})
  const own = openMeetingTab(id)
  await record(own.writers, 0, 60)
  await Promise.all(TRACKS.map((track) => own.writers[track].finish()))
  await untilTranscribed(own.transcriptions)
  expect((await listSegments(indexedStore, SEGMENT_STORES.transcribed)).length).toBeGreaterThan(0)
  await own.repository.changeMany([id], 'delete')
  await own.repository.changeMany([id], 'restore')
  expect((await own.repository.get(id)).transcriptLines).not.toEqual([])
  await own.repository.changeMany([id], 'delete')
  const end = openMeetingTab(id).transcriptions.begin()
  while ((await listSegments(indexedStore, SEGMENT_STORES.transcribed)).length > 0) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  end()
})
