// @vitest-environment happy-dom
import { DAY_MS } from '@vee/contract/time/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS, writeText } from '#lib/storage/storage.ts'
import { canCarry, rememberTooSlow } from './device-models.ts'

const LAPTOP = {
  hardwareConcurrency: 8,
  deviceMemory: 8,
  connection: { saveData: false, effectiveType: '4g' },
}

beforeEach(() => localStorage.clear())

describe('a model on the device', () => {
  it.each([
    ['a laptop', LAPTOP, true],
    ['a browser that reports nothing', {}, true],
    ['two cores', { ...LAPTOP, hardwareConcurrency: 2 }, true],
    ['one core', { ...LAPTOP, hardwareConcurrency: 1 }, false],
    ['1 GiB of memory', { ...LAPTOP, deviceMemory: 1 }, false],
    ['saved data', { ...LAPTOP, connection: { saveData: true } }, false],
    ['a slow network', { ...LAPTOP, connection: { effectiveType: '2g' } }, false],
  ])('is loaded with %s: %#', (_name, device, expected) => {
    expect(canCarry('speech', device)).toBe(expected)
  })

  it('that was too slow is not loaded for a week; others are', () => {
    const now = 1_800_000_000_000
    rememberTooSlow('speech', now)
    expect(canCarry('speech', LAPTOP, now + 6 * DAY_MS)).toBe(false)
    expect(canCarry('turn', LAPTOP, now + 6 * DAY_MS)).toBe(true)
    expect(canCarry('speech', LAPTOP, now + 7 * DAY_MS)).toBe(true)
    // The clock was set back.
    expect(canCarry('speech', LAPTOP, now - DAY_MS)).toBe(true)
  })

  it('is loaded if the stored value is damaged', () => {
    writeText(STORAGE_KEYS.slowModels, '7')
    expect(canCarry('speech', LAPTOP)).toBe(true)
    rememberTooSlow('turn')
    expect(canCarry('turn', LAPTOP)).toBe(false)
  })
})
