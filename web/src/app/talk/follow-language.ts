import { currentLanguage } from '#i18n/index.ts'
import { changeSettings, useSettings } from '#lib/settings/index.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { afterSpeechDetected, distinctLanguages, expectedLanguage } from './language-rules.ts'

/** What was heard last, and in which language, while it can still be heard again in another. */
interface HeardInLanguage {
  readonly utteranceId: string
  readonly text: string
  /** BCP 47 */
  readonly language: string
}

/** The languages of what is said: found out, and set right by the user. */
export interface SpokenLanguages {
  readonly last: StoreApi<{ readonly heard: HeardInLanguage | undefined }>
  /** what an engine is told to expect; undefined when it is to find out */
  readonly expected: () => string | undefined
  readonly onHeard: (heard: HeardInLanguage) => void
  /** Calls `hearAgain`, and for as long as that takes has that language expected. It is the utterance's, whatever an engine says. */
  readonly correct: (utteranceId: string, language: string, hearAgain: () => void) => void
  /** those that the user is likely to speak */
  readonly own: () => readonly string[]
}

export function createSpokenLanguages(): SpokenLanguages {
  const last = createStore<{ readonly heard: HeardInLanguage | undefined }>(() => ({ heard: undefined }))
  let correction: string | undefined
  let corrected: { readonly utteranceId: string; readonly language: string } | undefined
  return {
    last,
    own: ownLanguages,
    expected: () => correction ?? expectedLanguage(useSettings.getState()),
    onHeard(heard) {
      const language = corrected?.utteranceId === heard.utteranceId ? corrected.language : heard.language
      last.setState({ heard: { ...heard, language } })
      changeSettings(afterSpeechDetected(useSettings.getState(), language, ownLanguages()))
    },
    correct(utteranceId, language, hearAgain) {
      corrected = { utteranceId, language }
      changeSettings({ speechLanguage: language })
      correction = language
      hearAgain()
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
