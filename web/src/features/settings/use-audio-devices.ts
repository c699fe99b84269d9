import { useEffect, useState } from 'react'
import { listAudioDevices } from '#lib/audio/audio-devices.ts'

type AudioKind = 'audioinput' | 'audiooutput'

/** Lists the devices again once the microphone is allowed, for example by the voice check on this page. */
async function followPermission(look: () => void, signal: AbortSignal): Promise<void> {
  // Not every browser supports the query of the microphone's permission.
  const microphone = await navigator.permissions?.query({ name: 'microphone' }).catch(() => undefined)
  if (!signal.aborted) microphone?.addEventListener('change', look, { signal })
}

/** Returns the available devices of a kind, and follows changes. */
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
