import { LOCALES } from '@vee/contract/entities/locale'
import { describe, expect, it } from 'vitest'
import { readCatalogue } from './catalogue.ts'
import { estimatedMemory, recommendedModels } from './recommend.ts'
import { spokenLanguages, VOICE_MODELS } from './voice-models.ts'

const RECOGNISERS = readCatalogue(undefined)
const INTERFACE_LANGUAGES = LOCALES.map((locale) => new Intl.Locale(locale).language)
const GB = 2 ** 30
const recommended = (languages: readonly string[], memoryGb: number, cores: number) => {
  const { stt, tts } = recommendedModels(
    { languages, memoryBytes: memoryGb * GB, cores },
    RECOGNISERS,
    VOICE_MODELS,
  )
  return { stt: stt?.id, tts: tts.map(({ id }) => id) }
}

describe('recommendedModels', () => {
  it('covers every interface language on a machine of 4 GB with two processors', () => {
    const { stt, tts } = recommended(INTERFACE_LANGUAGES, 4, 2)
    expect(stt).toBe('whisper-base')
    const spoken = new Set(VOICE_MODELS.filter(({ id }) => tts.includes(id)).flatMap(spokenLanguages))
    expect(INTERFACE_LANGUAGES.filter((language) => !spoken.has(language))).toEqual([])
  })

  it.each([
    [['de', 'en'], 16, 8, 'parakeet-v3'],
    [['de', 'ja'], 16, 8, 'whisper-small'],
    [['de', 'en'], 4, 8, 'whisper-small'],
    [['de', 'en'], 16, 2, 'whisper-base'],
    [['zh'], 2, 1, 'whisper-base'],
    [['en'], 0.5, 1, undefined],
  ])('for %j with %f GB and %i processors: %s', (languages, memory, cores, id) => {
    expect(recommended(languages, memory, cores).stt).toBe(id)
  })

  it('names one voice model where one speaks all of the languages', () => {
    expect(recommended(['de', 'en', 'ko'], 8, 4).tts).toEqual(['supertonic-3'])
    expect(recommended(['zh'], 8, 4).tts).toEqual(['melo-zh'])
  })

  it.each(['forbidden', 'unclear'] as const)(
    'never names a model whose commercial use is %s',
    (commercialUse) => {
      const { stt, tts } = recommendedModels(
        { languages: ['en'], memoryBytes: 64 * GB, cores: 16 },
        RECOGNISERS.map((model) => ({ ...model, commercialUse })),
        VOICE_MODELS.map((model) => ({ ...model, commercialUse })),
      )
      expect(stt).toBeUndefined()
      expect(tts).toEqual([])
    },
  )

  it('names no model that would take more than a quarter of the memory', () => {
    for (const memoryGb of [1, 2, 4, 8, 16]) {
      const { stt, tts } = recommendedModels(
        { languages: ['en', 'zh'], memoryBytes: memoryGb * GB, cores: 8 },
        RECOGNISERS,
        VOICE_MODELS,
      )
      for (const model of [...(stt ? [stt] : []), ...tts]) {
        expect(estimatedMemory(model)).toBeLessThanOrEqual((memoryGb * GB) / 4)
      }
    }
  })
})

/** Returns whether a recognition model that may be used commercially supports a language. */
const heard = (language: string) =>
  RECOGNISERS.some(
    ({ languages, commercialUse }) =>
      (commercialUse ?? 'allowed') === 'allowed' && (languages?.includes(language) ?? true),
  )

describe('the catalogue', () => {
  it('covers every interface language with a recognition model that may be used commercially', () => {
    expect(INTERFACE_LANGUAGES.filter((language) => !heard(language))).toEqual([])
  })

  it('gives every engine of a voice only files that the model has, and every voice an id of its own', () => {
    for (const { engine, files, voices } of VOICE_MODELS) {
      const { kind, ...paths } = engine
      expect(kind).not.toBe('')
      const named = Object.values(paths).flat()
      expect(named.filter((path) => !files.some((file) => file.path === path))).toEqual([])
      expect(files.filter(({ path }) => !named.includes(path))).toEqual([])
      expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length)
    }
  })
})
