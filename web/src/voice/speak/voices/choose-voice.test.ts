import type { Voice } from '@vee/contract/entities/voice'
import { describe, expect, it } from 'vitest'
import { chooseVoice } from './choose-voice.ts'

function voice(id: string, lang: string, isDefault = false): Voice {
  return {
    id,
    providerVoiceId: id,
    name: id,
    lang,
    provider: 'browser',
    quality: 'natural',
    isDefault,
    gender: null,
    description: '',
  }
}

const french = voice('french', 'fr-FR')
const defaultFrench = voice('default french', 'fr_FR', true)
const defaultGerman = voice('default german', 'de-DE', true)
const british = voice('british', 'en-GB')
const american = voice('american', 'en-US')
const any = voice('any', 'mul', true)

describe('choosing a voice', () => {
  it.each([
    ['a default voice of the language', [french, defaultGerman, defaultFrench, american], defaultFrench],
    ['a default voice of any language', [french, american, defaultGerman], defaultGerman],
    ['a voice of the language', [american, british, french], french],
    ['American English', [voice('spanish', 'es-ES'), british, american], american],
    ['English', [voice('spanish', 'es-ES'), british], british],
    ['the first', [voice('spanish', 'es-ES'), voice('italian', 'it-IT')], voice('spanish', 'es-ES')],
    ['a default voice that speaks every language', [defaultGerman, any], any],
    ['undefined without any voice', [], undefined],
  ])('selects %s', (_, voices, chosen) => {
    expect(chooseVoice(voices, 'fr-CA')).toEqual(chosen)
  })
})
