import { changeSettings, useSettings } from '../settings/index.ts'

/** Returns the available microphones and loudspeakers. Without microphone permission the list is empty. */
export async function listAudioDevices(): Promise<readonly MediaDeviceInfo[]> {
  // Available on secure pages only.
  const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => [])
  return (devices ?? []).filter(
    ({ kind, deviceId }) => (kind === 'audioinput' || kind === 'audiooutput') && deviceId !== '',
  )
}

/** Returns true if the browser can capture a tab, a window or a screen; phones cannot. */
export const canCaptureDisplay = () =>
  'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices

/** Resets chosen devices that are no longer available to the default. */
export function forgetVanishedDevices(devices: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId'>[]): void {
  const { selectedAudioInputDeviceId: input, selectedAudioOutputDeviceId: output } = useSettings.getState()
  const isGone = (kind: MediaDeviceKind, chosen: string) => {
    const ofKind = devices.filter((device) => device.kind === kind)
    return chosen !== '' && ofKind.length > 0 && ofKind.every(({ deviceId }) => deviceId !== chosen)
  }
  if (isGone('audioinput', input)) changeSettings({ selectedAudioInputDeviceId: '' })
  if (isGone('audiooutput', output)) changeSettings({ selectedAudioOutputDeviceId: '' })
}

/** Skipped without a chosen device, because the first query makes the browser start an audio process. */
function lookForVanished(): void {
  const { selectedAudioInputDeviceId, selectedAudioOutputDeviceId } = useSettings.getState()
  if (selectedAudioInputDeviceId || selectedAudioOutputDeviceId) {
    void listAudioDevices().then(forgetVanishedDevices)
  }
}

/**
 * Resets chosen devices that are removed, from page load on, including those removed since the last visit.
 */
export function followAudioDevices(): void {
  navigator.mediaDevices?.addEventListener('devicechange', lookForVanished)
  lookForVanished()
}
