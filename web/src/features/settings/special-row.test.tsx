// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useAudioDevices } from './special-row.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Names() {
  return useAudioDevices('audioinput').map(({ deviceId, label }) => <p key={deviceId}>{label}</p>)
}

/** A browser that returns no device ids before the microphone is allowed, and no event for it. */
function browser() {
  const permission = new EventTarget()
  let isAllowed = false
  const enumerateDevices = () =>
    Promise.resolve([
      { kind: 'audioinput', deviceId: isAllowed ? 'desk' : '', label: isAllowed ? 'On the desk' : '' },
    ])
  vi.stubGlobal('navigator', {
    mediaDevices: Object.assign(new EventTarget(), { enumerateDevices }),
    permissions: { query: () => Promise.resolve(permission) },
  })
  return {
    allow: () => {
      isAllowed = true
      permission.dispatchEvent(new Event('change'))
    },
  }
}

test('microphones can be chosen as soon as the permission is granted', async () => {
  const { allow } = browser()
  render(<Names />)
  await vi.waitFor(() => {
    allow()
    expect(screen.getByText('On the desk')).toBeDefined()
  })
})
