import type {
  CreateSpeechRecognition,
  SpeechRecognition,
  SpeechRecognitionErrorEvent,
  SpeechRecognitionResultEvent,
} from './speech-recognition.ts'
import {
  type Hearing,
  HearingError,
  type HearingFailure,
  type HearingRequest,
  type Transcriber,
  type Transcript,
} from './transcriber.ts'

/** How long the engine may take for its last words after the recording; some never say that they ended. */
const LAST_WORDS_LIMIT_MS = 5_000

/** Errors after which there are no words. `no-speech` is none of them: it says that nothing was heard. */
const FAILURES: Readonly<Record<string, HearingFailure>> = {
  network: 'offline',
  'audio-capture': 'broken',
  'not-allowed': 'unavailable',
  'service-not-allowed': 'unavailable',
  'language-not-supported': 'unavailable',
}

/**
 * The browser's own recognition. It listens itself, so it hears live speech only.
 *
 * @param fallbackLanguage what it listens for when the language is to be found out, which it cannot
 */
export function createBrowserTranscriber(
  createRecognition: CreateSpeechRecognition,
  fallbackLanguage: () => string | undefined = () => undefined,
): Transcriber {
  return {
    start: (request) =>
      createRecognition && request.isLive
        ? listen(createRecognition(), { ...request, language: request.language ?? fallbackLanguage() })
        : UNAVAILABLE,
  }
}

const UNAVAILABLE: Hearing = {
  finish: () => Promise.reject(new HearingError('unavailable')),
  abort: () => undefined,
}

function listen(recognition: SpeechRecognition, request: HearingRequest): Hearing {
  const ended = Promise.withResolvers<void>()
  let words = ''
  let failure: HearingFailure | undefined

  if (request.language !== undefined) recognition.lang = request.language
  recognition.continuous = true
  recognition.interimResults = true
  recognition.addEventListener('result', (event) => {
    words = wordsOf(event as SpeechRecognitionResultEvent)
    request.onInterim(words)
  })
  recognition.addEventListener('error', (event) => {
    const { error } = event as SpeechRecognitionErrorEvent
    if (error !== 'no-speech' && error !== 'aborted') failure ??= FAILURES[error] ?? 'broken'
  })
  // The engine may end by itself in a long pause. It is not started again: that loops where it cannot work.
  recognition.addEventListener('end', () => ended.resolve())
  try {
    recognition.start()
  } catch {
    failure = 'broken'
    ended.resolve()
  }

  return {
    async finish(): Promise<Transcript> {
      recognition.stop()
      const limit = setTimeout(ended.resolve, LAST_WORDS_LIMIT_MS)
      await ended.promise
      clearTimeout(limit)
      if (failure !== undefined && (words === '' || failure === 'cancelled')) throw new HearingError(failure)
      return { text: words, language: request.language }
    },
    abort() {
      failure = 'cancelled'
      recognition.abort()
      ended.resolve()
    },
  }
}

function wordsOf(event: SpeechRecognitionResultEvent): string {
  return Array.from(event.results, (result) => result[0]?.transcript.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ')
}
