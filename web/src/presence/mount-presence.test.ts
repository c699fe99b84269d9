// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { mountPresence } from './mount-presence.ts'
import { PresenceController } from './presence-controller.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function hide(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('reads no sound level and runs no timer while the page is hidden or the presence idle', () => {
  vi.useFakeTimers()
  const microphone = vi.fn(() => 0)
  const levels = { microphone, playback: () => 0 }
  const controller = new PresenceController({ state: 'listening' })
  const host = document.createElement('div')
  const presence = mountPresence(host, controller, levels, { waterLine: 100, room: 40 })
  vi.advanceTimersByTime(1000)
  expect(microphone.mock.calls.length).toBeGreaterThan(20)

  microphone.mockClear()
  hide(true)
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(1000)
  expect(microphone).not.toHaveBeenCalled()

  hide(false)
  vi.advanceTimersByTime(1000)
  expect(microphone.mock.calls.length).toBeGreaterThan(20)

  controller.tell({ type: 'state', state: 'idle' })
  expect(vi.getTimerCount()).toBe(0)
  controller.tell({ type: 'state', state: 'speaking' })
  expect(vi.getTimerCount()).toBe(1)
  presence.dispose()
  expect(vi.getTimerCount()).toBe(0)
})
