import type { Voice } from '@vee/contract/entities/voice'
import { describe, expect, it } from 'vitest'
import { chooseVoice, voiceForReply } from './choose-voice.ts'

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

describe('the voice of a reply', () => {
  it('is the selected one when it speaks the language', () => {
    expect(voiceForReply([american, british], 'en', 'british')).toBe(british)
    expect(voiceForReply([american, any], 'ja-JP', 'any')).toBe(any)
  })

  it('is one that speaks the language rather than a selected or default one that does not', () => {
    expect(voiceForReply([american, defaultGerman, french], 'fr-FR', 'american')).toBe(french)
    expect(voiceForReply([defaultGerman, french], 'fr-FR', '')).toBe(french)
  })

  it('is the selected one when none speaks the language', () => {
    expect(voiceForReply([defaultGerman, british], 'ko-KR', 'british')).toBe(british)
  })

  describe('with the wish of an assistant', () => {
    const clear = {
      ...voice('clear', 'mul', true),
      gender: 'neutral',
      description: 'Even and clear',
    } as const
    const deep = { ...voice('deep', 'mul'), gender: 'male', description: 'Deep and steady' } as const
    const calm = { ...voice('calm', 'mul'), gender: 'male', description: 'Calm and level' } as const
    const voices = [clear, deep, calm]
    const wish = { pitch: 'low', tone: 'calm', pace: 1 } as const

    it('is the one that fits it best', () => {
      expect(voiceForReply(voices, 'en', '', wish)).toBe(calm)
      expect(voiceForReply(voices, 'en', '', { ...wish, tone: 'deep' })).toBe(deep)
      expect(voiceForReply([american, british], 'en', '', { ...wish, language: 'en-GB' })).toBe(british)
    })

    it('is the selected one', () => {
      expect(voiceForReply(voices, 'en', 'clear', wish)).toBe(clear)
    })

    it('is the one without a preference if no other voice matches better', () => {
      expect(voiceForReply(voices, 'en', '', { pitch: 'middle', tone: 'clear', pace: 1 })).toBe(clear)
      expect(voiceForReply([american, british], 'en', '', wish)).toBe(american)
    })

    it('is of the provider, quality and language that it would be of without', () => {
      const others = [
        { ...calm, provider: 'server' },
        { ...calm, quality: 'basic' as const },
        { ...calm, lang: 'de-DE' },
      ]
      expect(voiceForReply([clear, ...others], 'en', '', wish)).toBe(clear)
    })
  })
})
