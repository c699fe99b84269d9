import { changeSettings, useSettings } from './settings/index.ts'

/** The microphones and loudspeakers that can be chosen. Before the microphone was allowed there are none to tell apart. */
export async function listAudioDevices(): Promise<readonly MediaDeviceInfo[]> {
  // Browsers have it on secure pages only.
  const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => [])
  return (devices ?? []).filter(
    ({ kind, deviceId }) => (kind === 'audioinput' || kind === 'audiooutput') && deviceId !== '',
  )
}

/** A chosen device that is no longer there gives way to the system's. */
export function forgetVanishedDevices(devices: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId'>[]): void {
  const { selectedAudioInputDeviceId: input, selectedAudioOutputDeviceId: output } = useSettings.getState()
  const isGone = (kind: MediaDeviceKind, chosen: string) => {
    const known = devices.filter((device) => device.kind === kind)
    return chosen !== '' && known.length > 0 && known.every(({ deviceId }) => deviceId !== chosen)
  }
  if (isGone('audioinput', input)) changeSettings({ selectedAudioInputDeviceId: '' })
  if (isGone('audiooutput', output)) changeSettings({ selectedAudioOutputDeviceId: '' })
}

/** Where none was chosen nothing is asked: the first question has the browser begin a process for sound. */
function lookForVanished(): void {
  const { selectedAudioInputDeviceId, selectedAudioOutputDeviceId } = useSettings.getState()
  if (selectedAudioInputDeviceId || selectedAudioOutputDeviceId) {
    void listAudioDevices().then(forgetVanishedDevices)
  }
}

/** Looks after the chosen devices, which may have gone since the last visit, for as long as the page lives. */
export function followAudioDevices(): void {
  navigator.mediaDevices?.addEventListener('devicechange', lookForVanished)
  lookForVanished()
}
