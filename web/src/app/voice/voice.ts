import type { TurnTiming } from '#features/voice/voice-doctor/index.ts'
import { currentLanguage } from '#i18n/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import {
  systemClock,
  createAudioContextProvider,
  createLazySession,
  createMicrophone,
  mayHaveStoredUtterances,
  playThrough,
  type LazySession,
  type LazyTransport,
  type MicrophoneWithStandby,
  type VoiceSession,
} from '#voice/index.ts'
import { createLazySpeechOutput } from '#voice/speak/lazy-speech-output.ts'
import type { MutableSpeechOutput } from '#voice/speak/index.ts'
import { createSpokenLanguages, type SpokenLanguages } from '#features/voice/languages/follow-language.ts'
import { isOtherLanguage } from '#lib/language/language-rules.ts'
import type { TalkPorts } from './session.ts'

export interface AppVoice {
  readonly session: VoiceSession
  readonly speechOutput: MutableSpeechOutput
  readonly languages: SpokenLanguages
  /** dependencies of the voice, for diagnostics */
  readonly dependencies: {
    readonly audioContext: () => AudioContext
    readonly microphone: MicrophoneWithStandby
    readonly transport: LazyTransport
  }
  /** durations of the stages of recent turns, newest first */
  readonly timings: () => readonly TurnTiming[]
}

const settings = () => useSettings.getState()
const noneYet = () => []

/** Connects the voice to this browser, server and conversation. */
export function createAppVoice(
  ports: TalkPorts & { readonly transport: LazyTransport; readonly sendMessage: (text: string) => void },
): AppVoice {
  const { api, transport, mayListen } = ports
  let cachedContext: AudioContext | undefined
  const audioContext = createAudioContextProvider((context) => {
    cachedContext = context
    if (settings().selectedAudioOutputDeviceId !== '') {
      void playThrough(context, settings().selectedAudioOutputDeviceId)
    }
  })
  const unlockAudio = () => void audioContext().resume()
  const speechOutput = createLazySpeechOutput({
    load: async () =>
      (await import('./speech-output.ts')).createBrowserSpeechOutput(
        api,
        transport,
        audioContext,
        ports.agentAt,
      ),
    unlockAudio,
  })
  const staysOpen = () => settings().keepsMicrophoneReady && settings().audioInputMode === 'push-to-talk'
  const microphone = createMicrophone(
    audioContext,
    () => ({
      deviceId: settings().selectedAudioInputDeviceId,
      cancelsEcho: !settings().usesHeadphones,
    }),
    staysOpen,
  )
  const languages = createSpokenLanguages()
  let timings: AppVoice['timings'] = noneYet
  const session = createLazySession({
    load: async () => {
      const [{ createBrowserSession, followTimings }, loadedTransport] = await Promise.all([
        import('./session.ts'),
        transport.load(),
      ])
      const dependencies = { audioContext, microphone, speechOutput, languages, transport: loadedTransport }
      const loaded = createBrowserSession(ports, dependencies)
      timings = followTimings(loaded)
      return loaded
    },
    mayHaveStoredUtterances,
    permission: () => microphone.permission(),
    ask: ports.sendMessage,
    stopReply: () => ports.conversation.stop(),
    mayListen,
    wakeSound: unlockAudio,
    unlock: () => speechOutput.unlock(),
    speaksReplies: () => settings().autoPlayTts && !settings().muted,
    now: () => systemClock.now(),
  })
  prepareWithFirstSign(session)
  speechOutput.subscribe((event) => {
    if (event.type === 'notice' && event.notice === 'voice-credits-exhausted') {
      changeSettings({ ttsProvider: 'browser' })
    }
  })
  speechOutput.setMuted(settings().muted)
  useSettings.subscribe(({ audioInputMode, selectedAudioOutputDeviceId: output, speechLanguage }, before) => {
    // The voice was chosen for the previous language: the default of the new one is suitable.
    if (isOtherLanguage(speechLanguage, before.speechLanguage, currentLanguage()))
      changeSettings({ selectedTtsVoiceId: '' })
    // The current utterance is transcribed before the mode changes.
    if (audioInputMode !== before.audioInputMode) session.closeMicrophone()
    if (cachedContext && output !== before.selectedAudioOutputDeviceId)
      void playThrough(cachedContext, output)
    if (!staysOpen()) microphone.standby.close()
  })
  useSettings.subscribe(({ activeAgentId }, before) => {
    if (activeAgentId === before.activeAgentId) return
    // A conversation with a live model belongs to its agent.
    if (session.snapshot().listening.kind === 'live') session.stopListening()
    // Leaving a conversation stops its speech; a running reply continues to its end.
    session.stopSpeech()
    if (!mayListen()) session.closeMicrophone()
  })
  useSettings.subscribe(({ muted }, before) => {
    if (muted === before.muted) return
    // In this order, so that the session records where speech was interrupted.
    if (muted) session.stopSpeech()
    speechOutput.setMuted(muted)
  })
  const dependencies = { audioContext, microphone, transport }
  return { session, speechOutput, languages, timings: () => timings(), dependencies }
}

/** Preloads code at the user's first interaction, so that speech or text does not wait for it. */
function prepareWithFirstSign(session: LazySession): void {
  const signs = ['pointerover', 'keydown'] as const
  function prepare(): void {
    for (const sign of signs) document.removeEventListener(sign, prepare, true)
    session.prepare()
  }
  for (const sign of signs) document.addEventListener(sign, prepare, { capture: true, passive: true })
}
