import type {
  CreateSpeechRecognition,
  SpeechRecognition,
  SpeechRecognitionErrorEvent,
  SpeechRecognitionResultEvent,
} from '../transcription/speech-recognition.ts'
import type { DeviceRecognition } from '../transcription/device-recognition.ts'
import type { Clock } from '../speak/clock.ts'

/** An engine that ended sooner does not work here; it is not restarted, to avoid a loop. */
const MIN_RUN_MS = 1_000
/** An engine that reports nothing for this long after its start does not work here. */
const RESPONSE_TIMEOUT_MS = 2_000
/** So many sounds of speech without any result: the engine does not recognize what it gets. */
const MAX_MISSES = 3

/** A wake word that was recognized by its sound, without words after it. */
export interface SpottedWord {
  readonly word: string
  /** time since it started, ms of the microphone's sound */
  readonly agoMs: number
}

/** Spots wake words without the server. */
export interface WakeSpotter {
  /**
   * Returns false if there is no spotter or it does not work: short utterances are sent to the server instead, where
   * the user agreed to that.
   */
  isAvailable(): boolean
  /** @param onWords called with the current words; `onSpotted` where only a wake word is recognized */
  start(language: string, onWords: (words: string) => void, onSpotted?: (spotted: SpottedWord) => void): void
  /** Called with all sound of the microphone, for spotters that do not open it themselves. */
  push?(samples: Int16Array): void
  stop(): void
  /** Called when speech has ended, with or without a wake word. An engine without results is abandoned. */
  speechEnded(): void
  /** Called when the microphone is closed. */
  close?(): void
}

/** @param device used instead of the browser's service where it is known to recognize the language */
export function createWakeSpotter(
  createRecognition: CreateSpeechRecognition,
  clock: Clock,
  device?: DeviceRecognition,
): WakeSpotter {
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
    const tag = device?.tagOf(language)
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
