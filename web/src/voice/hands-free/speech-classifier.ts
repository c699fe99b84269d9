import type { OpenMicrophone } from '../capture/microphone.ts'
import type { MeasuredRecording } from '../capture/recorder.ts'
import { TranscriptionError, type Transcriber } from '../transcription/transcriber.ts'
import type { Clock } from '../speak/clock.ts'
import { isBackchannel, isStop } from '@vee/contract/spoken/backchannels'
import { consentAnswerOf } from '@vee/contract/spoken/consent-answers'
import { isInvented } from '@vee/contract/spoken/invented-words'
import { withoutOwnSpeech } from '../words/own-speech.ts'
import { areSimilar } from '../words/similar-words.ts'
import { matchWakeWord, startsWithLettersOf } from '@vee/contract/spoken/wake-words'
import type { Meaning } from './hands-free-state.ts'
import type { EndpointingOptions } from './endpointing.ts'
import type { UtteranceRecordings } from './utterance-recordings.ts'
import type { WakeWordSpotter } from './wake-word-spotter.ts'

interface ClassifierDependencies {
  readonly transcriber: Transcriber
  readonly language: () => string
  readonly wakeWords: () => readonly string[]
  readonly spotter: WakeWordSpotter
  readonly executeCommand: (text: string) => Promise<boolean>
  readonly endpointing: () => Pick<EndpointingOptions, 'maxUtteranceMs'>
  readonly duplex: () => { readonly usesHeadphones: boolean }
  /** returns what the voice is speaking, with the sentences before it */
  readonly spokenText: () => string
  /** returns whether sound may leave the device before a wake word; default: yes */
  readonly maySendBeforeWakeWord?: (() => boolean) | undefined
  readonly clock: Clock
}

interface ClassificationOptions {
  readonly isIdle: boolean
  readonly isOver: boolean
  /** the user was asked whether a tool may be used */
  readonly mayConsent?: boolean
  /** returns the recording again, which may have been cut to its wake word */
  readonly copyAgain?: () => MeasuredRecording | undefined
}

/** Timeout for the last results of the browser's recognition. */
const SPOTTER_LAST_WORDS_MS = 900
/** Shorter sounds contain no word, in seconds. */
const MIN_SECONDS = 0.3

/**
 * Classifies a sound before it is known whether it was for Vee. It is stored here only, and only until then.
 */
export class SpeechClassifier {
  readonly #dependencies: ClassifierDependencies
  readonly #recordings = new Map<string, MeasuredRecording>()
  /** the last words that the browser recognized */
  #browserWords = ''
  /** the taught word that was spotted in the current recording, and whose following words decide */
  #taughtWord: string | undefined

  constructor(dependencies: ClassifierDependencies) {
    this.#dependencies = dependencies
  }

  /** Discards the browser's earlier words: they were handled, and do not describe a new noise. */
  reset(): void {
    this.#browserWords = ''
    this.#taughtWord = undefined
  }

  /** Stores the words that the browser recognized. Returns the wake word at their start. */
  onBrowserWords(words: string): string | undefined {
    this.#browserWords = words
    return this.#wakeWordIn(words)
  }

  /**
   * Called when a taught word was spotted by its sound. Returns it if it is a wake word by itself; others are known from
   * the words that follow, which may leave the device now.
   */
  onTaughtWord(word: string): string | undefined {
    this.#browserWords = ''
    const wakeWord = this.#wakeWordIn(word)
    if (wakeWord === undefined) this.#taughtWord = word
    return wakeWord
  }

  #wakeWordIn(words: string): string | undefined {
    const match = matchWakeWord(words, this.#dependencies.wakeWords())
    // More words may follow a name that is no wake word by itself: "Victoria is lovely".
    return match?.isAddressed === true && (match.rest !== '' || !match.isAmbiguous) ? match.word : undefined
  }

  /**
   * Classifies a recording. `isIdle`: nothing is in progress, so only a wake word counts. `isOver`: the sound
   * has ended; before that, a command to the page is not executed, since more words may follow.
   */
  async classify(
    id: string,
    recording: MeasuredRecording,
    { isIdle, isOver, mayConsent = false, copyAgain }: ClassificationOptions,
  ): Promise<Meaning> {
    this.#recordings.set(id, recording)
    if (recording.durationSeconds < MIN_SECONDS) return NOTHING
    const { spotter, clock } = this.#dependencies
    if (isIdle && spotter.isAvailable()) {
      const { promise, resolve } = Promise.withResolvers<void>()
      clock.after(SPOTTER_LAST_WORDS_MS, resolve)
      await promise
      const word = this.#taughtWord
      this.#taughtWord = undefined
      if (word !== undefined) {
        const cut = copyAgain?.() ?? recording
        this.#recordings.set(id, cut)
        return this.#meaningOfTaughtWord(word, cut)
      }
      const words = this.#browserWords
      this.#browserWords = ''
      spotter.speechEnded()
      return this.#meaningOf(words, { isIdle, isOver })
    }
    if (isIdle && this.#dependencies.maySendBeforeWakeWord?.() === false) return { kind: 'no-spotter' }
    if (recording.durationSeconds * 1_000 > this.#dependencies.endpointing().maxUtteranceMs) return NOTHING
    const text = await this.#textOf(recording)
    return typeof text === 'string'
      ? this.#meaningOf(text, { isIdle, isOver, mayConsent })
      : { kind: text.failure }
  }

  /**
   * Returns the recording as a microphone of its own: the part that these words are of, or, without words, the
   * recording that continues.
   */
  microphoneOf(id: string, words: string | undefined, recordings: UtteranceRecordings): OpenMicrophone {
    const recording = this.#recordings.get(id)
    const microphone = recordings.microphoneOf(id)
    if (!recording || words === undefined) return microphone
    return {
      ...microphone,
      finish: () => {
        recordings.drop(id)
        return Promise.resolve(recording)
      },
    }
  }

  forget(id: string): void {
    this.#recordings.delete(id)
  }

  async #meaningOf(
    transcript: string,
    { isIdle, isOver, mayConsent }: ClassificationOptions,
  ): Promise<Meaning> {
    const { language, wakeWords } = this.#dependencies
    const executeCommand = (words: string) =>
      isOver ? this.#dependencies.executeCommand(words) : Promise.resolve(false)
    const mayEcho = !this.#dependencies.duplex().usesHeadphones
    const text = isIdle ? transcript : withoutOwnSpeech(transcript, this.#dependencies.spokenText(), mayEcho)
    const answer = mayConsent === true ? consentAnswerOf(text, language(), wakeWords()) : undefined
    if (answer) return { kind: 'consent', answer }
    const match = matchWakeWord(text, wakeWords())
    const wakeMatch = match?.isAddressed === true ? match : undefined
    if (wakeMatch && !(wakeMatch.rest !== '' && (await executeCommand(text)))) {
      return { kind: 'wake-word', word: wakeMatch.word, rest: wakeMatch.rest }
    }
    if (isIdle || text === '' || wakeMatch) return NOTHING
    if (isStop(text, language())) return { kind: 'stop' }
    if (isBackchannel(text, language()) || isInvented(text)) return { kind: 'backchannel' }
    return (await executeCommand(text)) ? NOTHING : { kind: 'words', text }
  }

  /** Lets the words decide after a taught word was spotted by its sound: a name may begin a sentence about it. */
  async #meaningOfTaughtWord(word: string, recording: MeasuredRecording): Promise<Meaning> {
    const text = await this.#textOf(recording)
    if (typeof text !== 'string')
      return text.failure === 'failed'
        ? { kind: 'wake-word-without-transcript', word }
        : { kind: text.failure }
    if (matchWakeWord(text, this.#dependencies.wakeWords()))
      return this.#meaningOf(text, { isIdle: true, isOver: true })
    if (startsWithLettersOf(text, word)) return NOTHING
    // Transcribers write a name as they hear it: as many words as it has are the name.
    const count = word.split(' ').length
    const written = text.split(' ')
    if (text !== '' && !areSimilar(written.slice(0, count).join(' '), word)) return NOTHING
    return { kind: 'wake-word', word, rest: written.slice(count).join(' ') }
  }

  async #textOf(
    recording: MeasuredRecording,
  ): Promise<string | { readonly failure: 'no-recognizer' | 'failed' }> {
    const request = {
      language: this.#dependencies.language(),
      isStreaming: false,
      onInterim: () => undefined,
    }
    try {
      return (await this.#dependencies.transcriber.start(request).finish(recording)).text
    } catch (error) {
      const isUnavailable = error instanceof TranscriptionError && error.reason === 'unavailable'
      return { failure: isUnavailable ? 'no-recognizer' : 'failed' }
    }
  }
}

const NOTHING: Meaning = { kind: 'nothing' }
