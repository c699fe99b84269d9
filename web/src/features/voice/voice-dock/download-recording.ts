import type { Utterance } from '#voice/index.ts'

/** Downloads the recording as a WAV file, named after its time. */
export function downloadRecording({ audio, createdAt }: Utterance): void {
  const url = URL.createObjectURL(audio)
  const link = document.createElement('a')
  link.href = url
  link.download = `vee-${createdAt.slice(0, 19).replaceAll(':', '-')}.wav`
  link.click()
  // After the browser has read the URL.
  setTimeout(() => URL.revokeObjectURL(url))
}
