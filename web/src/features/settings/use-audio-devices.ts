import { useEffect, useState } from 'react'
import { listAudioDevices } from '#lib/audio-devices.ts'

type AudioKind = 'audioinput' | 'audiooutput'

/** Devices can be told apart once the microphone is allowed: by the check of the voice on this page, say. */
async function followPermission(look: () => void, signal: AbortSignal): Promise<void> {
  // Not every browser tells of the microphone's permission.
  const microphone = await navigator.permissions?.query({ name: 'microphone' }).catch(() => undefined)
  if (!signal.aborted) microphone?.addEventListener('change', look, { signal })
}

/** The devices of a kind that can be chosen, as they come and go. */
export function useAudioDevices(kind: AudioKind): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    const stay = new AbortController()
    const look = async () => {
      const all = await listAudioDevices()
      if (!stay.signal.aborted) setDevices(all.filter((device) => device.kind === kind))
    }
    void look()
    navigator.mediaDevices?.addEventListener('devicechange', () => void look(), { signal: stay.signal })
    void followPermission(() => void look(), stay.signal)
    return () => stay.abort()
  }, [kind])
  return devices
}
