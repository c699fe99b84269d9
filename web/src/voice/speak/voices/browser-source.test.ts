import { describe, expect, it } from 'vitest'
import { FakeSynthesis, fakeBrowserSpeech, nativeVoice } from '../browser-speech.fixture.ts'
import { FakeClock } from '../clock.fixture.ts'
import { settle, setUpSpeechOutput, typesOf } from '../speech-output.fixture.ts'
import { listBrowserVoices, sanitisedId } from './browser-voices.ts'

function setUp(synthesis = new FakeSynthesis()) {
  const set = setUpSpeechOutput({
    browserSpeech: fakeBrowserSpeech(synthesis),
    settings: { provider: 'browser', rate: 1.5, pitch: 0.8, volume: 0.4 },
  })
  const say = async (text = 'The first one is here. The second one is here.', language = 'en-US') => {
    set.speechOutput.begin({ turnId: 't1', replyId: 'r1', language })
    set.speechOutput.append('t1', text)
    set.speechOutput.end('t1')
    await settle()
  }
  return { ...set, synthesis, say }
}

async function list(synthesis: FakeSynthesis, clock = new FakeClock()) {
  const listed = listBrowserVoices(fakeBrowserSpeech(synthesis).synthesis, clock)
  await settle()
  return { listed, clock }
}

describe("the browser's voices", () => {
  it('omits the variants of a voice and describes the others', async () => {
    const synthesis = new FakeSynthesis()
    synthesis.voices = [nativeVoice('English (America)+Andy', 'en-US'), nativeVoice('Zoë (é)', 'en_GB', true)]
    const { listed } = await list(synthesis)
    expect((await listed).map(({ voice }) => voice)).toEqual([
      {
        id: 'browser_urn-Zoe-e-en_GB',
        providerVoiceId: 'urn-Zoe-e-en_GB',
        name: 'Zoë (é)',
        lang: 'en-GB',
        provider: 'browser',
        quality: 'natural',
        isDefault: true,
        gender: null,
        description: '',
      },
    ])
  })

  it('waits for voices that are loaded late', async () => {
    const synthesis = new FakeSynthesis()
    synthesis.voices = []
    const { listed } = await list(synthesis)
    synthesis.voices = [nativeVoice('Late', 'en-US')]
    synthesis.dispatchEvent(new Event('voiceschanged'))
    expect(await listed).toHaveLength(1)
  })

  it('does not wait forever', async () => {
    const synthesis = new FakeSynthesis()
    synthesis.voices = []
    const { listed, clock } = await list(synthesis)
    clock.advance(1_500)
    expect(await listed).toEqual([])
  })

  it.each([
    ['Microsoft Aria Online (Natural) - English', 'Microsoft-Aria-Online-Natural-English'],
    ['<script>"x"</script>', 'script-x-script'],
    ['com.apple.voice.Anna', 'com.apple.voice.Anna'],
  ])('sanitizes %s for storage', (id, safe) => {
    expect(sanitisedId(id)).toBe(safe)
  })
})

describe('speaking with the browser', () => {
  it('speaks one sentence after the other, with the settings', async () => {
    const { synthesis, events, say } = setUp()
    await say()
    expect(synthesis.texts).toEqual(['The first one is here.', 'The second one is here.'])
    expect(synthesis.spoken[0]).toMatchObject({ rate: 1.5, pitch: 0.8, volume: 0.4, lang: 'en-US' })
    expect(typesOf(events)).toEqual(['started', 'sentence', 'sentence', 'finished'])
  })

  it('uses a voice for the language of the reply', async () => {
    const { synthesis, say } = setUp()
    synthesis.voices = [nativeVoice('Anna', 'en-US', true), nativeVoice('Kyoko', 'ja-JP')]
    await say('こんにちは、今日はいい天気ですね。', 'ja-JP')
    expect(synthesis.spoken[0]?.voice?.name).toBe('Kyoko')
  })

  it('continues if the end event is never fired', async () => {
    const { synthesis, clock, events, say } = setUp()
    synthesis.onSpeak = (utterance) => utterance.tell('start')
    await say('The only one is here.')
    expect(typesOf(events)).toEqual(['started', 'sentence'])
    clock.advance(30_000)
    await settle()
    expect(typesOf(events)).toEqual(['started', 'sentence', 'finished'])
  })

  it('fails a voice that never starts', async () => {
    const { synthesis, clock, events, say } = setUp()
    synthesis.onSpeak = () => {}
    await say('The only one is here.')
    clock.advance(5_000)
    await settle()
    expect(events).toEqual([
      { type: 'notice', turnId: 't1', notice: 'browser-speech-unsupported' },
      { type: 'notice', turnId: 't1', notice: 'voice-silent' },
      { type: 'finished', turnId: 't1' },
    ])
  })

  it('stops at once, and returns the current word', async () => {
    const { synthesis, speechOutput, events, say } = setUp()
    synthesis.onSpeak = (utterance) => {
      utterance.tell('start')
      utterance.tell('boundary', { charIndex: 10 })
    }
    await say('The first one is here.')
    expect(speechOutput.level()).toBeGreaterThan(0.3)
    expect(speechOutput.stop()).toEqual({ playedUntil: 10 })
    await settle()
    expect(synthesis.cancels).toBe(1)
    expect(typesOf(events)).toEqual(['started', 'sentence', 'word', 'stopped'])
  })

  it('pauses where a server voice would be ducked, and resumes afterwards', async () => {
    const { synthesis, speechOutput, events, say } = setUp()
    synthesis.onSpeak = (utterance) => utterance.tell('start')
    await say('The first one is here.')
    speechOutput.duck(true)
    expect(synthesis.isPaused).toBe(true)
    speechOutput.setPaused(true)
    speechOutput.duck(false)
    expect(synthesis.isPaused).toBe(true)
    speechOutput.setPaused(false)
    expect(synthesis.isPaused).toBe(false)
    expect(typesOf(events)).toEqual(['started', 'sentence'])
  })

  it('speaks no further line while it is ducked', async () => {
    const { synthesis, speechOutput, say } = setUp()
    const speak = synthesis.onSpeak
    synthesis.onSpeak = (utterance) => {
      speechOutput.duck(true)
      speak(utterance)
    }
    await say('The first one is here. The second one is here.')
    expect(synthesis.texts).toHaveLength(1)
    speechOutput.duck(false)
    await settle()
    expect(synthesis.texts).toHaveLength(2)
  })

  it('requests a gesture if it is not allowed to speak, and speaks after it', async () => {
    const { synthesis, speechOutput, events, say } = setUp()
    const speak = synthesis.onSpeak
    synthesis.onSpeak = (utterance) => utterance.tell('error', { error: 'not-allowed' })
    await say('The only one is here.')
    expect(typesOf(events)).toEqual(['needs-gesture'])
    synthesis.onSpeak = speak
    speechOutput.unlock()
    await settle()
    expect(typesOf(events)).toEqual(['needs-gesture', 'started', 'sentence', 'finished'])
  })
})
