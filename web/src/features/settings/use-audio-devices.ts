import { useEffect, useState } from 'react'
import { listAudioDevices } from '#lib/audio-devices.ts'

type AudioKind = 'audioinput' | 'audiooutput'

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
    return () => stay.abort()
  }, [kind])
  return devices
}
