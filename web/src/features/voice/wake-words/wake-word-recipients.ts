import type { getSpeechStatus, SpeechProvider } from '@vee/contract/http/system'
import { create } from 'zustand'
import type { Api } from '#lib/http/index.ts'
import { STORAGE_KEYS, readText, writeText } from '#lib/storage/storage.ts'
import { browserSpeechRecognition } from '#voice/transcription/speech-recognition.ts'

/** Who receives what is said nearby while Vee waits for a wake word that this device does not recognize by itself. */
export interface WakeWordRecipients {
  /** the browser's recognition, which may be online */
  readonly isBrowser: boolean
  /** the transcriber of the server, directly or if the browser's recognition does not work */
  readonly provider: SpeechProvider | undefined
}

/** Rejects with ApiError. */
export async function fetchRecipients(
  api: Pick<Api, 'json'>,
  signal?: AbortSignal,
): Promise<WakeWordRecipients> {
  const { hearing } = await api.json<typeof getSpeechStatus>('GET', '/system/speech', signal && { signal })
  return {
    isBrowser: browserSpeechRecognition() !== undefined,
    provider: hearing.find(({ available }) => available),
  }
}

interface ConsentState {
  /** the recipients that the user agreed to on this device */
  readonly agreed: string | undefined
  /** the user pressed the microphone before they agreed */
  readonly isAsked: boolean
}

/** Whether sound may leave this device before a wake word. */
export const useWakeWordConsent = create<ConsentState>()(() => ({
  agreed: readText(STORAGE_KEYS.wakeWordRecipients),
  isAsked: false,
}))

const keyOf = ({ isBrowser, provider }: WakeWordRecipients): string =>
  [...(isBrowser ? ['browser'] : []), ...(provider ? [`${provider.location}:${provider.name}`] : [])].join(
    ' ',
  )

/** Returns false after a change of recipients: the user is asked again. */
export function isAgreed(
  recipients: WakeWordRecipients,
  agreed = useWakeWordConsent.getState().agreed,
): boolean {
  const key = keyOf(recipients)
  return key === '' || key === agreed
}

export function agreeTo(recipients: WakeWordRecipients): void {
  const agreed = keyOf(recipients)
  writeText(STORAGE_KEYS.wakeWordRecipients, agreed)
  useWakeWordConsent.setState({ agreed, isAsked: false })
}

/** Shows the question at the dock. */
export const askForConsent = (): void => useWakeWordConsent.setState({ isAsked: true })
export const withdrawQuestion = (): void => useWakeWordConsent.setState({ isAsked: false })
