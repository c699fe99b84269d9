import type { ServiceStatus } from '#features/system/service-status/index.ts'
import { SetupError, waitForTranscription } from '#features/voice/speech-setup/wait-for-transcription.ts'
import { currentLanguage } from '#i18n/index.ts'
import { ownKeyHeaders } from '#lib/costs/allowance.ts'
import type { Api } from '#lib/http/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { createBrowserTranscriber } from '#voice/transcription/browser-transcriber.ts'
import { browserDeviceRecognition } from '#voice/transcription/device-recognition.ts'
import { createPatientTranscriber } from '#voice/transcription/patient-transcriber.ts'
import { browserSpeechRecognition } from '#voice/transcription/speech-recognition.ts'
import { TranscriptionError } from '#voice/transcription/transcriber.ts'
import { createTranscriberChain, type Engine } from '#voice/transcription/transcriber-chain.ts'
import type { Transcriber } from '#voice/index.ts'
import type { TurnTransport } from '#voice/transport/turn-transport.ts'

const settings = () => useSettings.getState()

interface TranscriberDependencies {
  readonly api: Api
  readonly transport: Pick<TurnTransport, 'transcribe'>
  readonly service: Pick<ServiceStatus, 'store'>
  readonly onFallback: (engine: Engine) => void
}

/** Transcribes with the engine preferred in the settings, and with the other one if it fails. */
export function createAppTranscriber({
  api,
  transport,
  service,
  onFallback,
}: TranscriberDependencies): Transcriber {
  const createRecognition = browserSpeechRecognition()
  const chain = createTranscriberChain(
    {
      server: { start: (request) => transport.transcribe(request) },
      browser: createBrowserTranscriber(
        createRecognition,
        () => settings().speechLanguage || currentLanguage(),
        browserDeviceRecognition(),
      ),
      isBrowserSupported: createRecognition !== undefined,
      mayServerTranscribe: () => mayServerTranscribe(service),
    },
    (): Engine => (settings().sttPreference === 'browser' ? 'browser' : 'server'),
    onFallback,
  )
  return createPatientTranscriber(chain, (language, signal) => waitUntilReady(api, language, signal))
}

async function waitUntilReady(api: Api, language: string | undefined, signal: AbortSignal): Promise<void> {
  try {
    await waitForTranscription(api, language, signal)
  } catch (error) {
    throw error instanceof SetupError ? new TranscriptionError(error.reason) : error
  }
}

/** Returns true if the server or this browser can transcribe speech. */
export const canTranscribe = (service: Pick<ServiceStatus, 'store'>): boolean =>
  mayServerTranscribe(service) || browserSpeechRecognition() !== undefined

/**
 * Known before the first utterance, so that none is lost by trying. If the server's status is unknown, or
 * with the user's own keys, it may.
 */
function mayServerTranscribe({ store }: Pick<ServiceStatus, 'store'>): boolean {
  const { outcome } = store.getState()
  const isDeaf = outcome?.kind === 'answered' && outcome.status.canTranscribe === false
  return !isDeaf || 'x-own-key-openai' in ownKeyHeaders()
}
