import type { OpenMicrophone } from '../capture/microphone.ts'
import { MicrophoneError } from '../capture/microphone-error.ts'
import { isSilent } from '../detect/level.ts'
import {
  type Hearing,
  type LiveWords,
  NO_WORDS,
  TranscriptionError,
  type Recording,
} from '../transcription/transcriber.ts'
import { withoutOwnSpeech } from '../words/own-speech.ts'
import type { SegmentDetails } from './hands-free-port.ts'
import type { VoicePorts } from './session-ports.ts'
import type { SessionUtterances } from './session-utterances.ts'
import type { VoiceEvent } from './voice-event.ts'
import type { EmptyHint } from './voice-state.ts'

/** Shorter recordings contain no word: the press was a tap. */
const SHORTEST_SECONDS = 0.5

interface Capture {
  readonly opening: AbortController
  microphone?: OpenMicrophone
  /** text of the voice that may be in the recording */
  readonly voice?: string | undefined
}

interface CaptureHooks {
  readonly dispatch: (event: VoiceEvent) => void
  readonly onInterim: (words: LiveWords, utteranceId: string) => void
  /** returns the remaining text for the conversation; '' if it was a command to the page */
  readonly understand: (text: string) => Promise<string>
  /** returns whether nothing is being typed */
  readonly isFieldEmpty: () => boolean
  /** called when a recording is complete and being sent */
  readonly onUnderWay: () => void
}

type CaptureDependencies = Pick<
  VoicePorts,
  'microphone' | 'transcriber' | 'preferences' | 'origin' | 'onHeardIn'
>

/**
 * Runs the machine's effects on microphone and transcriber. Owns every open microphone and every running
 * transcription.
 */
export class VoiceCaptures {
  readonly #dependencies: CaptureDependencies
  readonly #utterances: SessionUtterances
  readonly #hooks: CaptureHooks
  readonly #captures = new Map<string, Capture>()
  readonly #hearings = new Map<string, Hearing>()
  /** utterances that wait for a download, while nothing was sent since */
  readonly #delayed = new Set<string>()

  constructor(dependencies: CaptureDependencies, utteranceStore: SessionUtterances, hooks: CaptureHooks) {
    this.#dependencies = dependencies
    this.#utterances = utteranceStore
    this.#hooks = hooks
  }

  async open(utteranceId: string): Promise<void> {
    const capture: Capture = { opening: new AbortController() }
    this.#captures.set(utteranceId, capture)
    const { signal } = capture.opening
    // Opens the store, so that the utterance can be stored even if the server disconnects meanwhile.
    void this.#utterances.get(utteranceId)
    try {
      const onLost = () => this.#hooks.dispatch({ type: 'microphone-lost', utteranceId })
      const opened = await this.#dependencies.microphone.open(onLost, signal)
      if (signal.aborted) return opened.close()
      capture.microphone = opened
      this.#hooks.dispatch({ type: 'microphone-opened', utteranceId })
    } catch (error) {
      const reason = error instanceof MicrophoneError ? error.reason : 'unsupported'
      // The button was released to answer the browser's question, and the answer was no.
      if (signal.aborted && reason !== 'denied') return
      if (!signal.aborted) this.#captures.delete(utteranceId)
      this.#hooks.dispatch({ type: 'microphone-failed', utteranceId, reason })
    }
  }

  /** Takes a part of an open microphone's audio as a separate recording. */
  adopt(utteranceId: string, microphone: OpenMicrophone, { words, voice }: SegmentDetails = {}): void {
    this.#captures.set(utteranceId, { opening: new AbortController(), microphone, voice })
    if (words !== undefined) this.#hearings.set(utteranceId, alreadyHeard(words))
  }

  /** Ends a stored recording with these words, for the user to decide. */
  async offer(utteranceId: string, words: string): Promise<void> {
    const microphone = this.#captures.get(utteranceId)?.microphone
    this.#captures.delete(utteranceId)
    if (!microphone) return
    await this.#utterances.store(utteranceId, await microphone.finish(), this.#dependencies.origin())
    this.#utterances.heard(utteranceId, words)
  }

  /** Stores the recording of audio that is not transcribed here, in case the page closes. */
  keep(utteranceId: string, microphone: OpenMicrophone): void {
    this.#captures.set(utteranceId, { opening: new AbortController(), microphone })
    const store = this.#utterances.listen(utteranceId, this.#dependencies.origin())
    microphone.begin((frame) => {
      if (this.#captures.get(utteranceId)?.microphone === microphone) store(frame)
    })
  }

  begin(utteranceId: string): void {
    const hearing = this.#hearings.get(utteranceId) ?? this.#startHearing(utteranceId, true)
    const keep = this.#utterances.listen(utteranceId, this.#dependencies.origin())
    const capture = this.#captures.get(utteranceId)
    capture?.microphone?.begin((frame) => {
      // A closed microphone may deliver a last frame of a recording that was discarded.
      if (this.#captures.get(utteranceId) === capture) keep(frame)
      hearing.pushFrame?.(frame)
    })
    const port = hearing.listenOn && capture?.microphone?.openPort?.()
    if (port) hearing.listenOn?.(port)
  }

  /** Discards the recording. */
  discard(utteranceId: string): void {
    this.#close(utteranceId)
    this.#utterances.discard(utteranceId)
  }

  /** Audio recorded so far stays stored. */
  #close(utteranceId: string): void {
    const capture = this.#captures.get(utteranceId)
    this.#captures.delete(utteranceId)
    this.abandon([utteranceId])
    capture?.opening.abort()
    capture?.microphone?.close()
  }

  async finish(utteranceId: string): Promise<void> {
    const hearing = this.#hearings.get(utteranceId)
    const { microphone, voice } = this.#captures.get(utteranceId) ?? {}
    if (!hearing || !microphone) return
    const origin = this.#dependencies.origin()
    hearing.soundEnding?.()
    const recording = await microphone.finish(() => hearing.soundEnded?.())
    this.#captures.delete(utteranceId)
    const shortest = this.#dependencies.preferences.shortestSeconds?.() ?? SHORTEST_SECONDS
    if (recording.durationSeconds < shortest) return this.#dropEmpty(utteranceId, 'too-short')
    if (recording.loudestLevel === 0) return this.#dropEmpty(utteranceId, 'no-sound')
    if (isSilent(recording.loudestLevel)) return this.#dropEmpty(utteranceId, 'no-speech')
    await this.#utterances.store(utteranceId, recording, origin)
    await this.#hear(utteranceId, hearing, recording, voice)
  }

  async transcribeAgain(utteranceId: string): Promise<void> {
    const hearing = this.#startHearing(utteranceId, false)
    const utterance = await this.#utterances.get(utteranceId)
    if (utterance) return await this.#hear(utteranceId, hearing, utterance)
    // Another tab discarded it, or it was answered there.
    this.#dropEmpty(utteranceId, 'no-speech')
  }

  /** Stops transcribing them; their recordings stay stored. */
  abandon(utteranceIds: readonly string[]): void {
    for (const utteranceId of utteranceIds) {
      this.#hearings.get(utteranceId)?.abort()
      this.#hearings.delete(utteranceId)
    }
  }

  /** Called when a question is asked: words that arrive afterwards stay with their recording. */
  onAsked(): void {
    this.#delayed.clear()
  }

  level(): number {
    for (const { microphone } of this.#captures.values()) if (microphone) return microphone.level()
    return 0
  }

  dispose(): void {
    for (const utteranceId of this.#captures.keys()) this.#close(utteranceId)
    this.abandon([...this.#hearings.keys()])
  }

  #startHearing(utteranceId: string, isLive: boolean): Hearing {
    const language = this.#dependencies.preferences.spokenLanguage()
    const languages = this.#dependencies.preferences.spokenLanguages?.()
    // The words of another utterance.
    this.#hooks.onInterim(NO_WORDS, utteranceId)
    const onInterim = (words: LiveWords) => this.#hooks.onInterim(words, utteranceId)
    const onDelayed = () => {
      this.#delayed.add(utteranceId)
      this.#utterances.waiting(utteranceId)
      this.#hooks.dispatch({ type: 'hearing-delayed', utteranceId })
    }
    const hearing = this.#dependencies.transcriber.start({
      language,
      languages,
      isLive,
      onInterim,
      onDelayed,
    })
    this.#hearings.set(utteranceId, hearing)
    return hearing
  }

  async #hear(utteranceId: string, hearing: Hearing, recording: Recording, voice?: string): Promise<void> {
    this.#utterances.hearing(utteranceId)
    try {
      const hears = hearing.finish(recording)
      this.#hooks.onUnderWay()
      const transcript = await hears
      const heardTranscript =
        voice === undefined
          ? transcript
          : { ...transcript, text: withoutOwnSpeech(transcript.text, voice, true) }
      // Transcribers write music and noise as symbols.
      if (!/[\p{L}\p{N}]/u.test(heardTranscript.text)) return this.#dropEmpty(utteranceId, 'no-speech')
      const text = heardTranscript.isUnderstood
        ? heardTranscript.text
        : await this.#hooks.understand(heardTranscript.text)
      if (text === '') return this.#dropEmpty(utteranceId, 'obeyed')
      this.#utterances.heard(utteranceId, text)
      const { language } = heardTranscript
      if (language !== undefined) this.#dependencies.onHeardIn?.({ utteranceId, text, language })
      const isLate = this.#delayed.has(utteranceId) && this.#hooks.isFieldEmpty()
      this.#hooks.dispatch({ type: isLate ? 'heard-late' : 'heard', utteranceId, text })
    } catch (error) {
      const reason = error instanceof TranscriptionError ? error.reason : 'broken'
      this.#utterances.failed(utteranceId, reason)
      this.#hooks.dispatch({ type: 'not-heard', utteranceId, reason })
    } finally {
      if (this.#hearings.get(utteranceId) === hearing) this.#hearings.delete(utteranceId)
      this.#delayed.delete(utteranceId)
    }
  }

  #dropEmpty(utteranceId: string, hint: EmptyHint): void {
    this.abandon([utteranceId])
    this.#utterances.discard(utteranceId)
    this.#hooks.dispatch({ type: 'nothing-heard', utteranceId, hint })
  }
}

function alreadyHeard(text: string): Hearing {
  const transcript = { text, language: undefined, isUnderstood: true } as const
  return { finish: () => Promise.resolve(transcript), abort: () => undefined }
}
