import { currentLanguage } from '#i18n/index.ts'
import { useEyesOff } from '#lib/eyes-off.ts'
import type { Api } from '#lib/http/index.ts'
import { STORAGE_KEYS, readJson, writeJson } from '#lib/storage/storage.ts'
import { useSettings } from '#lib/settings/index.ts'
import {
  createHandsFree,
  createBrowserWakeWordSpotter,
  sensitivityOfThreshold,
} from '#voice/hands-free/index.ts'
import {
  systemClock,
  type HandsFree,
  type VoiceSessionController,
  type Microphone,
  type Transcriber,
} from '#voice/index.ts'
import { browserDeviceRecognition } from '#voice/transcription/device-recognition.ts'
import { browserSpeechRecognition } from '#voice/transcription/speech-recognition.ts'
import { createSpeechDetector } from './speech-detector.ts'
import { openBrowserTurnJudge } from './turn-judge.ts'
import { createAppSpotter, withConsent } from './wake-word-spotter.ts'

const settings = () => useSettings.getState()
const language = () => settings().speechLanguage || currentLanguage()

/** Connects hands-free listening to this browser and the user's settings. */
export function createBrowserHandsFree(
  controller: VoiceSessionController,
  { api, ...hearing }: TalkHearing,
): HandsFree {
  const onDevice = browserDeviceRecognition()
  // Known before the first wake word is spotted; `check` never rejects.
  void onDevice?.check(language())
  const wakeWordSpotter = createAppSpotter({
    api,
    wakeWords: hearing.wakeWords,
    browser: createBrowserWakeWordSpotter(browserSpeechRecognition(), systemClock, onDevice),
    isBrowserLocal: () => onDevice?.tagOf(language()) !== undefined,
  })
  const handsFree = createHandsFree(controller, {
    ...hearing,
    maySendBeforeWakeWord: wakeWordSpotter.maySend,
    createDetector: (mode) => {
      const { vad, continuous } = settings()
      return createSpeechDetector(
        mode === 'continuous' ? continuous.sensitivityDb : sensitivityOfThreshold(vad.threshold),
      )
    },
    openTurnJudge: () => openBrowserTurnJudge(api),
    endpointing: () => {
      const { continuous, vad, vadCommandTimeoutMs, smartEndOfTurn } = settings()
      return {
        // Without text there is nothing to review.
        autoSend: continuous.autoSend || useEyesOff.getState().isOn,
        smartEnd: smartEndOfTurn,
        pauseTimeoutMs: continuous.pauseTimeoutMs,
        silenceSendDelayMs: continuous.silenceSendDelayMs,
        commandTimeoutMs: vadCommandTimeoutMs,
        commandPauseMs: vad.commandPauseMs,
        untranscribedCommandPauseMs: vad.silenceMs,
        maxUtteranceMs: continuous.maxSegmentSeconds * 1_000,
      }
    },
    pauses: {
      load: () => {
        const stored = readJson(STORAGE_KEYS.speechPauses)
        return Array.isArray(stored) ? stored.filter((ms) => typeof ms === 'number') : []
      },
      save: (pauses) => void writeJson(STORAGE_KEYS.speechPauses, pauses),
    },
    duplex: () => ({
      listensDuringResponse: settings().continuous.listenDuringResponse,
      usesHeadphones: settings().usesHeadphones,
    }),
    language,
    spotter: wakeWordSpotter.spotter,
    clock: systemClock,
  })
  return withConsent(handsFree, controller, wakeWordSpotter.prepare)
}

/** Dependencies that hands-free listening shares with push-to-talk. */
interface TalkHearing {
  readonly api: Api
  readonly microphone: Microphone
  readonly transcriber: Transcriber
  /** the user's list and the agents' names */
  readonly wakeWords: () => readonly string[]
  /** called with the wake word before the words after it are processed */
  readonly onWakeWord: (wakeWord: string) => void
  /** executes the command in the words; returns false if there is none */
  readonly executeCommand: (text: string) => Promise<boolean>
  readonly chime: () => void
  readonly createId: () => string
}
