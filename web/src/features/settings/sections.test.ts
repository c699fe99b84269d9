/** @vitest-environment happy-dom */
import { expect, it } from 'vitest'
import { allRows, SECTIONS } from './sections.ts'

it('offers pauses within the limits of the settings, in milliseconds', () => {
  const pauses = SECTIONS.flatMap(allRows).filter((row) => row.kind === 'milliseconds')
  expect(Object.fromEntries(pauses.map(({ id, min, max }) => [id, [min, max]]))).toEqual({
    pauseTimeout: [4_500, 20_000],
    silenceSendDelay: [1_500, 7_000],
    vadCommandTimeoutMs: [1_000, 20_000],
    commandPause: [500, 10_000],
    vadSilence: [500, 10_000],
  })
  for (const { binding, min, max } of pauses) {
    binding.change(max + 1)
    expect(binding.read()).toBe(max)
    binding.change(min - 1)
    expect(binding.read()).toBe(min)
  }
})
