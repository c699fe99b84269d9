import { afterEach, describe, expect, it } from 'vitest'
import { startMistral } from '../../../../../fakes/mistral/index.ts'
import { createOpenLedger, noOwnKeys } from '../../../../../fakes/open-ledger.ts'
import type { VendorServer } from '../../../../../fakes/serve-requests.ts'
import { speechRegistryOf } from '../../../../../fakes/speech-registry.ts'
import { wavOf } from './fixtures/sounds.ts'
import { createSpeech } from './index.ts'
import { expectedLanguages, isOutside } from './spoken-languages.ts'
import type { RecordingHints } from './transcribe.ts'

const MINE = ['de-AT', 'en-GB']

async function* recording() {
  yield wavOf({ seconds: 6, loudness: 0.2 })
}

describe('the languages that a person speaks', () => {
  it('are the language itself if there is one, or it is known', () => {
    expect(expectedLanguages(undefined, ['de'])).toEqual({ language: 'de', languages: undefined })
    expect(expectedLanguages('fr', MINE)).toEqual({ language: 'fr', languages: undefined })
    expect(expectedLanguages(undefined, MINE)).toEqual({ language: undefined, languages: MINE })
    expect(expectedLanguages(undefined, [])).toEqual({ language: undefined, languages: undefined })
  })

  it.each([
    ['Guten Morgen', 'de', false],
    ['Good morning', 'en-US', false],
    ['Goedemorgen', 'nl', true],
    ['안녕하세요', null, true],
    ['Доброе утро', undefined, true],
    ['Good morning', null, false],
    ['I like 東京 very much', null, false],
    ['', null, false],
  ])('%j, detected as %s, is outside of them: %j', (text, language, expected) => {
    expect(isOutside({ text, language }, MINE)).toBe(expected)
  })

  it.each([
    ['ja-JP', '東京へ行きます', false],
    ['zh-TW', '我要去東京', false],
    ['ko-KR', '서울에 갑니다', false],
    ['ko-KR', '東京へ行きます', true],
  ])('may be written in several scripts: %s, %j', (tag, text, expected) => {
    expect(isOutside({ text, language: null }, [tag])).toBe(expected)
  })
})

describe('a transcription of somebody who speaks certain languages', () => {
  let vendor: VendorServer
  afterEach(() => vendor.close())

  async function transcribe(detected: string, hints: RecordingHints, text = 'Guten Morgen') {
    vendor = await startMistral('key', text, detected)
    const speech = createSpeech({
      ...speechRegistryOf({
        MISTRAL_API_KEY: 'key',
        MISTRAL_BASE_URL: vendor.url,
        STT_PROVIDERS: 'mistral',
      }),
      ledger: createOpenLedger(),
      ownSpeech: noOwnKeys.ownSpeech,
    })
    const ann = { caller: { kind: 'visitor', id: 'session:ann', ip: '192.0.2.1' } } as const
    const signal = new AbortController().signal
    const result = await speech.transcribe(recording(), () => Promise.resolve(hints), ann, signal)
    return { result, asked: vendor.requests.map(({ form }) => form?.get('language')) }
  }

  it('is repeated in their first one if another was detected, and costs both', async () => {
    const { result, asked } = await transcribe('nl', { languages: MINE })
    expect(asked).toEqual([null, 'de'])
    expect(result).toMatchObject({ text: 'Guten Morgen', language: 'de' })
    expect(result.costUsd).toBeCloseTo(2 * 0.0003, 6)
  })

  it('stands if one of them was detected', async () => {
    const { result, asked } = await transcribe('en', { languages: MINE })
    expect(asked).toEqual([null])
    expect(result.language).toBe('en')
  })

  it('is in their only one', async () => {
    expect((await transcribe('nl', { languages: ['de-AT'] })).asked).toEqual(['de'])
  })

  it('is repeated once only', async () => {
    expect((await transcribe('nl', { languages: MINE }, '안녕하세요')).asked).toHaveLength(2)
  })
})
