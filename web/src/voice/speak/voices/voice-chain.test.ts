import { describe, expect, it } from 'vitest'
import { FakeSynthesis, fakeBrowserSpeech, nativeVoice } from '../browser-speech.fixture.ts'
import {
  noticesOf,
  refusal,
  serverVoice,
  settle,
  setUpSpeechOutput,
  speechOf,
  typesOf,
} from '../speech-output.fixture.ts'
import type { VoiceSettings } from './speech-source.ts'

const turn = { turnId: 't1', replyId: 'r1', language: 'en-US' }
const text = 'The first one is here. The second one is here. The third one is here.'
const sentences = ['The first one is here.', 'The second one is here.', 'The third one is here.']

interface Given {
  readonly hasBrowser?: boolean
  readonly settings?: Partial<VoiceSettings>
}

function setUp({ hasBrowser = true, settings = {} }: Given = {}) {
  const synthesis = new FakeSynthesis()
  const speech = hasBrowser ? { browserSpeech: fakeBrowserSpeech(synthesis) } : {}
  const set = setUpSpeechOutput({ ...speech, settings })
  const say = async (turnId = 't1') => {
    set.speechOutput.begin({ ...turn, turnId })
    set.speechOutput.append(turnId, text)
    set.speechOutput.end(turnId)
    await settle()
  }
  return { ...set, synthesis, say }
}

describe('fallbacks between voices', () => {
  it('uses the browser if the server rejects the request, and reports it once', async () => {
    const { api, synthesis, events, say } = setUp()
    api.respond = () => Promise.reject(refusal('PROVIDER_ERROR'))
    await say()
    expect(synthesis.texts).toEqual(sentences)
    expect(typesOf(events).at(-1)).toBe('finished')
    await say('t2')
    expect(noticesOf(events)).toEqual(['voice-server-unavailable', 'voice-browser'])
  })

  it('continues from the failed sentence with the next voice, and does not use the failed one again', async () => {
    const { api, synthesis, events, player, say } = setUp()
    api.respond = ({ text }) =>
      text === sentences[0] ? [speechOf(text)] : Promise.reject(refusal('PROVIDER_ERROR'))
    await say()
    expect(synthesis.texts).toEqual([])
    ;(await player).play(60)
    await settle()
    expect(synthesis.texts).toEqual(sentences.slice(1))
    expect(api.texts).toEqual(sentences.slice(0, 2))
    expect(typesOf(events)).toContain('finished')
  })

  it('requests the browser’s voice when the credits for speech are used up', async () => {
    const { api, synthesis, events, say } = setUp()
    api.respond = () => Promise.reject(refusal('SPEECH_CREDITS_EXHAUSTED'))
    await say()
    expect(noticesOf(events)).toEqual(['voice-credits-exhausted', 'voice-browser'])
    expect(synthesis.texts).toEqual(sentences)
  })

  it('uses the browser when the user’s own key is rejected, and reports that', async () => {
    const { api, synthesis, events, say } = setUp()
    api.respond = () => Promise.reject(refusal('OWN_KEY_REJECTED'))
    await say()
    expect(noticesOf(events)).toEqual(['voice-own-key-refused', 'voice-browser'])
    expect(synthesis.texts).toEqual(sentences)
  })

  it('speaks with the browser when the server has no voice', async () => {
    const { api, synthesis, events, say } = setUp()
    api.voiceList = []
    await say()
    expect(noticesOf(events)).toEqual(['voice-browser'])
    expect(synthesis.texts).toEqual(sentences)
    expect(api.requests).toEqual([])
  })

  it.each([
    ['the browser cannot speak', false, 'browser-speech-unsupported'],
    ['the browser has no voices', true, 'browser-voices-missing'],
  ])("continues with the server's espeak when %s", async (_, hasBrowser, cause) => {
    const { api, synthesis, clock, events, say } = setUp({ hasBrowser })
    synthesis.voices = []
    api.voiceList = [serverVoice('espeak', 'en-us', 'en-US')]
    await say()
    clock.advance(2_000)
    await settle()
    expect(noticesOf(events)).toEqual([cause, 'voice-basic'])
    expect(api.requests[0]).toMatchObject({ voice: 'espeak_en-us', text: sentences[0] })
  })

  it('falls silent with a notice when there is no voice at all, and finishes', async () => {
    const { api, events, say } = setUp({ hasBrowser: false })
    api.listVoices = () => Promise.reject(refusal('UNREACHABLE'))
    await say()
    expect(noticesOf(events)).toEqual([
      'voice-server-unavailable',
      'browser-speech-unsupported',
      'voice-silent',
    ])
    expect(typesOf(events).at(-1)).toBe('finished')
  })

  it('uses the next voice for a sentence in another script, and the first again afterwards', async () => {
    const { api, synthesis, events, speechOutput, player } = setUp()
    api.voiceList = [serverVoice('openai', 'alloy', 'en-US')]
    synthesis.voices = [nativeVoice('Anna', 'en-US', true), nativeVoice('Milena', 'ru-RU')]
    speechOutput.begin(turn)
    speechOutput.append(
      't1',
      'The first one is here. Привет, как у тебя дела сегодня? The third one is here.',
    )
    speechOutput.end('t1')
    await settle()
    ;(await player).play(60)
    await settle()
    ;(await player).play(60)
    await settle()
    expect(api.texts).toEqual(['The first one is here.', 'The third one is here.'])
    expect(synthesis.spoken.map(({ voice }) => voice?.name)).toEqual(['Milena'])
    expect(noticesOf(events)).toEqual(['voice-browser'])
  })

  it('asks no voice that does not know the script, and falls silent', async () => {
    const { api, synthesis, events, speechOutput } = setUp()
    api.voiceList = [serverVoice('espeak', 'en-us', 'en-US')]
    synthesis.voices = [nativeVoice('Anna', 'en-US', true)]
    speechOutput.begin({ ...turn, language: 'ja-JP' })
    speechOutput.append('t1', 'こんにちは、今日はいい天気ですね。')
    speechOutput.end('t1')
    await settle()
    expect(api.requests).toEqual([])
    expect(synthesis.texts).toEqual([])
    expect(noticesOf(events)).toEqual(['voice-silent'])
    expect(typesOf(events)).toContain('finished')
  })

  it('continues with the server after a text for which it returned no audio', async () => {
    const { api, synthesis, events, player, say } = setUp()
    api.respond = ({ text }) => (text === sentences[0] ? [] : [speechOf(text)])
    await say()
    expect(synthesis.texts).toEqual(sentences.slice(0, 1))
    ;(await player).play(60)
    await settle()
    expect(api.texts).toEqual(sentences)
    expect(noticesOf(events)).toEqual(['voice-browser'])
  })

  it("does not use the paid voice if the browser's was chosen", async () => {
    const { api, synthesis, events, say } = setUp({ settings: { provider: 'browser' } })
    await say()
    expect(api.requests).toEqual([])
    expect(synthesis.texts).toEqual(sentences)
    expect(noticesOf(events)).toEqual([])
  })

  it('skips a failed source for a minute', async () => {
    const { api, clock, synthesis, say } = setUp()
    api.respond = () => Promise.reject(refusal('PROVIDER_ERROR'))
    await say()
    const asked = api.requests.length
    await say('t2')
    expect(api.requests).toHaveLength(asked)
    clock.advance(60_000)
    await say('t3')
    expect(api.requests.length).toBeGreaterThan(asked)
    expect(synthesis.texts).toHaveLength(9)
  })

  it('uses the fallback when the stream breaks, and speaks the sentence again from its start', async () => {
    const { api, synthesis, player, say } = setUp()
    api.makeSpeech = async () =>
      (async function* () {
        yield speechOf('Half')
        throw new TypeError('network')
      })()
    await say()
    ;(await player).play(60)
    await settle()
    expect(synthesis.texts).toEqual(sentences)
  })

  it('gives up on a slow server', async () => {
    const { api, clock, synthesis, say } = setUp()
    api.respond = () => new Promise(() => {})
    await say()
    clock.advance(10_000)
    await settle()
    expect(synthesis.texts).toEqual(sentences)
    expect(api.aborted).toHaveLength(2)
  })

  it('treats a response without audio as a failure', async () => {
    const { api, synthesis, say } = setUp()
    api.respond = () => []
    await say()
    expect(synthesis.texts).toEqual(sentences)
  })
})
