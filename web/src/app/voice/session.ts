import type { ServiceStatus } from '#features/system/service-status/index.ts'
import type { Chat } from '#features/chat/index.ts'
import { useLook } from '#features/chat/look/look-store.ts'
import { currentLanguage } from '#i18n/index.ts'
import { useEyesOff } from '#lib/eyes-off.ts'
import type { Api } from '#lib/http/index.ts'
import { isSessionExpired } from '#lib/storage/tab-session.ts'
import { usePreferences } from '#lib/preferences/index.ts'
import { randomId } from '#lib/random-id.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { PresenceController } from '#presence/index.ts'
import { playCue, type Cue } from '#voice/cues/cue.ts'
import { followListening } from '#voice/cues/listening-cues.ts'
import { createLazyHandsFree } from '#voice/hands-free/lazy-hands-free.ts'
import type { LiveCallEnd } from '#voice/live-model/ports.ts'
import { withLiveMode } from '#voice/live-model/with-live-mode.ts'
import type { Engine } from '#voice/transcription/transcriber-chain.ts'
import { createUtteranceStore } from '#voice/utterances/utterance-store.ts'
import {
  systemClock,
  type ComposerPort,
  type ConversationPort,
  type Microphone,
  type UtteranceOrigin,
  type VoiceSession,
} from '#voice/index.ts'
import { listenForPageHidden } from '#voice/session/page-hidden.ts'
import { createVoiceSession } from '#voice/session/voice-session.ts'
import type { MutableSpeechOutput } from '#voice/speak/index.ts'
import type { TurnTransport } from '#voice/transport/turn-transport.ts'
import { fetchAnnouncements } from '#features/voice/read-aloud/announcements.ts'
import type { SpokenLanguages } from '#features/voice/languages/follow-language.ts'
import { voiceLanguage } from '#lib/language/language-rules.ts'
import { answerToolConsent, awaitsConsent, createToolFollower } from './follow-tools.ts'
import { logVoice } from './log-voice.ts'
import {
  commandLanguages,
  createSpokenWords,
  type SpokenWordsDependencies,
} from '#features/voice/spoken-commands/spoken-words.ts'
import { canTranscribe, createAppTranscriber } from './transcriber.ts'
import { withOwner, utterancesOfOwner } from './utterances-of-owner.ts'

export { followTimings } from './turn-timings.ts'

/** What a conversation provides to the voice. */
export interface TalkPorts extends SpokenWordsDependencies {
  readonly api: Api
  readonly service: Pick<ServiceStatus, 'store'>
  readonly conversation: ConversationPort
  readonly composer: ComposerPort
  readonly origin: () => UtteranceOrigin
  readonly presence: Pick<PresenceController, 'tell'>
  /** returns the id of the agent that speaks at an offset of a reply */
  readonly agentAt: (replyId: string, offset: number) => string | undefined
  /** returns the active conversation */
  readonly chat: () => Chat
  /** called when turns continue after a conversation with a live model */
  readonly onLiveEnded: (end: LiveCallEnd) => void
  /** returns whether the active agent supports speech */
  readonly mayListen: () => boolean
}

/** The browser's resources for the voice. */
interface TalkDependencies {
  readonly audioContext: () => AudioContext
  readonly microphone: Microphone
  readonly speechOutput: MutableSpeechOutput
  readonly languages: SpokenLanguages
  readonly transport: TurnTransport
}

const settings = () => useSettings.getState()

const replyLanguage = () => voiceLanguage(settings(), currentLanguage())

/** Loaded before the first reply, whose language may differ from the page's. */
const fetchWhatIsAnnounced = () => void fetchAnnouncements(replyLanguage())

/** Creates a voice session with this browser, server and conversation. */
export function createBrowserSession(ports: TalkPorts, dependencies: TalkDependencies): VoiceSession {
  const { api, service, conversation, composer, origin, mayListen, presence } = ports
  const { audioContext, microphone, speechOutput, languages, transport } = dependencies
  const playSoundCue = (kind: Cue) => {
    const { enableUiSounds, uiSoundVolume, muted } = settings()
    const { soundEnabled } = usePreferences.getState()
    if (soundEnabled && enableUiSounds && !muted) playCue(audioContext(), kind, uiSoundVolume)
  }
  const words = createSpokenWords(ports)
  const onFallback = (engine: Engine) => session.notify(`recognition-${engine}`)
  const transcriber = createAppTranscriber({ api, transport, service, onFallback })
  const session: VoiceSession = createVoiceSession({
    microphone,
    transcriber,
    handsFree: withLiveMode(
      createLazyHandsFree(async (controller) => {
        const { createBrowserHandsFree } = await import('./hands-free.ts')
        const hearing = { api, microphone, transcriber, ...words, createId: randomId }
        return createBrowserHandsFree(controller, { ...hearing, chime: () => playSoundCue('listening') })
      }),
      async (controller, hooks) => {
        const { createBrowserLiveCall } = await import('./live-call.ts')
        const executeCommand = async (text: string) =>
          (await answersConsent(ports.chat(), text, words.wakeWords())) || words.executeCommand(text)
        const parts = { microphone, audioContext, chat: ports.chat, agents: ports.agents, executeCommand }
        return createBrowserLiveCall(controller, hooks, { ...parts, onFallBack: ports.onLiveEnded })
      },
    ),
    executeCommandIn: words.executeCommandIn,
    onConsentAnswered(callId, answer) {
      if (answerToolConsent(ports.chat(), answer, callId)) playSoundCue('listened')
    },
    onLanguageDetected: languages.onLanguageDetected,
    onDrawingSuspended: () => presence.tell({ type: 'rest' }),
    utterances: utterancesOfOwner(
      createUtteranceStore(() => session.notify('storage-unavailable')),
      api,
    ),
    speechOutput,
    conversation,
    composer,
    preferences: {
      // Without text there is nothing to review.
      sendsAtOnce: () =>
        (settings().sendsTranscriptAtOnce || useEyesOff.getState().isOn) &&
        settings().audioInputMode === 'push-to-talk',
      inputMode: () => settings().audioInputMode,
      // On the login page of an ended session it would use the member's conversation and reply aloud.
      mayListen: () => !isSessionExpired() && mayListen(),
      canTranscribe: () => canTranscribe(service),
      minSeconds: () => settings().continuous.minSegmentSeconds,
      speaksReplies: () => settings().autoPlayTts && !settings().muted,
      spokenLanguage: languages.expected,
      spokenLanguages: () => settings().spokenLanguages,
      replyLanguage,
    },
    origin: withOwner(origin),
    clock: systemClock,
    createId: randomId,
    onPageHidden: listenForPageHidden,
  })
  followListening(session, playSoundCue)
  useLook.subscribe(({ stills }, before) => stills !== before.stills && playSoundCue('still'))
  logVoice(session, speechOutput)
  followActiveTools(session, ports, playSoundCue)
  fetchWhatIsAnnounced()
  useSettings.subscribe(fetchWhatIsAnnounced)
  return session
}

/** Makes the tools of the active conversation audible, and their questions answerable. */
function followActiveTools(
  session: VoiceSession,
  { chat, agents }: Pick<TalkPorts, 'chat' | 'agents'>,
  playSoundCue: (kind: Cue) => void,
): void {
  const follower = createToolFollower({
    session,
    agents,
    language: replyLanguage,
    playSearching: () => settings().autoPlayTts && playSoundCue('searching'),
    clock: systemClock,
  })
  follower.follow(chat())
  useSettings.subscribe(({ activeAgentId }, before) => {
    if (activeAgentId !== before.activeAgentId) follower.follow(chat())
  })
}

/** Answers an open question about a tool in a conversation with a live model, which hands on the words. */
async function answersConsent(chat: Chat, text: string, wakeWords: readonly string[]): Promise<boolean> {
  if (!awaitsConsent(chat)) return false
  const { consentAnswerOf } = await import('#voice/words/index.ts')
  const answers = commandLanguages().map((language) => consentAnswerOf(text, language, wakeWords))
  const answer = answers.find((spoken) => spoken !== undefined)
  return answer !== undefined && answerToolConsent(chat, answer)
}
