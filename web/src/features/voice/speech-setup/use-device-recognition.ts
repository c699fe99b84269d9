import { useEffect, useState } from 'react'
import type { DeviceAvailability, DeviceRecognition } from '#voice/transcription/device-recognition.ts'

type DeviceState = DeviceAvailability | 'failed'

/** Returns whether this browser recognizes the language on the device, and a function that downloads what is missing. */
export function useDeviceRecognition(device: DeviceRecognition | undefined, language: string) {
  const [state, setState] = useState<DeviceState>('unavailable')
  useEffect(() => {
    let isCurrent = true
    void device?.check(language).then((checked) => {
      if (isCurrent) setState(checked)
    })
    return () => {
      isCurrent = false
    }
  }, [device, language])

  async function install(): Promise<void> {
    setState('downloading')
    setState((await device?.install(language)) === true ? 'available' : 'failed')
  }
  return { state, install: () => void install() }
}
