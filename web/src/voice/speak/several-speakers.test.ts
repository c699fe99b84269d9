import { expect, it } from 'vitest'
import { FakeSynthesis, fakeBrowserSpeech, nativeVoice } from './browser-speech.fixture.ts'
import { SECONDS_PER_CHARACTER, serverVoice, settle, setUpSpeechOutput } from './speech-output.fixture.ts'
import type { VoiceSettings } from './voices/speech-source.ts'

const speakers = [
  { id: 'v_agent', name: 'V', voiceId: '' },
  { id: 'tutor_agent', name: 'Tutor', voiceId: '' },
]
const both = { speakers, agentId: 'v_agent', rate: 1 }
const TEXT = 'The first one is here. The second one is here.'

function setUp(settings: Partial<VoiceSettings> = {}, synthesis = new FakeSynthesis()) {
  const set = setUpSpeechOutput({
    browserSpeech: fakeBrowserSpeech(synthesis),
    settings: { ...both, ...settings },
  })
  const say = async (turnId: string, agentId: string) => {
    set.speechOutput.begin({ turnId, replyId: turnId, language: 'en-US', agentId })
    set.speechOutput.append(turnId, TEXT)
    set.speechOutput.end(turnId)
    await settle()
  }
  return { ...set, synthesis, say }
}

it('speaks the reply of each with its own voice, without names', async () => {
  const { api, say } = setUp()
  api.voiceList = [serverVoice('openai', 'alloy'), serverVoice('openai', 'nova', 'mul', false)]
  await say('t1', 'v_agent')
  await say('t2', 'tutor_agent')
  expect(api.requests.map(({ voice, text }) => [voice, text])).toEqual([
    ['openai_alloy', 'The first one is here.'],
    ['openai_alloy', 'The second one is here.'],
    ['openai_nova', 'The first one is here.'],
    ['openai_nova', 'The second one is here.'],
  ])
})

it('shifts the pitch of a shared voice and says the name first, which is no text of the reply', async () => {
  const { api, player, events, speechOutput, say } = setUp()
  await say('t1', 'v_agent')
  api.requests.length = 0
  await say('t2', 'tutor_agent')
  expect(api.requests.map(({ text, speed, isAside }) => [text, speed, isAside])).toEqual([
    ['Tutor. ', 1.12, true],
    ['The first one is here.', 1.12, undefined],
    ['The second one is here.', 1.12, undefined],
  ])
  ;(await player).play(0.05)
  await settle()
  expect(events.at(-1)).toMatchObject({ type: 'sentence', range: { replyId: 't2', start: 0, end: 22 } })
  // Played slower than it was made, which makes it lower.
  const [name, sentence] = ['Tutor. '.length, 'The first one is here.'.length]
  const played = ((name + 2 * sentence + 1) * SECONDS_PER_CHARACTER) / 0.89
  expect((await player).end()).toBeCloseTo(played, 1)
  speechOutput.stop()
})

it('marks words when they sound, after the name and at the shifted speed', async () => {
  const { api, player, events, say } = setUp()
  api.voiceList = [{ ...serverVoice('openai', 'alloy'), hasWordTimes: true }]
  const respond = api.respond
  api.respond = (request) => {
    request.onWords?.([
      { start: 0, end: 3, atMs: 0 },
      { start: 4, end: 9, atMs: 500 },
    ])
    return respond(request)
  }
  await say('t1', 'tutor_agent')
  const nameSeconds = ('Tutor. '.length * SECONDS_PER_CHARACTER) / 0.89
  ;(await player).play(nameSeconds - 0.05)
  expect(events.filter(({ type }) => type === 'word')).toEqual([])
  ;(await player).play(0.1)
  ;(await player).play(0.5 / 0.89)
  await settle()
  const words = events.flatMap((event) => (event.type === 'word' ? [event.range.start] : []))
  expect(words).toEqual([0, 4])
})

it('says the reply without the name if the name cannot be made', async () => {
  const { api, player, events, say } = setUp()
  const respond = api.respond
  api.respond = (request) =>
    request.text === 'Tutor. ' ? Promise.reject(new Error('busy')) : respond(request)
  await say('t1', 'tutor_agent')
  ;(await player).play(60)
  await settle()
  expect(events.filter(({ type }) => type === 'sentence')).not.toEqual([])
})

it('shifts the voice of a browser and says the name first there, too', async () => {
  const { synthesis, events, say } = setUp({ provider: 'browser' })
  const speak = synthesis.onSpeak
  synthesis.onSpeak = (utterance) => {
    utterance.tell('start')
    utterance.tell('boundary', { charIndex: 0 })
    utterance.tell('boundary', { charIndex: 'Tutor. The '.length })
    speak(utterance)
  }
  await say('t1', 'tutor_agent')
  expect(synthesis.texts).toEqual(['Tutor. The first one is here.', 'The second one is here.'])
  expect(synthesis.spoken[0]?.pitch).toBeCloseTo(2 ** (-2 / 12))
  expect(events.find(({ type }) => type === 'word')).toMatchObject({ range: { start: 4, end: 9 } })
})

it('gives each a voice of the browser where it has enough', async () => {
  const synthesis = new FakeSynthesis()
  synthesis.voices = [nativeVoice('Anna', 'en-US', true), nativeVoice('Ben', 'en-US')]
  const { say } = setUp({ provider: 'browser' }, synthesis)
  await say('t1', 'v_agent')
  await say('t2', 'tutor_agent')
  expect(synthesis.spoken.map(({ voice, pitch }) => [voice?.name, pitch])).toEqual([
    ['Anna', 1],
    ['Anna', 1],
    ['Ben', 1],
    ['Ben', 1],
  ])
})
