import { expect, it } from 'vitest'
import { settle, setUpSpeechOutput, typesOf } from './speech-output.fixture.ts'

const turn = { turnId: 't1', replyId: 'r1', language: 'en-US' }
const QUESTION = { id: 'call1', text: 'May V read the page example.org?', yieldsToText: false }
const SEARCHING = { id: 'searching', text: 'I am looking it up.', yieldsToText: true }

async function speak() {
  const world = setUpSpeechOutput()
  world.speechOutput.begin(turn)
  const play = async (seconds: number) => {
    await settle()
    ;(await world.player).play(seconds)
    await settle()
  }
  return { ...world, play }
}

it('speaks a sentence of the page between the texts of a reply, which keep their offsets', async () => {
  const { speechOutput, api, events, play } = await speak()
  speechOutput.append('t1', 'Let me see what they say.')
  speechOutput.addAside('t1', QUESTION)
  await play(60)
  await play(60)
  expect(typesOf(events)).toEqual(['started', 'sentence', 'aside-started', 'aside-ended'])
  speechOutput.append('t1', ' It is open until nine.')
  speechOutput.end('t1')
  await play(60)
  expect(api.texts).toEqual(['Let me see what they say.', QUESTION.text, 'It is open until nine.'])
  expect(events.slice(4)).toEqual([
    { type: 'started', turnId: 't1' },
    { type: 'sentence', turnId: 't1', range: { replyId: 'r1', start: 26, end: 48 } },
    { type: 'finished', turnId: 't1' },
  ])
})

it('is the first sound of a reply without text', async () => {
  const { speechOutput, events, play } = await speak()
  speechOutput.addAside('t1', QUESTION)
  await play(60)
  expect(typesOf(events)).toEqual(['started', 'aside-started', 'aside-ended'])
  expect(speechOutput.stop()).toEqual({ playedUntil: 0 })
})

it('is not spoken if text arrives before it begins and it yields, and otherwise after the text', async () => {
  const { speechOutput, api, events, play } = await speak()
  speechOutput.addAside('t1', SEARCHING)
  speechOutput.append('t1', 'The lake is frozen. ')
  speechOutput.end('t1')
  await play(60)
  expect(events.filter(({ type }) => type.startsWith('aside'))).toEqual([])
  expect(typesOf(events)).toEqual(['started', 'sentence', 'finished'])
  expect(api.texts.at(-1)).toBe('The lake is frozen.')
})

it('stops at once when it is dropped; the reply continues where it was', async () => {
  const { speechOutput, events, play } = await speak()
  speechOutput.append('t1', 'Let me see what they say.')
  speechOutput.addAside('t1', QUESTION)
  await play(60)
  await play(0.2)
  expect(typesOf(events)).toEqual(['started', 'sentence', 'aside-started'])
  speechOutput.dropAside('t1', 'call1')
  expect(typesOf(events).at(-1)).toBe('aside-ended')
  speechOutput.append('t1', ' It is open until nine.')
  speechOutput.end('t1')
  await play(60)
  expect(events.slice(4)).toEqual([
    { type: 'started', turnId: 't1' },
    { type: 'sentence', turnId: 't1', range: { replyId: 'r1', start: 26, end: 48 } },
    { type: 'finished', turnId: 't1' },
  ])
})

it('that waits for the text before it is dropped without a trace', async () => {
  const { speechOutput, events, play } = await speak()
  speechOutput.append('t1', 'Let me see what they say.')
  speechOutput.addAside('t1', QUESTION)
  await play(0.2)
  speechOutput.dropAside('t1', 'call1')
  speechOutput.append('t1', ' It is open until nine.')
  speechOutput.end('t1')
  await play(60)
  await play(60)
  expect(typesOf(events)).toEqual(['started', 'sentence', 'sentence', 'finished'])
})

it('counts as asked where no voice can speak it', async () => {
  const { speechOutput, api, events } = await speak()
  api.respond = () => Promise.reject(new Error('no voice'))
  speechOutput.addAside('t1', QUESTION)
  await settle()
  expect(typesOf(events).filter((type) => type !== 'notice')).toEqual(['aside-started', 'aside-ended'])
})
