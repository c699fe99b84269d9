// @vitest-environment happy-dom
import type { BackgroundReply } from '@vee/contract/http/background-replies'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Api } from '#lib/http/index.ts'
import { announceBackgroundChange, useBackgroundReplies } from './background-store.ts'
import { watchBackground } from './watch-background.ts'

const NOW = Date.UTC(2026, 10, 28)
const reply = (replyId: string, more: Partial<BackgroundReply> = {}): BackgroundReply => ({
  replyId,
  conversationId: 'c1',
  agentId: 'v_agent',
  question: 'Look into it',
  text: '',
  state: 'running',
  outcome: null,
  startedAt: new Date(NOW).toISOString(),
  finishedAt: null,
  costUsd: 0,
  reportedAt: null,
  ...more,
})
const finished = (replyId: string, more: Partial<BackgroundReply> = {}) =>
  reply(replyId, { state: 'finished', outcome: 'done', finishedAt: new Date(NOW).toISOString(), ...more })

let items: readonly BackgroundReply[]
let isBusy: boolean
let isFirst: boolean
let reads: number
const reported: string[] = []
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  items = []
  isBusy = false
  isFirst = true
  reads = 0
  reported.length = 0
  const api = {
    json: async (method: string) => {
      if (method === 'POST') return { isFirst }
      reads += 1
      return { items }
    },
  } as unknown as Api
  stop = watchBackground({ api, isBusy: () => isBusy, report: ({ replyId }) => reported.push(replyId) })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('reads once, and again while something runs', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads).toBe(1)
  items = [reply('r1')]
  announceBackgroundChange()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(reads).toBe(4)
  expect(useBackgroundReplies.getState().running.map(({ replyId }) => replyId)).toEqual(['r1'])
})

it('reports when nobody has spoken for three seconds, and once', async () => {
  isBusy = true
  items = [finished('r1')]
  announceBackgroundChange()
  await vi.advanceTimersByTimeAsync(10_000)
  isBusy = false
  await vi.advanceTimersByTimeAsync(2_500)
  expect(reported).toEqual([])
  await vi.advanceTimersByTimeAsync(500)
  expect(reported).toEqual(['r1'])
  announceBackgroundChange()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reported).toEqual(['r1'])
})

it('leaves a report to the page that was first', async () => {
  isFirst = false
  items = [finished('r1')]
  announceBackgroundChange()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reported).toEqual([])
})

it.each([
  ['was stopped', { outcome: 'stopped' }],
  ['was reported', { reportedAt: new Date(NOW).toISOString() }],
  ['ended long ago', { finishedAt: new Date(NOW - 2 * 86_400_000).toISOString() }],
] as const)('does not report what %s', async (_, more) => {
  items = [finished('r1', more)]
  announceBackgroundChange()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reported).toEqual([])
})
