import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchPatiently } from './fetch-patiently.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Returns a loader that fails this many times. */
function comesAfter(failures: number) {
  let asked = 0
  return vi.fn<() => Promise<string>>(() => {
    asked += 1
    return asked > failures ? Promise.resolve('part') : Promise.reject(new Error('not reached'))
  })
}

it('retries every second until it succeeds', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const part = fetchPatiently(comesAfter(20))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await part).toBe('part')
})

it('rejects after the given number of retries', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const load = comesAfter(20)
  const refusal = fetchPatiently(load, 3).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await refusal).toEqual(new Error('not reached'))
  expect(load).toHaveBeenCalledTimes(4)
})

it('waits for a network without a time limit', async () => {
  const page = new EventTarget()
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const load = comesAfter(2)
  const part = fetchPatiently(load, 1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  page.dispatchEvent(new Event('online'))
  expect(await part).toBe('part')
})
