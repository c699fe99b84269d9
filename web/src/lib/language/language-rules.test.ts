import { describe, expect, it } from 'vitest'
import {
  afterInterfaceChange,
  afterSpeechDetected,
  distinctLanguages,
  expectedLanguage,
  isOtherLanguage,
  voiceLanguage,
  wantedReplyLanguage,
} from './language-rules.ts'

const FREE = {
  languagePreferenceLocked: false,
  sttAutoDetectLanguage: true,
  speechLanguage: 'en-US',
  responseLanguageMode: 'auto',
  fixedResponseLanguage: '',
  spokenLanguages: [] as readonly string[],
} as const
const LOCKED = { ...FREE, languagePreferenceLocked: true } as const
const OWN = ['en-US', 'de-DE']

describe('the rules of language', () => {
  it('a locked preference is not changed by anything', () => {
    expect(afterInterfaceChange(LOCKED, 'de-DE')).toEqual({})
    expect(afterSpeechDetected(LOCKED, 'de', OWN)).toEqual({})
  })

  it('a change of the interface language sets the speech language, and replies follow it', () => {
    expect(afterInterfaceChange(FREE, 'ja-JP')).toEqual({
      speechLanguage: 'ja-JP',
      responseLanguageMode: 'follow-stt',
    })
  })

  it('a detected language sets the speech language, and replies follow it', () => {
    expect(afterSpeechDetected(FREE, 'de', OWN)).toEqual({
      speechLanguage: 'de-DE',
      responseLanguageMode: 'follow-stt',
    })
  })

  it("a language supported by Vee is accepted even if it is not in the browser's list", () => {
    expect(afterSpeechDetected(FREE, 'it', OWN)).toEqual({
      speechLanguage: 'it-IT',
      responseLanguageMode: 'follow-stt',
    })
  })

  it('replies also follow a detected language that was expected, with its region', () => {
    const fixed = { ...FREE, speechLanguage: 'en-GB', responseLanguageMode: 'fixed' } as const
    expect(afterSpeechDetected(fixed, 'en', OWN)).toEqual({
      speechLanguage: 'en-GB',
      responseLanguageMode: 'follow-stt',
    })
  })

  it.each([
    ['neither the user’s nor Vee’s', 'cy', FREE],
    ['detected while detection is off', 'de', { ...FREE, sttAutoDetectLanguage: false }],
  ] as const)('a language that is %s changes nothing', (_why, heard, settings) => {
    expect(afterSpeechDetected(settings, heard, OWN)).toEqual({})
  })

  it('of languages that the user has chosen, only those are accepted, with their regions', () => {
    const chosen = { ...FREE, spokenLanguages: ['de-AT', 'en-GB'] }
    expect(afterSpeechDetected(chosen, 'it', OWN)).toEqual({})
    expect(afterSpeechDetected(chosen, 'de', ['en-US'])).toMatchObject({ speechLanguage: 'de-AT' })
  })

  it('an engine detects the language if allowed', () => {
    expect(expectedLanguage(FREE)).toBeUndefined()
    expect(expectedLanguage(LOCKED)).toBe('en-US')
    expect(expectedLanguage({ ...FREE, sttAutoDetectLanguage: false })).toBe('en-US')
  })

  it('replies are written and spoken according to the mode', () => {
    const fixed = { ...FREE, responseLanguageMode: 'fixed', fixedResponseLanguage: 'it-IT' } as const
    expect(wantedReplyLanguage(FREE, 'pt-BR')).toBeUndefined()
    expect(wantedReplyLanguage(fixed, 'pt-BR')).toBe('it-IT')
    expect(wantedReplyLanguage({ ...FREE, responseLanguageMode: 'follow-stt' }, 'pt-BR')).toBe('en-US')
    expect(voiceLanguage({ ...FREE, speechLanguage: '' }, 'pt-BR')).toBe('pt-BR')
    expect(voiceLanguage(fixed, 'pt-BR')).toBe('it-IT')
  })

  it.each([
    ['chosen for the first time', 'de-DE', '', true],
    ['changed', 'de-DE', 'fr-FR', true],
    ['that of the page, selected explicitly', 'fr-FR', '', false],
    ['reset to that of the page', '', 'de-DE', true],
    ['unchanged', 'de-DE', 'de-DE', false],
  ])('a language that is %s is another one: %s after “%s”', (_, now, before, isOther) => {
    expect(isOtherLanguage(now, before, 'fr-FR')).toBe(isOther)
  })

  it('lists each language once', () => {
    expect(distinctLanguages(['', 'de', 'en-GB', 'en-US', 'ja'])).toEqual(['de-DE', 'en-GB', 'ja-JP'])
  })
})
