// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followAudioDevices, forgetVanishedDevices } from './audio-devices.ts'
import { changeSettings, resetSettings, useSettings } from './settings/index.ts'

beforeEach(() => {
  resetSettings()
  changeSettings({ selectedAudioInputDeviceId: 'headset', selectedAudioOutputDeviceId: 'desk' })
})

afterEach(() => vi.unstubAllGlobals())

const chosen = () => {
  const { selectedAudioInputDeviceId, selectedAudioOutputDeviceId } = useSettings.getState()
  return [selectedAudioInputDeviceId, selectedAudioOutputDeviceId]
}

test('a vanished device gives way to the system, the other stays', () => {
  forgetVanishedDevices([
    { kind: 'audioinput', deviceId: 'built-in' },
    { kind: 'audiooutput', deviceId: 'desk' },
  ])
  expect(chosen()).toEqual(['', 'desk'])
})

test('while the browser hides the devices nothing is forgotten', () => {
  forgetVanishedDevices([])
  expect(chosen()).toEqual(['headset', 'desk'])
})

test('a device that went away between two visits is forgotten when the page begins', async () => {
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
