import type { SpeechOutput } from '../speak/speech-output.ts'
import type { VoiceSessionController } from './hands-free-port.ts'
import type { Listening } from './listening.ts'
import type { VoiceCaptures } from './voice-captures.ts'
import type { VoiceEvent } from './voice-event.ts'
import type { VoiceState } from './voice-state.ts'

interface ControllerDependencies {
  readonly captures: VoiceCaptures
  readonly speechOutput: SpeechOutput
  readonly dispatch: (event: VoiceEvent) => void
  readonly notify: VoiceSessionController['notify']
  readonly state: () => VoiceState
  readonly show: (listening: Listening) => void
  readonly showWords: VoiceSessionController['showWords']
  readonly spokenText: () => string
  readonly answerConsent: VoiceSessionController['answerConsent']
}

/** Returns the commands that hands-free listening may give to the session. */
export function createVoiceSessionController({
  captures,
  speechOutput,
  dispatch,
  ...parts
}: ControllerDependencies): VoiceSessionController {
  const { state, show, showWords, notify, spokenText, answerConsent } = parts
  return {
    beginUtterance(utteranceId, openMicrophone, details) {
      captures.addOpenMicrophone(utteranceId, openMicrophone, details)
      dispatch({ type: 'utterance-began', utteranceId })
    },
    endUtterance: (utteranceId) => dispatch({ type: 'utterance-ended', utteranceId }),
    dropUtterance: (utteranceId) => dispatch({ type: 'utterance-dropped', utteranceId }),
    storeUtterance: (utteranceId, openMicrophone) =>
      captures.recordWithoutTranscription(utteranceId, openMicrophone),
    discardUtterance: (utteranceId) => captures.discardRecording(utteranceId),
    offerUtterance: (utteranceId, words) => void captures.finishForReview(utteranceId, words),
    finishTurn: (sends) => dispatch({ type: 'turn-finished', sends }),
    interrupt() {
      if ('turnId' in state()) dispatch({ type: 'stop-asked', what: 'reply' })
    },
    withdraw: () => dispatch({ type: 'withdrawn' }),
    duck: (isDucked) => speechOutput.duck(isDucked),
    setPaused: (isPaused) => dispatch({ type: 'pause-asked', isPaused }),
    fail: (reason) => dispatch({ type: 'listening-failed', reason }),
    answerConsent,
    notify,
    show,
    showWords,
    spokenText,
    playbackLevel: () => speechOutput.level(),
    isPlaybackMeasured: () => speechOutput.isMeasured(),
    state,
  }
}
