import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SocketAnswer } from '@vee/contract/socket/messages'
import type { Caller } from '../../accounts/index.ts'
import { createSocketTurns, SOCKET_TURN_LIMITS } from './index.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMITS = { ...SOCKET_TURN_LIMITS, soundBytesPerNetwork: 10_000 }
const caller: Caller = { kind: 'visitor', id: 'ann', ip: '192.0.2.1' }
const never = () => new Promise<never>(() => undefined)
const notReached = (): never => {
  throw new Error('no reply starts without a transcript')
}
const speech = { transcribe: never, synthesize: never, transcribeStreaming: notReached }
const services: Parameters<typeof createSocketTurns>[0] = {
  speech,
  speculativeSpeech: speech,
  replies: { start: notReached, startSpeculative: notReached, stop: never },
  allowSpeculation: async () => false,
  liveModels: {
    open: () => ({
      handleRequest: notReached,
      handleAudio: () => false,
      isBusy: false,
      handleClose: () => undefined,
    }),
  },
  limits: LIMITS,
}

function open(turns: ReturnType<typeof createSocketTurns>) {
  const answers: SocketAnswer[] = []
  const channel = {
    send: (answer: SocketAnswer) => void answers.push(answer),
    sendAudio: async () => undefined,
  }
  return { session: turns.open(caller, 'en', channel), answers }
}

it('releases what a turn holds when its client does not return', () => {
  const turns = createSocketTurns(services)
  const first = open(turns)
  first.session.handleRequest({ type: 'turn', turnId: 't1' }, 4_000)
  first.session.handleAudio(new Uint8Array(4_000))
  first.session.handleRequest({ type: 'end', turnId: 't1', asks: true }, 0)
  first.session.handleClose()

  const second = open(turns)
  second.session.handleRequest({ type: 'turn', turnId: 't2' }, 4_000)
  expect(second.answers).toMatchObject([{ type: 'turn-failed', turnId: 't2', error: 'RATE_LIMITED' }])
  vi.advanceTimersByTime(LIMITS.resumeTimeoutMs)
  second.session.handleRequest({ type: 'turn', turnId: 't3' }, 4_000)
  second.session.handleAudio(new Uint8Array(4_000))
  expect(second.answers).toHaveLength(1)
})
