import { AGENT_IDS, DEFAULT_AGENT_ID } from '@vee/contract/entities/agent-ids'
import { choice, count, flag, group, number, text, type ValuesOf } from './normalise.ts'

/** Every setting of the user, with its default, its bounds and what becomes of a value that does not fit. */
export const SETTINGS = {
  /** the agent that was used last */
  currentAppMode: choice(DEFAULT_AGENT_ID, AGENT_IDS),
  preferredCodingLanguage: text('python', 50),
  generateDiagrams: flag(true),
  defaultTutorLevel: choice('intermediate', ['beginner', 'intermediate', 'expert']),
  /** messages of a conversation that are sent along */
  maxHistoryMessages: count(12, 1, 100),

  sttPreference: choice('whisper_api', ['whisper_api', 'browser_speech']),
  sttOptions: group({
    /** names and words that the transcriber should expect */
    prompt: text('', 1_000),
  }),
  /** BCP 47; empty follows the interface language */
  speechLanguage: text('', 35),

  /** push-to-talk: what was heard is sent without review */
  sendsTranscriptAtOnce: flag(false),
  /** an id of the browser's; empty is the system's default */
  selectedAudioInputDeviceId: text('', 500),

  ttsProvider: choice('openai_tts', ['openai_tts', 'browser_tts']),
  /** a voice's id; empty chooses one by the language */
  selectedTtsVoiceId: text('', 200),
  ttsVolume: number(0.9, 0, 1),
  ttsRate: number(1.2, 0.25, 4),
  /** of browser voices only */
  ttsPitch: number(1, 0, 2),
  autoPlayTts: flag(true),
  /** silences speech and sounds; the microphone has its own control */
  muted: flag(false),
}

export type Settings = ValuesOf<typeof SETTINGS>
