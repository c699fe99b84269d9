import type { OpenMicrophone } from '../capture/microphone.ts'
import { MicrophoneError } from '../capture/microphone-error.ts'
import { isSilent } from '../detect/level.ts'
import {
  type PendingTranscription,
  type InterimWords,
  NO_WORDS,
  TranscriptionError,
  type Recording,
} from '../transcription/transcriber.ts'
import { withoutOwnSpeech } from '../words/own-speech.ts'
import type { UtteranceDetails } from './hands-free-port.ts'
import type { VoicePorts } from './session-ports.ts'
import type { SessionUtterances } from './session-utterances.ts'
import type { VoiceEvent } from './voice-event.ts'
import type { EmptyHint } from './voice-state.ts'

/** Shorter recordings contain no word: the press was a tap. */
const MIN_SECONDS = 0.5

interface Capture {
  readonly opening: AbortController
  microphone?: OpenMicrophone
  /** text of the voice that may be in the recording */
  readonly spokenText?: string | undefined
}

interface CaptureHooks {
  readonly dispatch: (event: VoiceEvent) => void
  readonly onInterim: (words: InterimWords, utteranceId: string) => void
  /** returns the remaining text for the conversation; '' if it was a command to the page */
  readonly executeCommandIn: (text: string) => Promise<string>
  /** returns whether nothing is being typed */
  readonly isFieldEmpty: () => boolean
  /** called when a recording is complete and being sent */
  readonly onRecordingSent: () => void
}

type CaptureDependencies = Pick<
  VoicePorts,
  'microphone' | 'transcriber' | 'preferences' | 'origin' | 'onLanguageDetected'
>

/**
 * Runs the machine's effects on microphone and transcriber, each by the method of its name. Owns every open microphone
 * and every running transcription.
 */
export class VoiceCaptures {
  readonly #dependencies: CaptureDependencies
  readonly #utterances: SessionUtterances
  readonly #hooks: CaptureHooks
  readonly #captures = new Map<string, Capture>()
  readonly #transcriptions = new Map<string, PendingTranscription>()
  /** utterances that wait for a download, while nothing was sent since */
  readonly #delayed = new Set<string>()

  constructor(dependencies: CaptureDependencies, utterances: SessionUtterances, hooks: CaptureHooks) {
    this.#dependencies = dependencies
    this.#utterances = utterances
    this.#hooks = hooks
  }

  async openMicrophone(utteranceId: string): Promise<void> {
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

  /** Uses a part of an open microphone's audio as the microphone of an utterance: `startRecording` follows. */
  addOpenMicrophone(
    utteranceId: string,
    microphone: OpenMicrophone,
    { words, spokenText }: UtteranceDetails = {},
  ): void {
    this.#captures.set(utteranceId, { opening: new AbortController(), microphone, spokenText })
    if (words !== undefined) this.#transcriptions.set(utteranceId, alreadyTranscribed(words))
  }

  /** Ends a stored recording with these words, for the user to decide. */
  async finishForReview(utteranceId: string, words: string): Promise<void> {
    const microphone = this.#captures.get(utteranceId)?.microphone
    this.#captures.delete(utteranceId)
    if (!microphone) return
    await this.#utterances.store(utteranceId, await microphone.finish(), this.#dependencies.origin())
    this.#utterances.transcribed(utteranceId, words)
  }

  /** Stores the recording of audio that is not transcribed here, in case the page closes. */
  recordWithoutTranscription(utteranceId: string, microphone: OpenMicrophone): void {
    this.#captures.set(utteranceId, { opening: new AbortController(), microphone })
    const storeFrame = this.#utterances.createFrameWriter(utteranceId, this.#dependencies.origin())
    microphone.begin((frame) => {
      if (this.#captures.get(utteranceId)?.microphone === microphone) storeFrame(frame)
    })
  }

  /** Records and transcribes the open microphone of an utterance, and stores its frames. */
  startRecording(utteranceId: string): void {
    const transcription = this.#transcriptions.get(utteranceId) ?? this.#startTranscription(utteranceId, true)
    const storeFrame = this.#utterances.createFrameWriter(utteranceId, this.#dependencies.origin())
    const capture = this.#captures.get(utteranceId)
    capture?.microphone?.begin((frame) => {
      // A closed microphone may deliver a last frame of a recording that was discarded.
      if (this.#captures.get(utteranceId) === capture) storeFrame(frame)
      transcription.pushFrame?.(frame)
    })
    const port = transcription.connectMicrophone && capture?.microphone?.openPort?.()
    if (port) transcription.connectMicrophone?.(port)
  }

  /** Stops the recording and deletes what is stored of it. */
  discardRecording(utteranceId: string): void {
    this.#stopRecording(utteranceId)
    this.#utterances.discard(utteranceId)
  }

  /** Stops the recording and its transcription. Audio recorded so far stays stored. */
  #stopRecording(utteranceId: string): void {
    const capture = this.#captures.get(utteranceId)
    this.#captures.delete(utteranceId)
    this.abandonTranscriptions([utteranceId])
    capture?.opening.abort()
    capture?.microphone?.close()
  }

  /** Ends the recording, stores it, and transcribes it. */
  async finishRecording(utteranceId: string): Promise<void> {
    const transcription = this.#transcriptions.get(utteranceId)
    const { microphone, spokenText } = this.#captures.get(utteranceId) ?? {}
    if (!transcription || !microphone) return
    const origin = this.#dependencies.origin()
    transcription.flushAudio?.()
    const recording = await microphone.finish(() => transcription.endAudio?.())
    this.#captures.delete(utteranceId)
    const shortest = this.#dependencies.preferences.minSeconds?.() ?? MIN_SECONDS
    if (recording.durationSeconds < shortest) return this.#discardEmpty(utteranceId, 'too-short')
    if (recording.loudestLevel === 0) return this.#discardEmpty(utteranceId, 'no-sound')
    if (isSilent(recording.loudestLevel)) return this.#discardEmpty(utteranceId, 'no-speech')
    await this.#utterances.store(utteranceId, recording, origin)
    await this.#transcribe(utteranceId, transcription, recording, spokenText)
  }

  async transcribeAgain(utteranceId: string): Promise<void> {
    const transcription = this.#startTranscription(utteranceId, false)
    const utterance = await this.#utterances.get(utteranceId)
    if (utterance) return await this.#transcribe(utteranceId, transcription, utterance)
    // Another tab discarded it, or it was answered there.
    this.#discardEmpty(utteranceId, 'no-speech')
  }

  /** Stops transcribing them; their recordings stay stored. */
  abandonTranscriptions(utteranceIds: readonly string[]): void {
    for (const utteranceId of utteranceIds) {
      this.#transcriptions.get(utteranceId)?.abort()
      this.#transcriptions.delete(utteranceId)
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
    for (const utteranceId of this.#captures.keys()) this.#stopRecording(utteranceId)
    this.abandonTranscriptions([...this.#transcriptions.keys()])
  }

  #startTranscription(utteranceId: string, isStreaming: boolean): PendingTranscription {
    const language = this.#dependencies.preferences.spokenLanguage()
    const languages = this.#dependencies.preferences.spokenLanguages?.()
    // The words of another utterance.
    this.#hooks.onInterim(NO_WORDS, utteranceId)
    const onInterim = (words: InterimWords) => this.#hooks.onInterim(words, utteranceId)
    const onDelayed = () => {
      this.#delayed.add(utteranceId)
      this.#utterances.waiting(utteranceId)
      this.#hooks.dispatch({ type: 'transcription-delayed', utteranceId })
    }
    const transcription = this.#dependencies.transcriber.start({
      language,
      languages,
      isStreaming,
      onInterim,
      onDelayed,
    })
    this.#transcriptions.set(utteranceId, transcription)
    return transcription
  }

  async #transcribe(
    utteranceId: string,
    transcription: PendingTranscription,
    recording: Recording,
    spokenText?: string,
  ): Promise<void> {
    this.#utterances.transcribing(utteranceId)
    try {
      const finished = transcription.finish(recording)
      this.#hooks.onRecordingSent()
      const raw = await finished
      const transcript =
        spokenText === undefined ? raw : { ...raw, text: withoutOwnSpeech(raw.text, spokenText, true) }
      // Transcribers write music and noise as symbols.
      if (!/[\p{L}\p{N}]/u.test(transcript.text)) return this.#discardEmpty(utteranceId, 'no-speech')
      const text = transcript.hasParsedCommands
        ? transcript.text
        : await this.#hooks.executeCommandIn(transcript.text)
      if (text === '') return this.#discardEmpty(utteranceId, 'obeyed')
      this.#utterances.transcribed(utteranceId, text)
      const { language } = transcript
      if (language !== undefined) this.#dependencies.onLanguageDetected?.({ utteranceId, text, language })
      const isLate = this.#delayed.has(utteranceId) && this.#hooks.isFieldEmpty()
      this.#hooks.dispatch({ type: isLate ? 'transcribed-late' : 'transcribed', utteranceId, text })
    } catch (error) {
      const reason = error instanceof TranscriptionError ? error.reason : 'broken'
      this.#utterances.failed(utteranceId, reason)
      this.#hooks.dispatch({ type: 'transcription-failed', utteranceId, reason })
    } finally {
      if (this.#transcriptions.get(utteranceId) === transcription) this.#transcriptions.delete(utteranceId)
      this.#delayed.delete(utteranceId)
    }
  }

  #discardEmpty(utteranceId: string, hint: EmptyHint): void {
    this.abandonTranscriptions([utteranceId])
    this.#utterances.discard(utteranceId)
    this.#hooks.dispatch({ type: 'no-speech-found', utteranceId, hint })
  }
}

function alreadyTranscribed(text: string): PendingTranscription {
  const transcript = { text, language: undefined, hasParsedCommands: true } as const
  return { finish: () => Promise.resolve(transcript), abort: () => undefined }
}
