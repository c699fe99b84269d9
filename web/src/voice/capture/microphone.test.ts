import { afterEach, expect, it, vi } from 'vitest'
import { openMicrophone } from './microphone.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns what is requested of the browser for this input; no device has the id `gone`. */
async function requested(input: Parameters<typeof openMicrophone>[1]) {
  const requests: unknown[] = []
  const getUserMedia = ({ audio }: { audio: MediaTrackConstraints }) => {
    requests.push(audio)
    const name = audio.deviceId === undefined ? 'NotAllowedError' : 'NotFoundError'
    return Promise.reject(new DOMException('', name))
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('AudioWorkletNode', EventTarget)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  const { signal } = new AbortController()
  await expect(openMicrophone({} as AudioContext, input, () => undefined, signal)).rejects.toThrow('denied')
  return requests
}

it('cancels echoes on loudspeakers only', async () => {
  expect(await requested({ deviceId: '', cancelsEcho: true })).toMatchObject([{ echoCancellation: true }])
  expect(await requested({ deviceId: '', cancelsEcho: false })).toMatchObject([{ echoCancellation: false }])
})

it('requests the default with the same processing if the chosen device is gone', async () => {
  expect(await requested({ deviceId: 'gone', cancelsEcho: false })).toMatchObject([
    { deviceId: { exact: 'gone' }, echoCancellation: false },
    { echoCancellation: false },
  ])
})
