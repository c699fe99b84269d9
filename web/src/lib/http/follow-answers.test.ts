/** @vitest-environment happy-dom */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followAnswers } from './follow-answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Polls a server with continuous changes; `heard` counts the listeners for the abort. */
function follow() {
  const signals: AbortSignal[] = []
  let heard = 0
  const stop = followAnswers((signal) => {
    if (!signals.includes(signal)) {
      vi.spyOn(signal, 'addEventListener').mockImplementation((...given) => {
        heard += 1
        EventTarget.prototype.addEventListener.apply(signal, given)
      })
      vi.spyOn(signal, 'removeEventListener').mockImplementation((...given) => {
        heard -= 1
        EventTarget.prototype.removeEventListener.apply(signal, given)
      })
    }
    signals.push(signal)
    return Promise.resolve('new')
  })
  return { signals, heard: () => heard, stop }
}

it('polls again 200 ms after each response, and keeps no listener of a finished pause', async () => {
  const { signals, heard, stop } = follow()
  await vi.advanceTimersByTimeAsync(20 * 200)
  expect(signals).toHaveLength(21)
  expect(heard()).toBe(1)
  stop()
  expect(heard()).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(signals).toHaveLength(21)
})

it('polls at once and only once when the page comes online during a pause', async () => {
  const { signals, stop } = follow()
  await vi.advanceTimersByTimeAsync(100)
  expect(signals).toHaveLength(1)
  globalThis.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(150)
  expect(signals).toHaveLength(2)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  stop()
})
