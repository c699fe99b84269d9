import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '#db/fixtures/test-database.ts'
import { visitor } from '../../money/ledger/fixtures/callers.ts'
import { createSources } from '../../sources/index.ts'
import type { Tool } from '../../tools/index.ts'
import {
  createLiveModelHarness,
  type LiveModelHarness,
  SILENCE,
} from '../../../../../fakes/live-model-harness.ts'

let harness: LiveModelHarness | undefined
afterEach(async () => {
  await harness?.close()
  harness = undefined
})
const create = async (...options: Parameters<typeof createLiveModelHarness>) =>
  (harness = await createLiveModelHarness(...options))

const typesSentTo = ({ vendor }: LiveModelHarness) =>
  vendor.connections.flatMap(({ messages }) => messages.map(({ type }) => type))
const bodiesSentTo = ({ vendor }: LiveModelHarness, type: string) =>
  vendor.connections.flatMap(({ messages }) => messages.filter((message) => message['type'] === type))

const AGENTS = [
  { id: 'v_agent', label: 'V' },
  { id: 'tutor_agent', label: 'Tutor', voice: 'cedar' },
]
const COMMANDS = { languages: ['en'], wakeWords: ['Vee'] }

describe('a conversation', () => {
  it('stores both sides, and sends words and audio', async () => {
    const { vendor, open, stored } = await create()
    vendor.script({ heard: ['good morning to you'], replies: [{ text: 'Good morning, Ann.' }] })
    const socket = open()
    expect(await socket.started()).toMatchObject({
      model: 'openai:gpt-realtime-2.1',
      agentId: 'v_agent',
      conversationId: 'conv-1',
      voice: 'marin',
      maxSeconds: 3_600,
    })
    socket.speak()
    const ended = await socket.until('live-reply-ended')
    const [heard] = socket.ofType('live-heard')
    expect(heard).toMatchObject({ text: 'good morning to you', use: 'question' })
    expect(ended).toMatchObject({ text: 'Good morning, Ann.', finishReason: 'stop', audioMs: 750 })
    expect(socket.audioMs).toBe(750)
    const words = socket.ofType('live-reply-words')
    expect(words.map(({ text }) => text).join('')).toBe('Good morning, Ann.')
    expect(words.map(({ atMs }) => atMs)).toEqual([0, 250, 500])
    expect(socket.ofType('live-voice').map(({ state }) => state)).toEqual(['started', 'ended'])
    for (const { messageId } of socket.ofType('live-words')) expect(messageId).toBe(heard?.messageId)
    await vi.waitFor(() => expect(stored).toHaveLength(2))
    expect(stored).toEqual([
      { question: 'good morning to you', replyId: ended.replyId },
      {
        question: 'good morning to you',
        replyId: ended.replyId,
        reply: { content: 'Good morning, Ann.', finishReason: 'stop' },
      },
    ])
  })

  it('gives the model the prompt of the agent and the history', async () => {
    const { vendor, open } = await create()
    const socket = open()
    await socket.started({
      agentId: 'tutor_agent',
      messages: [
        { role: 'user', content: 'What is a prime?' },
        { role: 'assistant', content: 'A number with two divisors.' },
      ],
    })
    const [update, ...items] = vendor.connections[0]?.messages ?? []
    expect(JSON.stringify(update)).toContain('Spoken conversation')
    expect(JSON.stringify(update)).toContain('Answer in English')
    expect(JSON.stringify(items)).toContain('two divisors')
  })

  it('keeps audio and typed words that come before the model is connected', async () => {
    const { vendor, open } = await create()
    vendor.script({ heard: ['good morning'], replies: [{ text: 'One.' }, { text: 'Two.' }] })
    const socket = open()
    socket.start()
    socket.speak()
    await socket.until('live-reply-ended')
    const other = open()
    other.start({ conversationId: 'conv-2' })
    other.say({ type: 'live-text', liveId: 'live-1', messageId: 'm1', text: 'Hello' })
    expect(await other.until('live-reply-ended')).toMatchObject({ text: 'Two.' })
    expect(other.ofType('live-heard')).toMatchObject([{ messageId: 'm1', text: 'Hello', use: 'question' }])
  })

  it('hears nothing while it is muted, and ends the turn of before', async () => {
    const { vendor, open } = await create()
    vendor.script({ heard: ['good morning'] })
    const socket = open()
    await socket.started()
    for (let frame = 0; frame < 25; frame += 1) socket.sound(SILENCE)
    socket.speak(0.5)
    socket.say({ type: 'live-mute', liveId: 'live-1', isMuted: true })
    await socket.until('live-reply-ended')
    const { audioSeconds = 0 } = vendor.connections[0] ?? {}
    socket.speak(2)
    socket.say({ type: 'live-mute', liveId: 'live-1', isMuted: false })
    socket.sound(SILENCE)
    await vi.waitFor(() => expect(vendor.connections[0]?.audioSeconds).toBeGreaterThan(audioSeconds))
    expect(vendor.connections[0]?.audioSeconds).toBeLessThan(audioSeconds + 0.1)
  })

  it('keeps a turn that the vendor could not transcribe, with its reply', async () => {
    const { vendor, open } = await create()
    vendor.script({ heard: [undefined], replies: [{ text: 'I heard you.' }] })
    const socket = open()
    await socket.started()
    socket.speak()
    await socket.until('live-reply-ended')
    expect(socket.ofType('live-heard')).toMatchObject([{ text: '…', use: 'question' }])
    await vi.waitFor(() =>
      expect(harness?.storedReplies).toEqual([
        { question: '…', content: 'I heard you.', finishReason: 'stop' },
      ]),
    )
  })

  it.each([
    ['words without sound', { text: 'Good morning.', hasNoSound: true }, 'Good morning.', 0],
    ['sound without words', { text: 'Good morning.', hasNoWords: true }, '…', 500],
  ])('keeps a reply of %s', async (_, reply, text, audioMs) => {
    const { vendor, open } = await create()
    vendor.script({ heard: ['hello'], replies: [reply] })
    const socket = open()
    await socket.started()
    socket.speak()
    expect(await socket.until('live-reply-ended')).toMatchObject({ text, audioMs, finishReason: 'stop' })
    await vi.waitFor(() =>
      expect(harness?.storedReplies).toMatchObject([{ question: 'hello', content: text }]),
    )
  })
})

/** Speaks, and waits until two words of a long reply are there. */
async function interrupted(heard: readonly string[], more: object = {}) {
  const here = await create({ limits: { cutMs: 100 } })
  here.vendor.script({
    heard,
    replies: [{ text: 'one two three four five six', holdAfterWords: 4 }, { text: 'Of course.' }],
  })
  const socket = here.open()
  await socket.started(more)
  socket.speak()
  await socket.until('live-reply-words', 4)
  return { here, socket }
}

describe('an interruption', () => {
  it('by the client ends the reply with what was heard, for the model too', async () => {
    const { here, socket } = await interrupted(['count'])
    const replyId = socket.replyId()
    await socket.until('live-heard')
    socket.say({ type: 'live-interrupt', liveId: 'live-1', replyId, playedMs: 500 })
    expect(await socket.until('live-reply-ended')).toMatchObject({
      replyId,
      text: 'one two',
      finishReason: 'stopped',
    })
    await vi.waitFor(() =>
      expect(here.storedReplies).toEqual([
        { question: 'count', content: 'one two', finishReason: 'stopped' },
      ]),
    )
    await vi.waitFor(() => expect(typesSentTo(here)).toContain('conversation.item.truncate'))
    expect(bodiesSentTo(here, 'conversation.item.truncate')).toMatchObject([{ audio_end_ms: 500 }])
    expect(typesSentTo(here)).toContain('response.cancel')
    here.vendor.connections[0]?.release()
    socket.say({ type: 'live-text', liveId: 'live-1', messageId: 'm2', text: 'And now?' })
    await socket.until('live-reply-ended', 2)
    expect(socket.ofType('live-reply-words').some(({ text }) => text.includes('five'))).toBe(false)
  })

  it('at ten moments is stored with the words that were heard by then', async () => {
    const text = 'one two three four five six seven eight nine ten'
    const here = await create()
    here.vendor.script({ replies: { length: 10, at: () => ({ text, holdAfterWords: 9 }) } })
    const socket = here.open()
    await socket.started()
    for (let moment = 1; moment <= 10; moment += 1) {
      socket.say({ type: 'live-text', liveId: 'live-1', messageId: `m${moment}`, text: 'Count.' })
      await vi.waitFor(() => expect(socket.audioMs).toBe(moment * 9 * 250))
      const playedMs = moment * 200
      socket.say({ type: 'live-interrupt', liveId: 'live-1', replyId: socket.replyId(), playedMs })
      // The fake has 0.25 s for each word, and the words differ in length: one word more or less.
      const ended = await socket.until('live-reply-ended', moment)
      expect(ended.finishReason).toBe('stopped')
      expect(text.startsWith(ended.text)).toBe(true)
      const words = ended.text.split(' ').filter(Boolean).length
      expect(Math.abs(words - playedMs / 250)).toBeLessThanOrEqual(1.2)
      here.vendor.connections[0]?.release()
      await here.vendor.connections[0]?.settled()
      expect(socket.audioMs).toBe(moment * 9 * 250)
    }
  })

  it('by words stops the reply, and gets one answer', async () => {
    const { here, socket } = await interrupted(['count', 'why do you count'])
    const replyId = socket.replyId()
    socket.speak()
    expect(await socket.until('live-reply-cut')).toMatchObject({ replyId })
    socket.say({ type: 'live-interrupt', liveId: 'live-1', replyId, playedMs: 250 })
    expect(await socket.until('live-reply-ended')).toMatchObject({ text: 'one', finishReason: 'stopped' })
    expect(await socket.until('live-reply-ended', 2)).toMatchObject({ text: 'Of course.' })
    await vi.waitFor(() =>
      expect(here.storedReplies).toMatchObject([
        { question: 'count', content: 'one' },
        { question: 'why do you count', content: 'Of course.' },
      ]),
    )
    expect(bodiesSentTo(here, 'response.create')).toHaveLength(2)
  })

  it('is estimated where the client reports nothing', async () => {
    const { socket } = await interrupted(['count', 'why do you count'])
    socket.speak()
    const ended = await socket.until('live-reply-ended')
    expect(ended.finishReason).toBe('stopped')
    expect('one two three four').toContain(ended.text)
    await socket.until('live-reply-ended', 2)
  })

  it.each(['mhm', 'Okay.', 'two three four'])('does not happen by %j', async (words) => {
    const { here, socket } = await interrupted(['count', words])
    socket.speak()
    expect(await socket.until('live-heard', 2)).toMatchObject({ use: 'ignored' })
    here.vendor.connections[0]?.release()
    expect(await socket.until('live-reply-ended')).toMatchObject({
      text: 'one two three four five six',
      finishReason: 'stop',
    })
    expect(bodiesSentTo(here, 'response.create')).toHaveLength(1)
    expect(typesSentTo(here)).toContain('conversation.item.delete')
    expect(socket.ofType('live-reply-cut')).toEqual([])
  })

  it('by the command to stop ends the reply, and gets no answer', async () => {
    const { here, socket } = await interrupted(['count', 'stop'], { commands: COMMANDS })
    socket.speak()
    const { replyId } = await socket.until('live-reply-cut')
    socket.say({ type: 'live-interrupt', liveId: 'live-1', replyId, playedMs: 600 })
    await socket.until('live-reply-ended')
    expect(socket.ofType('live-heard')[1]).toMatchObject({ text: 'stop', use: 'command' })
    await vi.waitFor(() => expect(here.storedReplies).toHaveLength(1))
    expect(bodiesSentTo(here, 'response.create')).toHaveLength(1)
  })

  it('after the last word was played changes nothing', async () => {
    const here = await create()
    here.vendor.script({ heard: ['hello'], replies: [{ text: 'one two' }] })
    const socket = here.open()
    await socket.started()
    socket.speak()
    await socket.until('live-reply-words', 2)
    await socket.until('live-heard')
    await vi.waitFor(() => expect(socket.audioMs).toBe(500))
    socket.say({ type: 'live-interrupt', liveId: 'live-1', replyId: socket.replyId(), playedMs: 500 })
    expect(await socket.until('live-reply-ended')).toMatchObject({ text: 'one two', finishReason: 'stop' })
    expect(typesSentTo(here)).not.toContain('conversation.item.truncate')
  })
})

describe('spoken commands', () => {
  it('are never answered nor stored, whether the words or the reply come first', async () => {
    for (const containsWords of [false, true]) {
      const here = await create({ limits: { holdMs: 5_000 } })
      here.vendor.script({
        heard: ['louder', 'thank you'],
        containsWords,
        replies: [{ text: 'I am louder.' }, { text: 'Gladly.' }],
      })
      const socket = here.open()
      await socket.started({ commands: COMMANDS, agents: AGENTS })
      socket.speak()
      if (containsWords) {
        await vi.waitUntil(() => typesSentTo(here).includes('response.create'))
        here.vendor.connections[0]?.releaseWords()
      }
      expect(await socket.until('live-heard')).toMatchObject({ text: 'louder', use: 'command' })
      socket.speak()
      expect(await socket.until('live-reply-ended')).toMatchObject({ text: 'Gladly.' })
      expect(socket.ofType('live-reply-words').map(({ text }) => text)).toEqual(['Gladly.'])
      await vi.waitFor(() =>
        expect(here.storedReplies).toMatchObject([{ question: 'thank you', content: 'Gladly.' }]),
      )
      expect(typesSentTo(here)).toContain('conversation.item.delete')
      await here.close()
    }
    harness = undefined
  })

  it('take back a reply that was already sent', async () => {
    const here = await create({ limits: { holdMs: 10 } })
    here.vendor.script({
      heard: ['louder'],
      containsWords: true,
      replies: [{ text: 'one two', holdAfterWords: 1 }],
    })
    const socket = here.open()
    await socket.started({ commands: COMMANDS })
    socket.speak()
    const { replyId } = await socket.until('live-reply-started')
    here.vendor.connections[0]?.releaseWords()
    expect(await socket.until('live-reply-cut')).toMatchObject({ replyId })
    expect(await socket.until('live-reply-ended')).toMatchObject({ replyId, text: '' })
    expect(here.stored).toEqual([])
  })
})

describe('another agent', () => {
  it('answers when its name is called, with its voice, its prompt and the conversation so far', async () => {
    const here = await create()
    here.vendor.script({
      heard: ['hello', 'Tutor, what is a prime?'],
      replies: [{ text: 'Hello.' }, { text: 'not heard', holdAfterWords: 0 }, { text: 'A number.' }],
    })
    const socket = here.open()
    await socket.started({ agents: AGENTS, commands: COMMANDS })
    socket.speak()
    await socket.until('live-reply-ended')
    socket.speak()
    expect(await socket.until('live-agent')).toMatchObject({ agentId: 'tutor_agent', voice: 'cedar' })
    expect(await socket.until('live-reply-ended', 2)).toMatchObject({ text: 'A number.' })
    expect(socket.ofType('live-reply-started').at(-1)).toMatchObject({ agentId: 'tutor_agent' })
    const [first, second] = here.vendor.connections
    await first?.closed
    const sent = JSON.stringify(second?.messages)
    for (const text of ['Hello.', 'Tutor, what is a prime?', 'cedar']) expect(sent).toContain(text)
    await vi.waitFor(() =>
      expect(here.storedReplies).toMatchObject([
        { question: 'hello', content: 'Hello.' },
        { question: 'Tutor, what is a prime?', content: 'A number.' },
      ]),
    )
  })

  it('is chosen by the client, and refused where the caller may not use it', async () => {
    const { vendor, open } = await create()
    const socket = open()
    await socket.started({ agents: AGENTS })
    socket.say({ type: 'live-agent', liveId: 'live-1', agentId: 'tutor_agent' })
    expect(await socket.until('live-agent')).toMatchObject({ agentId: 'tutor_agent', voice: 'cedar' })
    socket.say({ type: 'live-agent', liveId: 'live-1', agentId: 'lc_audit_aide' })
    expect(await socket.until('live-agent', 2)).toMatchObject({ agentId: 'tutor_agent' })
    await vi.waitFor(() => expect(vendor.connections).toHaveLength(2))
  })
})

const tool = (more: object = {}) => ({
  name: 'look_up',
  description: 'Looks things up.',
  parameters: { type: 'object' },
  needsConsent: false,
  mayBeUsedBy: () => true,
  run: async () => 'It is 42.',
  ...more,
})

const readTides: Tool['run'] = async (_, context) => {
  await context.sources?.add({
    kind: 'web',
    url: 'https://noaa.example/tides',
    title: 'Tides',
    site: 'noaa.example',
    ref: null,
    place: null,
    text: 'The tide rises by 42 centimetres in June.',
  })
  return 'The tide rises by 42 centimetres in June.'
}

describe('tools', () => {
  const REPLIES = [
    { text: 'Let me see.', call: { name: 'look_up', arguments: '{"of":"x"}' } },
    { text: 'Forty-two.' },
  ]

  it('run on the server, within one reply', async () => {
    const here = await create({ tools: [tool()] })
    here.vendor.script({ heard: ['what is it'], replies: REPLIES })
    const socket = here.open()
    await socket.started()
    socket.speak()
    expect(await socket.until('live-reply-ended')).toMatchObject({ text: 'Let me see. Forty-two.' })
    expect(socket.ofType('live-tool').map(({ event }) => event)).toMatchObject([
      { type: 'tool_started', name: 'look_up', needsConsent: false },
      { type: 'tool_finished', result: 'It is 42.', outcome: 'done' },
    ])
    expect(JSON.stringify(here.vendor.connections[0]?.messages)).toContain('It is 42.')
    await vi.waitFor(() => expect(here.storedReplies).toHaveLength(1))
  })

  it('wait for consent, under the id of the reply', async () => {
    const here = await create({ tools: [tool({ needsConsent: true })] })
    here.vendor.script({ heard: ['what is it'], replies: REPLIES })
    const socket = here.open()
    await socket.started()
    socket.speak()
    const { event, replyId } = await socket.until('live-tool')
    expect(event).toMatchObject({ type: 'tool_started', needsConsent: true })
    const question = { owner: 'session:ann', replyId, callId: event.id }
    expect(here.toolbox.consents.answer(question, 'deny', false)).toBe(true)
    await socket.until('live-reply-ended')
    expect(socket.ofType('live-tool')[1]).toMatchObject({ event: { outcome: 'denied' } })
  })

  it('are allowed by a spoken answer, which the client passes on; the reply continues', async () => {
    const here = await create({ tools: [tool({ needsConsent: true })] })
    here.vendor.script({ heard: ['what is it', 'Vee', 'yes please'], replies: REPLIES })
    const socket = here.open()
    await socket.started({ commands: COMMANDS })
    socket.speak()
    const { event, replyId } = await socket.until('live-tool')
    socket.speak()
    expect(await socket.until('live-heard', 2)).toMatchObject({ text: 'Vee', use: 'ignored' })
    socket.speak()
    expect(await socket.until('live-heard', 3)).toMatchObject({ text: 'yes please', use: 'command' })
    const question = { owner: 'session:ann', replyId, callId: event.id }
    expect(here.toolbox.consents.answer(question, 'allow', false)).toBe(true)
    expect(await socket.until('live-reply-ended')).toMatchObject({ text: 'Let me see. Forty-two.' })
    expect(socket.ofType('live-reply-cut')).toEqual([])
  })

  it('are aborted with the reply that called them', async () => {
    const aborted = Promise.withResolvers<void>()
    const run = (_: unknown, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => aborted.resolve())
      return new Promise<string>(() => undefined)
    }
    const here = await create({ tools: [tool({ run })] })
    here.vendor.script({
      heard: ['what is it'],
      replies: [REPLIES[0] ?? { text: '' }, { text: 'Never mind.' }],
    })
    const socket = here.open()
    await socket.started()
    socket.speak()
    await socket.until('live-tool')
    socket.say({ type: 'live-interrupt', liveId: 'live-1', replyId: socket.replyId(), playedMs: 300 })
    await aborted.promise
    socket.say({ type: 'live-text', liveId: 'live-1', messageId: 'm2', text: 'Forget it' })
    expect(await socket.until('live-reply-ended', 2)).toMatchObject({ text: 'Never mind.' })
    expect(JSON.stringify(here.vendor.connections[0]?.messages)).not.toContain('function_call_output')
  })

  it('give the page what they have read, with what the words say of it', async () => {
    const testDatabase = await createTestDatabase()
    const database = await testDatabase.open()
    const seal = { seal: (text: string) => text, open: (sealed: string) => sealed }
    const sources = createSources({ database, seal, now: Date.now })
    const here = await create({ sources, tools: [tool({ run: readTides })] })
    here.vendor.script({
      heard: ['what is it'],
      replies: [REPLIES[0] ?? { text: '' }, { text: 'In June the tide rises by 42 centimetres, says NOAA.' }],
    })
    const socket = here.open()
    await socket.started()
    socket.speak()
    const { sources: [source] = [], replyId } = await socket.until('live-reply-ended')
    expect(source).toMatchObject({
      number: 1,
      site: 'noaa.example',
      quotes: [{ text: 'The tide rises by 42 centimetres in June.', isProven: true }],
    })
    await vi.waitFor(async () =>
      expect(await sources.read(replyId, source?.id ?? '', visitor)).toEqual({
        text: 'The tide rises by 42 centimetres in June.',
        quotes: [{ start: 0, end: 41 }],
      }),
    )
    await testDatabase.remove()
  })

  it('are not offered if the client wants none', async () => {
    const here = await create({ tools: [tool()] })
    await here.open().started({ useTools: false })
    expect(JSON.stringify(here.vendor.connections[0]?.messages)).not.toContain('look_up')
  })

  it('do not search the web if the person has switched that off', async () => {
    const here = await create({ tools: [tool(), { ...tool(), name: 'search_web' }] })
    await here.open().started({ useSearch: false })
    const sent = JSON.stringify(here.vendor.connections[0]?.messages)
    expect(sent).toContain('look_up')
    expect(sent).not.toContain('search_web')
  })
})
