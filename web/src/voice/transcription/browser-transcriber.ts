import type {
  CreateSpeechRecognition,
  SpeechRecognition,
  SpeechRecognitionErrorEvent,
  SpeechRecognitionResultEvent,
} from './speech-recognition.ts'
import type { DeviceRecognition } from './device-recognition.ts'
import {
  type PendingTranscription,
  type InterimWords,
  TranscriptionError,
  type TranscriptionFailure,
  type TranscriptionRequest,
  type Transcriber,
  type Transcript,
} from './transcriber.ts'

/** Timeout for the engine's last results after the recording; some never fire `end`. */
const LAST_WORDS_LIMIT_MS = 5_000

/** Errors without a transcript. `no-speech` is not among them: it means that no speech was detected. */
const FAILURES: Readonly<Record<string, TranscriptionFailure>> = {
  network: 'offline',
  'audio-capture': 'broken',
  'not-allowed': 'unavailable',
  'service-not-allowed': 'unavailable',
  'language-not-supported': 'unavailable',
}

/**
 * Creates a transcriber with the browser's own recognition. It opens the microphone itself, so it supports
 * live speech only.
 *
 * @param fallbackLanguage the language if it should be detected, which the engine cannot do
 * @param device used instead of the browser's service where it knows the language
 */
export function createBrowserTranscriber(
  createRecognition: CreateSpeechRecognition,
  fallbackLanguage: () => string | undefined = () => undefined,
  device?: DeviceRecognition,
): Transcriber {
  return {
    start: (request) =>
      createRecognition && request.isStreaming
        ? listen(
            createRecognition(),
            { ...request, language: request.language ?? fallbackLanguage() },
            device,
          )
        : UNAVAILABLE,
  }
}

const UNAVAILABLE: PendingTranscription = {
  finish: () => Promise.reject(new TranscriptionError('unavailable')),
  abort: () => undefined,
}

function listen(
  recognition: SpeechRecognition,
  request: TranscriptionRequest,
  device: DeviceRecognition | undefined,
): PendingTranscription {
  const ended = Promise.withResolvers<void>()
  let words = ''
  let failure: TranscriptionFailure | undefined

  if (request.language !== undefined) recognition.lang = request.language
  recognition.continuous = true
  recognition.interimResults = true
  recognition.addEventListener('result', (event) => {
    const interim = interimWordsOf(event as SpeechRecognitionResultEvent)
    words = interim.text + interim.tail
    request.onInterim(interim)
  })
  recognition.addEventListener('error', (event) => {
    const { error } = event as SpeechRecognitionErrorEvent
    if (error !== 'no-speech' && error !== 'aborted') failure ??= FAILURES[error] ?? 'broken'
  })
  // The engine may end during a long pause. It is not restarted: that loops where it does not work.
  recognition.addEventListener('end', () => ended.resolve())

  function begin(tag: string | undefined): void {
    if (failure === 'cancelled') return
    if (tag !== undefined) Object.assign(recognition, { processLocally: true, lang: tag })
    try {
      recognition.start()
    } catch {
      failure = 'broken'
      ended.resolve()
    }
  }

  const { language } = request
  const deviceTag = language === undefined ? undefined : device?.tagOf(language)
  /** Takes a few milliseconds, and only while the device is not known to recognize the language. */
  const begun =
    device && language !== undefined && deviceTag === undefined
      ? device.check(language).then(() => begin(device.tagOf(language)))
      : Promise.resolve(begin(deviceTag))

  return {
    async finish(): Promise<Transcript> {
      await begun
      recognition.stop()
      const limit = setTimeout(ended.resolve, LAST_WORDS_LIMIT_MS)
      await ended.promise
      clearTimeout(limit)
      if (failure !== undefined && (words === '' || failure === 'cancelled'))
        throw new TranscriptionError(failure)
      return { text: words, language: request.language }
    },
    abort() {
      failure = 'cancelled'
      recognition.abort()
      ended.resolve()
    },
  }
}

function interimWordsOf(event: SpeechRecognitionResultEvent): InterimWords {
  const results = Array.from(event.results)
  const firstOpen = results.findIndex(({ isFinal }) => !isFinal)
  const text = joinResults(firstOpen === -1 ? results : results.slice(0, firstOpen))
  const tail = firstOpen === -1 ? '' : joinResults(results.slice(firstOpen))
  return { text, tail: text !== '' && tail !== '' ? ` ${tail}` : tail }
}

const joinResults = (results: readonly SpeechRecognitionResultEvent['results'][number][]) =>
  results
    .map((result) => result[0]?.transcript.trim() ?? '')
    .filter((text) => text !== '')
    .join(' ')
