import { expect, it } from 'vitest'
import { FakeClock } from '../speak/clock.fixture.ts'
import { createTurnJudge } from './turn-judge.ts'
import type { TurnModelReport, TurnModelRequest } from './turn-model-messages.ts'

const untilSettled = () => new Promise((resolve) => setImmediate(resolve))

function openJudge(address: () => Promise<string | undefined> = () => Promise.resolve('/model')) {
  const sent: TurnModelRequest[] = []
  const judged: number[] = []
  const clock = new FakeClock()
  let [isTerminated, tooSlow, opened] = [false, 0, 0]
  let tell: ((event: { readonly data: TurnModelReport }) => void) | undefined
  const judge = createTurnJudge({
    address,
    openWorker: () => {
      opened += 1
      return {
        postMessage: (message) => void sent.push(message),
        addEventListener: (_type, listener) => void (tell = listener),
        terminate: () => void (isTerminated = true),
      }
    },
    clock,
    onTooSlow: () => void (tooSlow += 1),
  })
  return {
    judge,
    sent,
    judged,
    status: () => ({ opened, isTerminated, tooSlow }),
    tells: (data: TurnModelReport) => tell?.({ data }),
    asks: () => judge.judge(new Int16Array(160), (probability) => void judged.push(probability)),
    answers: (probability: number, afterMs: number) => {
      clock.advance(afterMs)
      const last = sent.findLast((message) => message.type === 'judge')
      tell?.({ data: { type: 'judged', id: last?.id ?? 0, probability } })
    },
  }
}

async function createLoadedJudge() {
  const made = openJudge()
  await untilSettled()
  made.tells({ type: 'ready' })
  return made
}

it('opens no worker if the host provides no model, or the server does not answer', async () => {
  for (const address of [() => Promise.resolve(undefined), () => Promise.reject(new Error('offline'))]) {
    const { status, asks } = openJudge(address)
    await untilSettled()
    asks()
    expect(status().opened).toBe(0)
  }
})

it('judges once the model is loaded', async () => {
  const { sent, asks, answers, judged, tells } = openJudge()
  await untilSettled()
  asks()
  expect(sent).toEqual([{ type: 'load', address: '/model' }])
  tells({ type: 'ready' })
  asks()
  answers(0.8, 60)
  expect(judged).toEqual([0.8])
})

it('discards the judgement of an earlier pause', async () => {
  const { sent, asks, answers, judged, tells } = await createLoadedJudge()
  asks()
  asks()
  tells({ type: 'judged', id: 1, probability: 0.1 })
  answers(0.9, 40)
  expect([sent.length, judged]).toEqual([3, [0.9]])
})

it('gives up after three late judgements in a row', async () => {
  const { asks, answers, judged, status } = await createLoadedJudge()
  for (const took of [400, 400, 50, 400, 400]) {
    asks()
    answers(0.9, took)
  }
  expect([judged.length, status().tooSlow]).toEqual([1, 0])
  asks()
  answers(0.9, 301)
  expect(status()).toMatchObject({ tooSlow: 1, isTerminated: true })
  asks()
  answers(0.9, 0)
  expect(judged).toHaveLength(1)
})

it('gives up a broken model, and ends with listening', async () => {
  const broken = await createLoadedJudge()
  broken.tells({ type: 'broken' })
  expect(broken.status()).toMatchObject({ tooSlow: 0, isTerminated: true })
  const ended = await createLoadedJudge()
  ended.asks()
  ended.judge.dispose()
  ended.answers(0.9, 10)
  expect([ended.status().isTerminated, ended.judged]).toEqual([true, []])
})
