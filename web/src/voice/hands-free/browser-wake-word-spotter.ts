import type {
  CreateSpeechRecognition,
  SpeechRecognition,
  SpeechRecognitionErrorEvent,
  SpeechRecognitionResultEvent,
} from '../transcription/speech-recognition.ts'
import type { DeviceRecognition } from '../transcription/device-recognition.ts'
import type { Clock } from '../speak/clock.ts'
import type { WakeWordSpotter } from './wake-word-spotter.ts'

/** An engine that ended sooner does not work here; it is not restarted, to avoid a loop. */
const MIN_RUN_MS = 1_000
/** An engine that reports nothing for this long after its start does not work here. */
const RESPONSE_TIMEOUT_MS = 2_000
/** So many sounds of speech without any result: the engine does not recognize what it gets. */
const MAX_MISSES = 3

/**
 * Spots wake words with the browser's own recognition.
 * @param onDevice its recognition on this device, used instead of its service where it is known to recognize the language
 */
export function createBrowserWakeWordSpotter(
  createRecognition: CreateSpeechRecognition,
  clock: Clock,
  onDevice?: DeviceRecognition,
): WakeWordSpotter {
  let isBroken = false
  let running: SpeechRecognition | undefined
  let misses = 0

  function abandon(recognition: SpeechRecognition): void {
    isBroken = true
    if (running !== recognition) return
    running = undefined
    recognition.abort()
  }

  function startRecognition(
    create: () => SpeechRecognition,
    language: string,
    onWords: (words: string) => void,
  ): void {
    const recognition = create()
    const startedAt = clock.now()
    running = recognition
    const tag = onDevice?.tagOf(language)
    recognition.lang = tag ?? language
    if (tag !== undefined) recognition.processLocally = true
    recognition.continuous = true
    recognition.interimResults = true
    const stopWaiting = clock.after(RESPONSE_TIMEOUT_MS, () => {
      if (running === recognition) abandon(recognition)
    })
    for (const sign of ['start', 'audiostart', 'result', 'error', 'end'])
      recognition.addEventListener(sign, stopWaiting)
    recognition.addEventListener('result', (event) => {
      misses = 0
      if (running === recognition) onWords(lastWordsOf(event as SpeechRecognitionResultEvent))
    })
    recognition.addEventListener('error', (event) => {
      const { error } = event as SpeechRecognitionErrorEvent
      if (error !== 'no-speech' && error !== 'aborted') isBroken = true
    })
    recognition.addEventListener('end', () => {
      if (running !== recognition) return
      running = undefined
      if (clock.now() - startedAt < MIN_RUN_MS) isBroken = true
      if (!isBroken) startRecognition(create, language, onWords)
    })
    try {
      recognition.start()
    } catch {
      isBroken = true
    }
  }

  return {
    speechEnded() {
      if (!running) return
      misses += 1
      if (misses >= MAX_MISSES) abandon(running)
    },
    isAvailable: () => createRecognition !== undefined && !isBroken,
    start(language, onWords) {
      if (createRecognition && !isBroken && !running) startRecognition(createRecognition, language, onWords)
    },
    stop() {
      const stopped = running
      running = undefined
      stopped?.abort()
    },
  }
}

/** Returns the current words: the last of the results. */
function lastWordsOf({ results }: SpeechRecognitionResultEvent): string {
  return results[results.length - 1]?.[0]?.transcript.trim() ?? ''
}
