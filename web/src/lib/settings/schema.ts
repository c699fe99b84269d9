import { type AgentId, DEFAULT_AGENT_ID, resolveAgentId } from '@vee/contract/entities/agent-ids'
import {
  choice,
  count,
  type SettingField,
  flag,
  group,
  ids,
  language,
  languages,
  list,
  number,
  textField,
  textByKey,
  type ValuesOf,
} from './normalise.ts'

/** Whether a custom agent still exists is decided by the catalogue. */
const agent: SettingField<AgentId> = {
  fallback: DEFAULT_AGENT_ID,
  normalise: (stored) => (typeof stored === 'string' && resolveAgentId(stored)) || DEFAULT_AGENT_ID,
}

/** Every setting of the user, with its default, its bounds and the handling of invalid values. */
export const SETTINGS = {
  /** the agent used last */
  activeAgentId: agent,
  /** the agent for a first visit */
  defaultMode: agent,
  preferredCodingLanguage: textField('python', 50),
  generateDiagrams: flag(true),
  defaultTutorLevel: choice('intermediate', ['beginner', 'intermediate', 'expert']),

  /** ids of the chosen models, by agent; for others the server decides */
  modelByAgent: textByKey(200, 200),
  /** the same by conversation, chosen by voice for typed and spoken messages; `auto`: the server decides */
  modelByConversation: textByKey(50, 200),
  /** how long models reason about typed messages, by agent; for others the server decides */
  reasoningByAgent: textByKey(200, 10),
  /** id of the model for spoken messages; empty: the same as for typed ones */
  spokenModel: textField('', 200),
  /** ids of models */
  favoriteModels: ids(100, 200),

  conversationContextMode: choice('smart', ['minimal', 'smart', 'full']),
  useAdvancedMemory: flag(true),
  /** number of history messages that are sent */
  maxHistoryMessages: count(12, 1, 100),
  preventRepetition: flag(true),
  /** agents may use the server's tools */
  usesTools: flag(true),
  searchesWeb: flag(true),
  /** each visit starts with an empty chat; the history is not deleted */
  autoClearChat: flag(false),
  /** turns in the log over the presence */
  ephemeralLogMaxCompact: count(3, 1, 10),
  ephemeralLogMaxExpanded: count(20, 1, 100),

  /** BCP 47, for content without its own language; empty: the interface language */
  defaultLanguage: language(),
  responseLanguageMode: choice('auto', ['auto', 'fixed', 'follow-stt']),
  /** of replies in the mode `fixed`; empty: the interface language */
  fixedResponseLanguage: language(),
  sttAutoDetectLanguage: flag(true),
  /** the language was chosen manually: neither detection nor the interface language changes it */
  languagePreferenceLocked: flag(false),

  sttPreference: choice('server', ['server', 'browser'], {
    whisper_api: 'server',
    browser_speech: 'browser',
  }),
  sttOptions: group({
    /** names and terms that the transcriber should expect */
    prompt: textField('', 1_000),
  }),
  /** BCP 47; empty: the interface language */
  speechLanguage: language(),
  /** BCP 47: detection is held to these, the first is preferred; empty: any */
  spokenLanguages: languages(10),
  showLiveTranscription: flag(true),
  alwaysShowVoiceVisualization: flag(false),
  audioInputMode: choice('push-to-talk', ['push-to-talk', 'continuous', 'voice-activation', 'live']),
  /** ids of GET /live-models; empty: the host's first model, and its first voice */
  liveModelId: textField('', 200),
  liveVoiceId: textField('', 100),
  /** push-to-talk: the microphone stays open between messages, muted */
  keepsMicrophoneReady: flag(false),
  /** the user has chosen whether a pause sends what is said; until then the first tapped recordings ask */
  hasChosenHowToTalk: flag(false),
  /** push-to-talk: the transcript is sent without review */
  sendsTranscriptAtOnce: flag(false),
  /** ends a turn before the times below if the utterance is clearly complete */
  smartEndOfTurn: flag(true),
  /** time limit for a command after the wake word, ms */
  vadCommandTimeoutMs: number(4_000, 1_000, 20_000),
  /**
   * detects speech by volume alone, or also by a speech model that is loaded on demand: always, or where the device can
   * carry it. `light` was the default before.
   */
  speechDetector: choice('automatic', ['automatic', 'noisy-room', 'volume'], { light: 'automatic' }),
  vad: group({
    /** level of speech, root mean square, 0..1 */
    threshold: number(0.15, 0.01, 1),
    /** after a wake word: silence that ends a command of which no word is known yet, ms */
    silenceMs: number(3_000, 500, 10_000),
    /** pause that ends a spoken command, ms */
    commandPauseMs: number(1_500, 500, 10_000),
  }),
  wakeWords: list(['v', 'vee', 'victoria', 'hey v'], 20, 40),
  continuous: group({
    /** silence timeout without automatic sending: pause that ends a turn, ms */
    pauseTimeoutMs: number(6_500, 4_500, 20_000),
    autoSend: flag(true),
    /** silence timeout of continuous hands-free mode: silence before the transcript is sent, ms */
    silenceSendDelayMs: number(2_500, 1_500, 7_000),
    listenDuringResponse: flag(false),
    /** level above which input counts as sound, dBFS */
    sensitivityDb: number(-50, -90, -10),
    /**
     * Duration of segments, s. Shorter recordings than the minimum count as accidental taps; its maximum is
     * below the length of a spoken word.
     */
    minSegmentSeconds: number(0.5, 0.1, 1),
    maxSegmentSeconds: number(28, 5, 28),
  }),
  /** playback does not reach the microphone, so that the user can always speak */
  usesHeadphones: flag(false),
  /** device ids of the browser; empty: the system's default */
  selectedAudioInputDeviceId: textField('', 500),
  selectedAudioOutputDeviceId: textField('', 500),

  ttsProvider: choice('server', ['server', 'browser'], { openai_tts: 'server', browser_tts: 'browser' }),
  /** a voice's id; empty: chosen by language */
  selectedTtsVoiceId: textField('', 200),
  /** ids of voices, by agent; for others the one above */
  voiceByAgent: textByKey(200, 200),
  ttsVolume: number(0.9, 0, 1),
  ttsRate: number(1.2, 0.25, 4),
  /** for browser voices only */
  ttsPitch: number(1, 0, 2),
  autoPlayTts: flag(true),
  /** mutes speech and sounds; the microphone has a separate control */
  muted: flag(false),
  enableUiSounds: flag(true),
  uiSoundVolume: number(0.7, 0, 1),

  /** US dollars, 0 for no limit; reaching one shows a notice, and blocks everything that costs money */
  costLimit: group({
    session: number(20, 0, 10_000),
    daily: number(0, 0, 10_000),
    monthly: number(0, 0, 10_000),
  }),
  /** allowed degradation steps as the daily allowance runs out */
  allowedDegradation: group({
    warning: flag(true),
    smallerModel: flag(true),
    browserVoice: flag(true),
    ownKey: flag(true),
  }),
  showStartupHint: flag(true),
}

export type UserSettings = ValuesOf<typeof SETTINGS>
