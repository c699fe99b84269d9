// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { resetSettings, useSettings } from '#lib/settings/index.ts'
import { createSpokenLanguages } from './follow-language.ts'

beforeEach(async () => {
  await switchTexts('en')
  resetSettings()
})

it('uses the language corrected by the user, whatever the engine reports for the same words', () => {
  const languages = createSpokenLanguages()
  languages.onLanguageDetected({ utteranceId: 'u1', text: 'con itchy wa', language: 'en-US' })
  let expected: string | undefined
  languages.correct('u1', 'ja-JP', () => (expected = languages.expected()))
  expect(expected).toBe('ja-JP')
  languages.onLanguageDetected({ utteranceId: 'u1', text: 'こんにちは', language: 'en-US' })
  expect(languages.last.getState().detectedLanguage?.language).toBe('ja-JP')
  expect(useSettings.getState().speechLanguage).toBe('ja-JP')

  languages.onLanguageDetected({ utteranceId: 'u2', text: 'hello', language: 'en-US' })
  expect(languages.last.getState().detectedLanguage?.language).toBe('en-US')
})
