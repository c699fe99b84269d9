// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { forgetVanishedDevices } from './audio-devices.ts'
import { changeSettings, resetSettings, useSettings } from './settings/index.ts'

beforeEach(() => {
  resetSettings()
  changeSettings({ selectedAudioInputDeviceId: 'headset', selectedAudioOutputDeviceId: 'desk' })
})

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
