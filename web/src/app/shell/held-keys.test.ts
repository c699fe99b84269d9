// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { holdKeys, takeHeldKeys } from './held-keys.ts'

afterEach(() => void takeHeldKeys())

/** Whether the page and the browser hear of that key. */
const passes = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))

it('holds what is typed, and leaves the browser its keys', () => {
  const onEscape = vi.fn()
  holdKeys(onEscape)
  expect(passes('m')).toBe(false)
  expect(passes('F')).toBe(false)
  expect(passes('F5')).toBe(true)
  expect(passes('Escape')).toBe(false)
  expect(onEscape).toHaveBeenCalledOnce()
  expect(takeHeldKeys()).toBe('mF')
  expect(passes('m')).toBe(true)
})
