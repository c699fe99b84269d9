// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followAudioDevices, forgetVanishedDevices } from './audio-devices.ts'
import { changeSettings, resetSettings, useSettings } from '../settings/index.ts'

beforeEach(() => {
  resetSettings()
  changeSettings({ selectedAudioInputDeviceId: 'headset', selectedAudioOutputDeviceId: 'desk' })
})

afterEach(() => vi.unstubAllGlobals())

const chosen = () => {
  const { selectedAudioInputDeviceId, selectedAudioOutputDeviceId } = useSettings.getState()
  return [selectedAudioInputDeviceId, selectedAudioOutputDeviceId]
}

test('a missing device is replaced by the default, other choices are preserved', () => {
  forgetVanishedDevices([
    { kind: 'audioinput', deviceId: 'built-in' },
    { kind: 'audiooutput', deviceId: 'desk' },
  ])
  expect(chosen()).toEqual(['', 'desk'])
})

test('choices are preserved while the browser hides the devices', () => {
  forgetVanishedDevices([])
  expect(chosen()).toEqual(['headset', 'desk'])
})

test('a device that was removed between two visits is reset at page load', async () => {
  const mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: () =>
      Promise.resolve([
        { kind: 'audioinput', deviceId: 'built-in' },
        { kind: 'audiooutput', deviceId: 'desk' },
      ]),
  })
  vi.stubGlobal('navigator', { mediaDevices })
  followAudioDevices()
  await vi.waitFor(() => expect(chosen()).toEqual(['', 'desk']))
})
