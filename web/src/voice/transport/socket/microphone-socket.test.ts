import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeSocketServer, startFakeSocketServer } from '../../../../../fakes/socket-server.ts'
import type { Frame, WorkletMessage } from '../../capture/frames.ts'
import type { PendingTranscription } from '../../transcription/transcriber.ts'
import { systemClock } from '../../speak/clock.ts'
import { SocketTransport } from './socket-transport.ts'
import { openMicrophoneSocket } from './microphone-socket.ts'

const FRAME_SAMPLES = 160
const FRAME_BYTES = 2 * FRAME_SAMPLES
const RECORDING = { audio: new Blob([]), durationSeconds: 1 }

let server: FakeSocketServer
const ports: MessagePort[] = []
beforeEach(async () => {
  server = await startFakeSocketServer()
})
afterEach(async () => {
  for (const port of ports.splice(0)) port.close()
  await server.close()
})

/**
 * A page whose main thread receives a frame when the test releases it, while the socket receives each at
 * once.
 */
function talk() {
  let count = 0
  const voice = new SocketTransport({
    address: server.address,
    hello: () => ({ sessionId: 'ann' }),
    prompt: () => '',
    question: () => undefined,
    speech: () => undefined,
    commands: () => ({ languages: ['en-US'], agents: ['Tutor'], wakeWords: ['vee'] }),
    interimWords: () => false,
    ownKeys: () => ({}),
    createId: () => `turn-${++count}`,
    clock: systemClock,
    openSocket: openMicrophoneSocket,
  })
  return () => {
    voice.open()
    const hearing = voice.transcribe({ language: 'en', isStreaming: true, onInterim: () => undefined })
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    hearing.connectMicrophone?.(port1)
    return { hearing, says: (message: WorkletMessage) => port2.postMessage(message) }
  }
}
const frame = (index: number): Frame => ({
  samples: new Int16Array(FRAME_SAMPLES).fill(index),
  level: 0,
  capturedAt: index * FRAME_SAMPLES,
})
const hears = (hearing: PendingTranscription, from: number, to: number) => {
  for (let index = from; index < to; index += 1) hearing.pushFrame?.(frame(index))
}
const endsOf = (index: number) => server.callers[index]?.said.filter(({ type }) => type === 'end') ?? []
const isEnded = (index = 0) => vi.waitFor(() => expect(endsOf(index)).toHaveLength(1))
const heard = (frames: number, index = 0) =>
  vi.waitFor(() => expect(server.callers[index]?.soundBytes()).toBe(frames * FRAME_BYTES))
const isKnown = () => vi.waitFor(() => expect(server.callers[0]?.said).toHaveLength(2))

describe('a socket that receives the microphone', () => {
  it('sends the last of a turn and its end while the page is busy', async () => {
    const { hearing, says } = talk()()
    for (let index = 0; index < 12; index += 1) says(frame(index))
    await isKnown()
    hears(hearing, 0, 9)
    hearing.flushAudio?.()
    says(frame(12))
    says(undefined)
    await isEnded()
    await heard(13)
  })

  it('sends nothing twice if the page reports the end itself', async () => {
    const start = talk()
    const { hearing, says } = start()
    for (let index = 0; index < 12; index += 1) says(frame(index))
    await isKnown()
    hears(hearing, 0, 9)
    hearing.flushAudio?.()
    says(undefined)
    await isEnded()
    hears(hearing, 9, 12)
    hearing.endAudio?.()
    // The next message on the same socket proves that there was nothing in between.
    start()
    await vi.waitFor(() => expect(server.callers[0]?.said.at(-1)).toMatchObject({ turnId: 'turn-2' }))
    await heard(12)
    expect(endsOf(0)).toHaveLength(1)
  })

  it('uses the end from the page if the microphone delivers no more frames', async () => {
    const { hearing, says } = talk()()
    for (let index = 0; index < 12; index += 1) says(frame(index))
    await isKnown()
    hears(hearing, 0, 9)
    hearing.flushAudio?.()
    hears(hearing, 9, 10)
    hearing.endAudio?.()
    await isEnded()
    await heard(10)
  })

  it('continues with a turn that started before the page ended the previous one', async () => {
    const start = talk()
    const first = start()
    await isKnown()
    hears(first.hearing, 0, 3)
    first.hearing.flushAudio?.()
    const second = start()
    first.hearing.endAudio?.()
    await isEnded()
    for (let index = 0; index < 5; index += 1) second.says(frame(index))
    hears(second.hearing, 0, 4)
    second.hearing.flushAudio?.()
    second.says(undefined)
    await vi.waitFor(() => expect(endsOf(0)).toHaveLength(2))
    await heard(8)
  })

  it('takes the rest from the page if it has not received all audio', async () => {
    const { hearing, says } = talk()()
    await isKnown()
    for (let index = 6; index < 12; index += 1) says(frame(index))
    hears(hearing, 0, 3)
    hearing.flushAudio?.()
    says(undefined)
    hears(hearing, 3, 12)
    hearing.endAudio?.()
    await isEnded()
    await heard(12)
  })

  it('leaves a turn that continues on a new socket to the page', async () => {
    const { hearing, says } = talk()()
    for (let index = 0; index < 12; index += 1) says(frame(index))
    await isKnown()
    hears(hearing, 0, 8)
    await heard(8)
    hearing.flushAudio?.()
    server.callers[0]?.cut()
    await vi.waitFor(() => expect(server.callers[1]?.said.at(-1)).toMatchObject({ type: 'resume' }))
    hears(hearing, 8, 12)
    hearing.endAudio?.()
    server.callers[1]?.answer({ type: 'resumed', turnId: 'turn-1', audioBytes: 8 * FRAME_BYTES })
    await isEnded(1)
    await heard(4, 1)
  })

  it("may receive the transcript before the page's end event", async () => {
    const { hearing, says } = talk()()
    says(frame(0))
    await isKnown()
    hears(hearing, 0, 1)
    hearing.flushAudio?.()
    says(undefined)
    await isEnded()
    const words = { text: 'hello', language: 'en', durationSeconds: 1, provider: 'openai', costUsd: 0 }
    server.callers[0]?.answer({ type: 'transcript', turnId: 'turn-1', ...words, isNoSpeech: false })
    server.callers[0]?.answer({ type: 'turn-ended', turnId: 'turn-1' })
    expect(await hearing.finish(RECORDING)).toMatchObject({ text: 'hello' })
  })
})
