import { knowsScript } from '@vee/contract/speech-text/readable'
import type { Clock } from '../clock.ts'
import { listBrowserVoices } from './browser-voices.ts'
import type { BrowserVoice } from './browser-voices.ts'
import { castVoice, pitchFactor } from './cast-voices.ts'
import type { SpeakerVoice } from './cast-voices.ts'
import { GestureNeededError, SpeechSourceError, UnreadableTextError } from './speech-source.ts'
import type { SelfPlayed, SynthesisRequest, SpeechSource, VoiceSettings } from './speech-source.ts'

/** A voice that has not started by then will not start. */
const START_LIMIT_MS = 5_000
/** The highest that browsers accept. */
const MAX_PITCH = 2
/** Slowest speech to wait for, per code unit at rate 1. */
const SLOWEST_MS = 250
/** Added to the estimated duration before a missing `end` event is assumed. */
const END_MARGIN_MS = 3_000

type SetPaused = (isPaused: boolean) => void
const NOT_SPEAKING: SetPaused = () => {}

export interface BrowserSpeech {
  readonly synthesis: SpeechSynthesis
  readonly createUtterance: (text: string) => SpeechSynthesisUtterance
}

interface BrowserSourceOptions {
  /** undefined if the browser cannot speak */
  readonly speech: BrowserSpeech | undefined
  readonly settings: () => VoiceSettings
  readonly clock: Clock
}

/** Returns the source of the browser's own voices. */
export function createBrowserSource({ speech, settings, clock }: BrowserSourceOptions): SpeechSource {
  return {
    id: 'browser',
    async make(request, signal) {
      if (!speech) throw new SpeechSourceError('browser-speech-unsupported')
      const voices = await listBrowserVoices(speech.synthesis, clock)
      signal.throwIfAborted()
      if (voices.length === 0) throw new SpeechSourceError('browser-voices-missing')
      const { speakers, agentId } = settings()
      const role = castVoice(
        voices.map(({ voice }) => voice).filter(({ lang }) => knowsScript(lang, request.text)),
        { language: request.language, speakers, speakerId: request.agentId ?? agentId },
      )
      const voice = voices.find(({ voice }) => voice === role?.voice)
      if (!role || !voice) throw new UnreadableTextError()
      const introduction = request.isIntroduction === true ? role.introduction : ''
      let setVoicePaused = NOT_SPEAKING
      return {
        type: 'self-played',
        play: (on) => {
          const spokenRequest = { ...request, text: introduction + request.text }
          const utterance = prepare(speech, spokenRequest, { ...role, native: voice.native }, settings())
          return speak({
            synthesis: speech.synthesis,
            utterance,
            clock,
            signal,
            on: {
              started: () => on.started(),
              onSpoken: (length) => {
                if (length >= introduction.length) on.onSpoken(length - introduction.length)
              },
            },
            onPausable: (setPaused) => void (setVoicePaused = setPaused),
          })
        },
        setPaused: (isPaused) => setVoicePaused(isPaused),
      }
    },
  }
}

function prepare(
  speech: BrowserSpeech,
  { text, language }: SynthesisRequest,
  { native, semitones, pace }: SpeakerVoice & Pick<BrowserVoice, 'native'>,
  { rate, pitch, volume }: VoiceSettings,
): SpeechSynthesisUtterance {
  const utterance = speech.createUtterance(text)
  utterance.voice = native
  utterance.lang = native.lang || language
  utterance.rate = rate * pace
  utterance.pitch = Math.min(MAX_PITCH, pitch * pitchFactor(semitones))
  utterance.volume = volume
  return utterance
}

interface Speaking {
  readonly synthesis: SpeechSynthesis
  readonly utterance: SpeechSynthesisUtterance
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly on: SelfPlayed
  /** called with a function that pauses the voice */
  readonly onPausable: (setPaused: SetPaused) => void
}

/** Chrome garbage-collects an utterance without a reference, and its events with it. */
const alive = new Set<SpeechSynthesisUtterance>()

async function speak({ synthesis, utterance, clock, signal, on, onPausable }: Speaking): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let stopWaiting = clock.after(START_LIMIT_MS, () => {
    reject(new SpeechSourceError('browser-speech-unsupported'))
  })
  let isPaused = false
  let left = utterance.text.length
  const waitForEnd = (length: number) => {
    left = length
    stopWaiting()
    // A missing `end` event: the voice had all the time it could need.
    if (!isPaused) stopWaiting = clock.after((length * SLOWEST_MS) / utterance.rate + END_MARGIN_MS, resolve)
  }
  onPausable((pauses) => {
    isPaused = pauses
    if (pauses) synthesis.pause()
    else synthesis.resume()
    waitForEnd(left)
  })
  utterance.addEventListener('start', () => {
    waitForEnd(utterance.text.length)
    on.started()
  })
  utterance.addEventListener('boundary', ({ charIndex }) => {
    waitForEnd(utterance.text.length - charIndex)
    on.onSpoken(charIndex)
  })
  utterance.addEventListener('end', () => resolve())
  utterance.addEventListener('error', ({ error }) => reject(errorOf(error)))
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  alive.add(utterance)
  try {
    synthesis.speak(utterance)
    await promise
  } finally {
    stopWaiting()
    signal.removeEventListener('abort', abort)
    alive.delete(utterance)
    onPausable(NOT_SPEAKING)
    synthesis.cancel()
    // A paused synthesis would stay paused for the next voice.
    if (isPaused) synthesis.resume()
  }
}

function errorOf(error: SpeechSynthesisErrorCode): Error {
  if (error === 'not-allowed') return new GestureNeededError()
  const isVoiceGone = error === 'voice-unavailable' || error === 'language-unavailable'
  return new SpeechSourceError(isVoiceGone ? 'browser-voices-missing' : 'browser-speech-unsupported')
}
