import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#features/chat/store/message.ts'
import { createApi, type Api } from '#lib/http/index.ts'
import { switchTexts } from '#i18n/index.ts'
import { changeSettings, resetSettings, useSettings } from '#lib/settings/index.ts'
import { openTab } from '../../../../fakes/browser/index.ts'
import { startFakeVee, type FakeVee } from '../../../../fakes/vee/index.ts'
import { chatPreferences } from './chat-preferences.ts'
import { detectLanguageOnce } from '#features/voice/languages/detect-language.ts'

let vee: FakeVee
let api: Api

beforeEach(async () => {
  openTab()
  resetSettings()
  vee = await startFakeVee()
  api = createApi({ origin: vee.url })
})
afterEach(async () => {
  await vee.close()
  vi.unstubAllGlobals()
})

const messagesOf = (...texts: readonly string[]): readonly Message[] =>
  texts.map((text, index) => ({
    role: 'user',
    id: `m${index}`,
    text,
    at: '2026-11-21T12:00:00.000Z',
    isSpoken: false,
  }))

const mode = () => {
  const { responseLanguageMode, fixedResponseLanguage } = useSettings.getState()
  return [responseLanguageMode, fixedResponseLanguage]
}

describe('the language of the conversation', () => {
  it('is detected from the last six messages with text, and replies use it from then on', async () => {
    const detecting = detectLanguageOnce(api, messagesOf('1', '2', '3', ' ', '4', '5', '6', '7'))
    const asked = await vee.next()
    expect(asked.path).toBe('/api/chat/detect-language')
    expect(asked.body).toEqual({
      messages: ['2', '3', '4', '5', '6', '7'].map((content) => ({ role: 'user', content })),
    })
    asked.json(200, { language: 'ja-JP', confidence: 0.9 })
    await detecting
    expect(mode()).toEqual(['fixed', 'ja-JP'])
    expect(chatPreferences('v_agent', 'c1')).toMatchObject({ language: 'ja-JP' })
  })

  it.each([
    [
      'the detection is uncertain',
      (vee: FakeVee) => vee.next().then((asked) => asked.json(200, { language: null, confidence: 0.2 })),
    ],
    [
      'it fails',
      (vee: FakeVee) =>
        vee.next().then((asked) => asked.json(500, { error: 'INTERNAL', message: 'x', requestId: 'r' })),
    ],
  ])('is requested once per browser session, also when %s', async (_, respond) => {
    const answering = respond(vee)
    await detectLanguageOnce(api, messagesOf('Guten Tag'))
    await answering
    await detectLanguageOnce(api, messagesOf('Guten Tag'))
    expect(vee.untaken()).toEqual([])
    expect(mode()[0]).toBe('auto')
  })

  it.each([
    ['a language was selected manually', { languagePreferenceLocked: true }],
    ['another mode is active', { responseLanguageMode: 'follow-stt' }],
  ] as const)('is not requested when %s', async (_, settings) => {
    changeSettings(settings)
    await detectLanguageOnce(api, messagesOf('Guten Tag'))
    expect(vee.untaken()).toEqual([])
  })

  it('selected manually in the meantime is preserved', async () => {
    const detecting = detectLanguageOnce(api, messagesOf('Guten Tag'))
    const asked = await vee.next()
    changeSettings({ languagePreferenceLocked: true })
    asked.json(200, { language: 'de-DE', confidence: 0.9 })
    await detecting
    expect(mode()[0]).toBe('auto')
  })
})

describe('the language of replies', () => {
  beforeAll(() => switchTexts('en'))

  it.each([
    [{ responseLanguageMode: 'auto' }, undefined],
    [{ responseLanguageMode: 'fixed', fixedResponseLanguage: 'fr-FR' }, 'fr-FR'],
    [{ responseLanguageMode: 'fixed', fixedResponseLanguage: '' }, 'en'],
    [{ responseLanguageMode: 'follow-stt', speechLanguage: 'it-IT' }, 'it-IT'],
    [{ responseLanguageMode: 'follow-stt', speechLanguage: '' }, 'en'],
  ] as const)('by %j is %s', (settings, language) => {
    changeSettings(settings)
    expect(chatPreferences('v_agent', 'c1').language).toBe(language)
  })
})
