import { afterEach, expect, it, vi } from 'vitest'
import { createGeminiLive } from '#providers/gemini/gemini-live.ts'
import { createLiveModelHarness, type LiveModelHarness } from '../../../../../fakes/live-model-harness.ts'
import { geminiLiveApi } from '../../../../../fakes/live-model/gemini.ts'

// Conversations with a model that takes turns by itself.

let harness: LiveModelHarness | undefined
afterEach(async () => {
  await harness?.close()
  harness = undefined
})
const create = async (...[options]: Parameters<typeof createLiveModelHarness>) =>
  (harness = await createLiveModelHarness({
    protocol: geminiLiveApi({ apiKey: 'AIza-test' }),
    modelOf: (url) =>
      createGeminiLive({
        apiKey: 'AIza-test',
        baseUrl: url,
        model: 'gemini-3.8-live',
        price: 'free',
        timeoutMs: 5_000,
      }),
    ...options,
  }))

it('stores both sides', async () => {
  const here = await create()
  here.vendor.script({ heard: ['good morning to you'], replies: [{ text: 'Good morning, Ann.' }] })
  const socket = here.open()
  expect(await socket.started()).toMatchObject({ model: 'gemini:gemini-3.8-live', voice: 'Kore' })
  socket.speak()
  const ended = await socket.until('live-reply-ended')
  expect(ended).toMatchObject({ text: 'Good morning, Ann.', finishReason: 'stop', audioMs: 750 })
  expect(socket.audioMs).toBe(750)
  expect(socket.ofType('live-heard')).toMatchObject([{ text: 'good morning to you', use: 'question' }])
  await vi.waitFor(() =>
    expect(here.storedReplies).toEqual([
      { question: 'good morning to you', content: 'Good morning, Ann.', finishReason: 'stop' },
    ]),
  )
})

it('that was interrupted ends with what was heard, and the answer to the interruption follows', async () => {
  const here = await create()
  here.vendor.script({
    heard: ['count', 'why'],
    replies: [{ text: 'one two three four five', holdAfterWords: 4 }, { text: 'Of course.' }],
  })
  const socket = here.open()
  await socket.started()
  socket.speak()
  await socket.until('live-reply-words', 4)
  await socket.until('live-heard')
  socket.speak()
  const { replyId } = await socket.until('live-reply-cut')
  socket.say({ type: 'live-interrupt', liveId: 'live-1', replyId, playedMs: 500 })
  await socket.until('live-reply-ended', 2)
  expect(socket.ofType('live-reply-ended')[1]).toMatchObject({ text: 'Of course.', finishReason: 'stop' })
  await vi.waitFor(() => expect(here.storedReplies).toHaveLength(2))
  const [first, second] = here.storedReplies
  expect(first).toMatchObject({ question: 'count', finishReason: 'stopped' })
  expect('one two three four').toContain(first?.content)
  expect(second).toMatchObject({ question: 'why', content: 'Of course.' })
})

it('gives a command no answer that is heard or stored', async () => {
  const here = await create({ limits: { holdMs: 5_000 } })
  here.vendor.script({
    heard: ['louder', 'thank you'],
    replies: [{ text: 'I am louder now.' }, { text: 'Gladly.' }],
  })
  const socket = here.open()
  await socket.started({ commands: { languages: ['en'], wakeWords: [] } })
  socket.speak()
  expect(await socket.until('live-heard')).toMatchObject({ text: 'louder', use: 'command' })
  socket.speak()
  await socket.until('live-reply-ended')
  expect(socket.ofType('live-reply-words').map(({ text }) => text)).toEqual(['Gladly.'])
  await vi.waitFor(() =>
    expect(here.storedReplies).toMatchObject([{ question: 'thank you', content: 'Gladly.' }]),
  )
})

it('hands over, and announces that the vendor goes away', async () => {
  const here = await create()
  here.vendor.script({
    heard: ['Tutor, what is a prime?'],
    replies: [{ text: 'not heard' }, { text: 'A number.' }],
  })
  const socket = here.open()
  await socket.started({ agents: [{ id: 'tutor_agent', label: 'Tutor', voice: 'Puck' }] })
  socket.speak()
  expect(await socket.until('live-agent')).toMatchObject({ agentId: 'tutor_agent', voice: 'Puck' })
  expect(await socket.until('live-reply-ended')).toMatchObject({ text: 'A number.' })
  here.vendor.connections[1]?.expire()
  expect(await socket.until('live-expiring')).toMatchObject({ secondsLeft: 49.5 })
})
