import { currentLanguage } from '#i18n/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { afterSpeechDetected, distinctLanguages, expectedLanguage } from '#lib/language/language-rules.ts'

/** The last transcript and its language, while it can be transcribed again in another one. */
interface UtteranceLanguage {
  readonly utteranceId: string
  readonly text: string
  /** BCP 47 */
  readonly language: string
}

/** The languages of speech: detected, and corrected by the user. */
export interface SpokenLanguages {
  readonly last: StoreApi<{ readonly detectedLanguage: UtteranceLanguage | undefined }>
  /** returns the language passed to an engine; undefined for automatic detection */
  readonly expected: () => string | undefined
  readonly onLanguageDetected: (detectedLanguage: UtteranceLanguage) => void
  /**
   * Calls `transcribeAgain` with that language as the expected one. It applies to the utterance regardless of the
   * engine's result.
   */
  readonly correct: (utteranceId: string, language: string, transcribeAgain: () => void) => void
  /** the user's likely languages */
  readonly own: () => readonly string[]
}

export function createSpokenLanguages(): SpokenLanguages {
  const last = createStore<{ readonly detectedLanguage: UtteranceLanguage | undefined }>(() => ({
    detectedLanguage: undefined,
  }))
  let correction: string | undefined
  let corrected: { readonly utteranceId: string; readonly language: string } | undefined
  return {
    last,
    own: ownLanguages,
    expected: () => correction ?? expectedLanguage(useSettings.getState()),
    onLanguageDetected(detectedLanguage) {
      const language =
        corrected?.utteranceId === detectedLanguage.utteranceId
          ? corrected.language
          : detectedLanguage.language
      last.setState({ detectedLanguage: { ...detectedLanguage, language } })
      changeSettings(afterSpeechDetected(useSettings.getState(), language, ownLanguages()))
    },
    correct(utteranceId, language, transcribeAgain) {
      corrected = { utteranceId, language }
      changeSettings({ speechLanguage: language })
      correction = language
      transcribeAgain()
      correction = undefined
    },
  }
}

function ownLanguages(): readonly string[] {
  const { speechLanguage, fixedResponseLanguage, defaultLanguage } = useSettings.getState()
  return distinctLanguages([
    speechLanguage,
    currentLanguage(),
    fixedResponseLanguage,
    defaultLanguage,
    ...navigator.languages,
  ])
}
