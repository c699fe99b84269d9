// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { registerGlobalKeys, takeHeldKeys } from './held-keys.ts'

afterEach(() => void takeHeldKeys())

/** Returns true if the page and the browser receive that key. */
const passes = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))

it("buffers typed text, and does not intercept the browser's keys", () => {
  const onEscape = vi.fn()
  registerGlobalKeys(onEscape)
  expect(passes('m')).toBe(false)
  expect(passes('F')).toBe(false)
  expect(passes('F5')).toBe(true)
  expect(passes('Escape')).toBe(false)
  expect(onEscape).toHaveBeenCalledOnce()
  expect(takeHeldKeys()).toBe('mF')
  expect(passes('m')).toBe(true)
})
