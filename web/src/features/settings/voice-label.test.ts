import { expect, it } from 'vitest'
import { languageNames } from '#lib/language/language-name.ts'
import { divideVoices, voiceLabel } from './voice-label.ts'

const nameOf = languageNames('en')

const voice = (id: string, lang: string, quality: 'natural' | 'basic' = 'natural') => ({
  id,
  lang,
  quality,
  providerVoiceId: id,
  name: id,
  provider: 'p',
  isDefault: false,
  gender: null,
  description: '',
})

it.each([
  ['French (France)', 'fr-FR', ['French (France)']],
  ['Nova', 'de-DE', ['Nova', 'German (Germany)']],
  ['hyw', 'hyw', [nameOf('hyw')]],
  ['Alloy', 'mul', ['Alloy']],
  ['Nameless', '', ['Nameless']],
])('names the voice %s of %s without repetition', (name, lang, label) => {
  expect(voiceLabel({ name, lang }, nameOf)).toEqual(label)
})

it('lists the own region before others, natural voices first, and the chosen one on top', () => {
  const voices = [
    voice('basic', 'pt-BR', 'basic'),
    voice('lisbon', 'pt-PT'),
    voice('any', 'mul'),
    voice('rio', 'pt-BR'),
    voice('anna', 'de-DE'),
    voice('chosen', 'fr-FR'),
  ]
  const { first, others } = divideVoices(voices, 'pt-BR', 'chosen')
  expect(first.map(({ id }) => id)).toEqual(['chosen', 'rio', 'lisbon', 'any', 'basic'])
  expect(others.map(({ language }) => language)).toEqual(['de'])
})
