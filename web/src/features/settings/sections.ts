import type { LazyCatalogue } from '#i18n/locales/en/lazy.ts'
import { SETTINGS } from '#lib/settings/index.ts'
import {
  chosenLanguage,
  historySetting,
  preference,
  setting,
  settingIn,
  wakeWordsAsText,
  type Binding,
} from './bindings.ts'

type FieldTexts = LazyCatalogue['settings']['fields']
export type FieldId = keyof FieldTexts
export type SectionId = keyof LazyCatalogue['settings']['sections']

/** The unit of the number next to a slider. */
export type Unit = 'percent' | 'times' | 'seconds' | 'decibels' | 'count' | 'plain'

interface SliderRange {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly unit: Unit
}

/** Controls other than bindings to a stored value: each is a separate component. */
export type SpecialControl =
  | 'input-mode'
  | 'live-voice'
  | 'microphone'
  | 'speaker'
  | 'voice'
  | 'agent-voices'
  | 'voice-check'
  | 'wake-words'
  | 'web-search'
  | 'interface-language'
  | 'theme'
  | 'agent'
  | 'default-agent'

/** A row of the settings: its texts, and a control for one stored value. */
export type Row =
  | { readonly id: FieldId; readonly kind: 'switch'; readonly binding: Binding<boolean> }
  | ({ readonly id: FieldId; readonly kind: 'slider'; readonly binding: Binding<number> } & SliderRange)
  | {
      readonly id: FieldId
      readonly kind: 'milliseconds'
      readonly binding: Binding<number>
      readonly min: number
      readonly max: number
    }
  | {
      readonly id: FieldId
      readonly kind: 'number'
      readonly binding: Binding<number>
      readonly min: number
      readonly max: number
      /** an amount of money instead of a count */
      readonly isMoney: boolean
    }
  | {
      readonly id: FieldId
      readonly kind: 'text'
      readonly binding: Binding<string>
      readonly isLong?: boolean
    }
  | { readonly id: FieldId; readonly kind: 'language'; readonly binding: Binding<string> }
  | { readonly id: FieldId; readonly kind: 'languages'; readonly binding: Binding<readonly string[]> }
  | { readonly id: FieldId; readonly kind: 'choice'; readonly binding: Choice }
  | { readonly id: FieldId; readonly kind: 'special'; readonly control: SpecialControl }

/** A binding to one of several options; its values are the keys of the field's option texts. */
type Choice = Binding<string>

export interface SettingsSection {
  readonly id: SectionId
  readonly rows: readonly Row[]
  /** rows that few people change; folded below the others */
  readonly advanced: readonly Row[]
}

/** Returns the rows of a section, the folded ones last. */
export const allRows = ({ rows, advanced }: SettingsSection): readonly Row[] => [...rows, ...advanced]

const toggle = (id: FieldId, binding: Binding<boolean>): Row => ({ id, kind: 'switch', binding })
const slider = (id: FieldId, binding: Binding<number>, range: SliderRange): Row => ({
  id,
  kind: 'slider',
  binding,
  ...range,
})
/** `held` clamps the value to the limits in the settings, as the store does. */
const pause = (id: FieldId, binding: Binding<number>, held: (stored: number) => number): Row => ({
  id,
  kind: 'milliseconds',
  binding,
  min: held(-Infinity),
  max: held(Infinity),
})
const turnPause = (id: FieldId, key: 'pauseTimeoutMs' | 'silenceSendDelayMs') =>
  pause(id, settingIn('continuous', key), (stored) => SETTINGS.continuous.normalise({ [key]: stored })[key])
const commandSilence = (id: FieldId, key: 'commandPauseMs' | 'silenceMs') =>
  pause(id, settingIn('vad', key), (stored) => SETTINGS.vad.normalise({ [key]: stored })[key])
const figure = (id: FieldId, binding: Binding<number>, min: number, max: number): Row => ({
  id,
  kind: 'number',
  binding,
  min,
  max,
  isMoney: false,
})
const costLimit = (id: FieldId, key: 'session' | 'daily' | 'monthly'): Row => ({
  id,
  kind: 'number',
  binding: settingIn('costLimit', key),
  min: 0,
  max: 10_000,
  isMoney: true,
})
const messages = (id: FieldId, binding: Binding<number>, min: number): Row =>
  slider(id, binding, { min, max: 100, step: 1, unit: 'count' })
const special = (id: FieldId, control: SpecialControl): Row => ({ id, kind: 'special', control })
const language = (id: FieldId, binding: Binding<string>): Row => ({ id, kind: 'language', binding })
function choice<Value extends string>(id: FieldId, binding: Binding<Value>): Row {
  // The radio group offers only the field's own values, and an invalid value becomes the default.
  return { id, kind: 'choice', binding: { ...binding, change: (value) => binding.change(value as Value) } }
}

/** All stored settings and preferences, in the order of the page. */
export const SECTIONS: readonly SettingsSection[] = [
  {
    id: 'listening',
    rows: [
      special('audioInputMode', 'input-mode'),
      special('liveVoice', 'live-voice'),
      toggle('sendsTranscriptAtOnce', setting('sendsTranscriptAtOnce')),
      special('microphone', 'microphone'),
      special('voiceCheck', 'voice-check'),
      toggle('listenDuringResponse', settingIn('continuous', 'listenDuringResponse')),
      toggle('usesHeadphones', setting('usesHeadphones')),
      { id: 'wakeWords', kind: 'text', binding: wakeWordsAsText },
      special('taughtWakeWords', 'wake-words'),
    ],
    advanced: [
      choice('sttPreference', setting('sttPreference')),
      { id: 'sttPrompt', kind: 'text', binding: settingIn('sttOptions', 'prompt'), isLong: true },
      toggle('showLiveTranscription', setting('showLiveTranscription')),
      toggle('keepsMicrophoneReady', setting('keepsMicrophoneReady')),
      choice('speechDetector', setting('speechDetector')),
      toggle('smartEndOfTurn', setting('smartEndOfTurn')),
      turnPause('pauseTimeout', 'pauseTimeoutMs'),
      toggle('autoSend', settingIn('continuous', 'autoSend')),
      turnPause('silenceSendDelay', 'silenceSendDelayMs'),
      slider('sensitivity', settingIn('continuous', 'sensitivityDb'), {
        min: -90,
        max: -10,
        step: 1,
        unit: 'decibels',
      }),
      slider('minSegment', settingIn('continuous', 'minSegmentSeconds'), {
        min: 0.1,
        max: 1,
        step: 0.1,
        unit: 'seconds',
      }),
      slider('maxSegment', settingIn('continuous', 'maxSegmentSeconds'), {
        min: 5,
        max: 28,
        step: 1,
        unit: 'seconds',
      }),
      pause('vadCommandTimeoutMs', setting('vadCommandTimeoutMs'), SETTINGS.vadCommandTimeoutMs.normalise),
      commandSilence('commandPause', 'commandPauseMs'),
      commandSilence('vadSilence', 'silenceMs'),
      slider('vadThreshold', settingIn('vad', 'threshold'), { min: 0.01, max: 1, step: 0.01, unit: 'plain' }),
    ],
  },
  {
    id: 'speaking',
    rows: [
      toggle('autoPlayTts', setting('autoPlayTts')),
      toggle('muted', setting('muted')),
      slider('ttsVolume', setting('ttsVolume'), { min: 0, max: 1, step: 0.05, unit: 'percent' }),
      slider('ttsRate', setting('ttsRate'), { min: 0.25, max: 4, step: 0.05, unit: 'times' }),
      choice('ttsProvider', setting('ttsProvider')),
      special('ttsVoice', 'voice'),
      special('agentVoices', 'agent-voices'),
    ],
    advanced: [
      slider('ttsPitch', setting('ttsPitch'), { min: 0, max: 2, step: 0.05, unit: 'times' }),
      special('speaker', 'speaker'),
      toggle('soundEnabled', preference('soundEnabled')),
      toggle('enableUiSounds', setting('enableUiSounds')),
      slider('uiSoundVolume', setting('uiSoundVolume'), { min: 0, max: 1, step: 0.05, unit: 'percent' }),
    ],
  },
  {
    id: 'language',
    rows: [
      special('interfaceLanguage', 'interface-language'),
      language('speechLanguage', chosenLanguage('speechLanguage')),
      toggle('sttAutoDetectLanguage', setting('sttAutoDetectLanguage')),
      { id: 'spokenLanguages', kind: 'languages', binding: setting('spokenLanguages') },
      choice('responseLanguageMode', chosenLanguage('responseLanguageMode')),
      language('fixedResponseLanguage', chosenLanguage('fixedResponseLanguage')),
    ],
    advanced: [
      toggle('languagePreferenceLocked', setting('languagePreferenceLocked')),
      language('defaultLanguage', setting('defaultLanguage')),
    ],
  },
  {
    id: 'appearance',
    rows: [
      special('theme', 'theme'),
      toggle('autoTheme', preference('autoTheme')),
      choice('fontSize', preference('fontSize')),
      toggle('highContrast', preference('highContrast')),
      toggle('reducedMotion', preference('reducedMotion')),
      toggle('compactMode', preference('compactMode')),
    ],
    advanced: [
      toggle('enableParticles', preference('enableParticles')),
      toggle('enableNeuralEffects', preference('enableNeuralEffects')),
      toggle('showTranscriptions', preference('showTranscriptions')),
      toggle('alwaysShowVoiceVisualization', setting('alwaysShowVoiceVisualization')),
    ],
  },
  {
    id: 'conversation',
    rows: [
      special('activeAgentId', 'agent'),
      special('defaultMode', 'default-agent'),
      { id: 'preferredCodingLanguage', kind: 'text', binding: setting('preferredCodingLanguage') },
      choice('defaultTutorLevel', setting('defaultTutorLevel')),
      toggle('generateDiagrams', setting('generateDiagrams')),
      toggle('usesTools', setting('usesTools')),
      special('searchesWeb', 'web-search'),
      choice('strategyPreset', historySetting('strategyPreset')),
      toggle('autoClearChat', setting('autoClearChat')),
      toggle('showStartupHint', setting('showStartupHint')),
    ],
    advanced: [
      choice('conversationContextMode', setting('conversationContextMode')),
      toggle('useAdvancedMemory', setting('useAdvancedMemory')),
      messages('maxHistoryMessages', setting('maxHistoryMessages'), 1),
      figure('maxContextTokens', historySetting('maxContextTokens'), 100, 1_000_000),
      messages('numRecentMessages', historySetting('numRecentMessagesToPrioritize'), 1),
      messages('numRelevantOlderMessages', historySetting('numRelevantOlderMessagesToInclude'), 0),
      slider('relevancyThreshold', historySetting('relevancyThreshold'), {
        min: 0,
        max: 1,
        step: 0.05,
        unit: 'percent',
      }),
      messages('simpleRecencyMessageCount', historySetting('simpleRecencyMessageCount'), 1),
      toggle('filterHistoricalSystemMessages', historySetting('filterHistoricalSystemMessages')),
      slider('charsPerTokenEstimate', historySetting('charsPerTokenEstimate'), {
        min: 1,
        max: 10,
        step: 0.1,
        unit: 'plain',
      }),
      toggle('preventRepetition', setting('preventRepetition')),
      slider('ephemeralCompact', setting('ephemeralLogMaxCompact'), {
        min: 1,
        max: 10,
        step: 1,
        unit: 'count',
      }),
      slider('ephemeralExpanded', setting('ephemeralLogMaxExpanded'), {
        min: 1,
        max: 100,
        step: 1,
        unit: 'count',
      }),
    ],
  },
  {
    id: 'costs',
    rows: [
      costLimit('costSession', 'session'),
      costLimit('costDaily', 'daily'),
      costLimit('costMonthly', 'monthly'),
    ],
    advanced: [
      toggle('degradationWarning', settingIn('allowedDegradation', 'warning')),
      toggle('degradationSmallerModel', settingIn('allowedDegradation', 'smallerModel')),
      toggle('degradationBrowserVoice', settingIn('allowedDegradation', 'browserVoice')),
      toggle('degradationOwnKey', settingIn('allowedDegradation', 'ownKey')),
    ],
  },
]
