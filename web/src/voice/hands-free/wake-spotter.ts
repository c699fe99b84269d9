import type {
  CreateSpeechRecognition,
  SpeechRecognition,
  SpeechRecognitionErrorEvent,
  SpeechRecognitionResultEvent,
} from '../hear/speech-recognition.ts'
import type { Clock } from '../speak/clock.ts'

/** An engine that ended sooner than this does not work here; it is not started again, for that would loop. */
const LEAST_RUN_MS = 1_000

/** The browser's own recognition, listening for wake words. */
export interface WakeSpotter {
  /** False where the browser has none, or it did not work: then short parts go to the server instead. */
  works(): boolean
  start(language: string, onWords: (words: string) => void): void
  stop(): void
}

export function createWakeSpotter(createRecognition: CreateSpeechRecognition, clock: Clock): WakeSpotter {
  let isBroken = false
  let running: SpeechRecognition | undefined

  function run(create: () => SpeechRecognition, language: string, onWords: (words: string) => void): void {
    const recognition = create()
    const startedAt = clock.now()
    running = recognition
    recognition.lang = language
    recognition.continuous = true
    recognition.interimResults = true
    recognition.addEventListener('result', (event) => {
      if (running === recognition) onWords(lastWordsOf(event as SpeechRecognitionResultEvent))
    })
    recognition.addEventListener('error', (event) => {
      const { error } = event as SpeechRecognitionErrorEvent
      if (error !== 'no-speech' && error !== 'aborted') isBroken = true
    })
    recognition.addEventListener('end', () => {
      if (running !== recognition) return
      running = undefined
      if (clock.now() - startedAt < LEAST_RUN_MS) isBroken = true
      if (!isBroken) run(create, language, onWords)
    })
    try {
      recognition.start()
    } catch {
      isBroken = true
    }
  }

  return {
    works: () => createRecognition !== undefined && !isBroken,
    start(language, onWords) {
      if (createRecognition && !isBroken && !running) run(createRecognition, language, onWords)
    },
    stop() {
      const stopped = running
      running = undefined
      stopped?.abort()
    },
  }
}

/** What is being said now: the last of the results. */
function lastWordsOf({ results }: SpeechRecognitionResultEvent): string {
  return results[results.length - 1]?.[0]?.transcript.trim() ?? ''
}
