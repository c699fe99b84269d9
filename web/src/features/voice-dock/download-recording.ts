import type { Utterance } from '#voice/index.ts'

/** Hands the recording to the user as a WAV file that is named by when it was said. */
export function downloadRecording({ audio, createdAt }: Utterance): void {
  const url = URL.createObjectURL(audio)
  const link = document.createElement('a')
  link.href = url
  link.download = `vee-${createdAt.slice(0, 19).replaceAll(':', '-')}.wav`
  link.click()
  // Only after the browser has taken the address.
  setTimeout(() => URL.revokeObjectURL(url))
}
