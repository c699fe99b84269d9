import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '@vee/contract/entities/message'
import type { ChatRequest } from '@vee/contract/http/chat'
import { type ReplyEvent, replyEvent } from '@vee/contract/stream/reply-event'
import { loadAgents } from '#agents/index.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import { createOpenLedger, noOwnKeys } from '../../../../../fakes/open-ledger.ts'
import { pulled } from '../../../../../fakes/pulled.ts'
import { createScriptedModel } from '../../../../../fakes/scripted-model.ts'
import type { Caller } from '../../accounts/index.ts'
import { createAgentCatalogue } from '../../agents/catalogue/index.ts'
import { storeNothing } from '../../conversations/index.ts'
import { toolboxOf } from '../../tools/fixtures/toolbox-of.ts'
import type { Tool } from '../../tools/index.ts'
import { uncounted } from '../fixtures/uncounted.ts'
import { generateReply } from '../generate-reply.ts'
import type { ReplyDependencies } from '../run/reply-run.ts'

const visitor: Caller = { kind: 'visitor', id: 'session:ann', ip: '192.0.2.1' }
const agents = createAgentCatalogue(loadAgents(AGENTS_DIRECTORY))
const USAGE = { promptTokens: 10, completionTokens: 2, totalTokens: 12 }
const ROME: readonly ChatMessage[] = [
  { role: 'user', content: 'When was Rome founded?' },
  { role: 'assistant', agentId: 'v_agent', content: 'In 753 BC.' },
]

function start(
  chatRequest: Partial<ChatRequest>,
  { tools = [], ...more }: Partial<ReplyDependencies> & { readonly tools?: readonly Tool[] } = {},
) {
  const model = createScriptedModel()
  const ledger = createOpenLedger()
  const cut = new AbortController()
  const stored: object[] = []
  const events = pulled<ReplyEvent>((emit) =>
    generateReply(
      {
        messages: [{ role: 'user', content: 'Hello' }],
        locale: 'en',
        stream: true,
        acceptsSpeakers: true,
        ...chatRequest,
        replyId: 'r1',
      },
      visitor,
      {
        agents,
        models: { choose: async (name) => ({ provider: model, model: name ?? 'scripted-1' }) },
        hostModels: [],
        ledger,
        ownModels: noOwnKeys.ownModels,
        personas: { of: async () => null },
        conversations: {
          storeQuestion: async () => ({
            storeReply: async (reply) => {
              stored.push(reply)
              return true
            },
          }),
        },
        toolbox: toolboxOf(...tools),
        tokens: uncounted,
        now: Date.now,
        ...more,
      },
      cut.signal,
      emit,
    ),
  )
  const received = (async () => {
    const collected: ReplyEvent[] = []
    for await (const event of events) collected.push(replyEvent.parse(event))
    return collected
  })()
  received.catch(() => {})
  return { received, model, ledger, cut, stored }
}

type Run = Awaited<ReturnType<ReturnType<typeof createScriptedModel>['run']>>

function answer(run: Run, text: string): void {
  run.say(text)
  run.finish(USAGE)
}

function call(run: Run, name: string, input: object): void {
  run.send({ type: 'tool-call-delta', index: 0, id: 'c1', name, argumentsDelta: JSON.stringify(input) })
  run.finish(USAGE)
}

const endOf = (events: readonly ReplyEvent[]) =>
  events.find((event) => event.type === 'final_response_metadata')
const textOf = (events: readonly ReplyEvent[]) =>
  events.map((event) => (event.type === 'chunk' ? event.content : '')).join('')

describe('a question', () => {
  it('is answered by the agent that it names, with the context of the others', async () => {
    const { received, model } = start({
      agentId: 'v_agent',
      messages: [...ROME, { role: 'user', content: 'Tutor, what do you think?' }],
    })
    const run = await model.run(1)
    expect(run.request).toMatchObject({ agentId: 'tutor_agent' })
    expect(run.request.messages).toEqual([
      { role: 'user', content: 'When was Rome founded?' },
      { role: 'user', content: '[V said]\nIn 753 BC.' },
      { role: 'user', content: 'Tutor, what do you think?' },
    ])
    expect(run.request.system).toContain('You are "Tutor". Other assistants speak in this conversation: "V"')
    answer(run, 'Legend says so.')
    const events = await received
    expect(events[0]).toMatchObject({ type: 'start', agentId: 'tutor_agent' })
    expect(endOf(events)).toMatchObject({ agentId: 'tutor_agent', costUsd: expect.any(Number) })
    expect(endOf(events)).not.toHaveProperty('speakers')
  })

  it('goes to the one that spoke last, if it names nobody and no agent', async () => {
    const { received, model } = start({
      messages: [
        ...ROME,
        { role: 'user', content: 'Tutor?' },
        { role: 'assistant', agentId: 'tutor_agent', content: 'Yes?' },
        { role: 'user', content: 'Explain it.' },
      ],
    })
    const run = await model.run(1)
    expect(run.request.agentId).toBe('tutor_agent')
    expect(run.request.messages.at(-2)).toMatchObject({ role: 'assistant', content: 'Yes?' })
    answer(run, 'Well.')
    await received
  })

  it.each([
    ['a sentence about somebody', 'My tutor said that this is wrong.', true],
    ['a client that shows no speakers', 'Tutor, what do you think?', false],
  ])('stays with the requested agent: %s', async (_, content, acceptsSpeakers) => {
    const { received, model } = start({
      agentId: 'v_agent',
      acceptsSpeakers,
      messages: [...ROME, { role: 'user', content }],
    })
    const run = await model.run(1)
    expect(run.request.agentId).toBe('v_agent')
    expect(run.request.messages[1]).toMatchObject({ role: 'assistant', content: 'In 753 BC.' })
    answer(run, 'I see.')
    await received
  })

  it('takes the model that the person prefers for the agent, not the one of the requested agent', async () => {
    const { received, model } = start({
      agentId: 'v_agent',
      model: 'of-v',
      agentModels: { tutor_agent: 'of-tutor' },
      personaOverride: 'a pirate',
      messages: [{ role: 'user', content: 'Tutor, explain tides.' }],
    })
    const run = await model.run(1)
    expect(run.request.model).toBe('of-tutor')
    expect(run.request.system).not.toContain('pirate')
    answer(run, 'The moon.')
    await received
  })

  it('to a locked agent says what opens it', async () => {
    const { received } = start({ messages: [{ role: 'user', content: 'Nerf, help me.' }] })
    await expect(received).rejects.toMatchObject({
      code: 'AGENT_TIER_REQUIRED',
      details: { required: 'member' },
    })
  })

  it('by which the diary would join another conversation is refused, and so is an agent in that of the diary', async () => {
    const asked = { messages: [...ROME, { role: 'user' as const, content: 'And you?' }] }
    await expect(start({ ...asked, agentId: 'diary_agent' }).received).rejects.toMatchObject({
      code: 'AGENT_NOT_HERE',
    })
    const ofDiary = asked.messages.map((message) =>
      message.role === 'assistant' ? { ...message, agentId: 'diary_agent' } : message,
    )
    await expect(start({ messages: ofDiary, agentId: 'v_agent' }).received).rejects.toMatchObject({
      code: 'AGENT_NOT_HERE',
    })
  })

  it('after an interruption names the agent that was interrupted', async () => {
    const { received, model } = start({
      messages: [...ROME, { role: 'user', content: 'Tutor, is that so?' }],
      voice: { interruptedAfter: 'In 753' },
    })
    const run = await model.run(1)
    expect(run.request.system).toContain('was listening to "V" and cut it off after the words "In 753"')
    answer(run, 'Roughly.')
    await received
  })
})

describe('a round', () => {
  const both: Partial<ChatRequest> = {
    agentId: 'v_agent',
    messages: [{ role: 'user', content: 'Tutor and Coder, is it hard?' }],
  }

  it('lets each speak in turn, with what the one before has said, and charges both', async () => {
    const { received, model, ledger, stored } = start(both)
    answer(await model.run(1), 'A little.')
    const second = await model.run(2)
    expect(second.request.agentId).toBe('coding_assistant')
    expect(second.request.messages).toEqual([
      { role: 'user', content: 'Tutor and Coder, is it hard?' },
      { role: 'user', content: '[Tutor said]\nA little.' },
    ])
    expect(second.request.system).toContain('another has just answered')
    answer(second, 'Not at all.')
    const events = await received
    expect(textOf(events)).toBe('A little.\n\nNot at all.')
    const speakers = [{ agentId: 'coding_assistant', start: 11, end: 22 }]
    expect(events.filter(({ type }) => type === 'speaker')).toEqual([
      { type: 'speaker', agentId: 'coding_assistant' },
    ])
    expect(endOf(events)).toMatchObject({ agentId: 'tutor_agent', speakers, usage: { totalTokens: 24 } })
    expect(stored).toMatchObject([{ content: 'A little.\n\nNot at all.', speakers }])
    expect(ledger.entries.map(({ use, isSettled }) => [use.agentId, isSettled])).toEqual([
      ['tutor_agent', true],
      ['coding_assistant', true],
    ])
  })

  it('ends where it is cut off', async () => {
    const { received, model, cut, stored } = start(both)
    answer(await model.run(1), 'A little.')
    const second = await model.run(2)
    second.say('Not ')
    await expect.poll(() => model.runs.length).toBe(2)
    cut.abort('stopped')
    const events = await received
    expect(endOf(events)).toMatchObject({ finishReason: 'stopped' })
    expect(stored).toMatchObject([
      { finishReason: 'stopped', speakers: [{ agentId: 'coding_assistant', start: 11 }] },
    ])
  })

  it('that fails keeps what was said', async () => {
    const { received, model, stored } = start(both)
    answer(await model.run(1), 'A little.')
    ;(await model.run(2)).fail(
      new ProviderFailure({ kind: 'broken', provider: 'scripted', message: 'broken' }),
    )
    await expect(received).rejects.toThrow('broken')
    expect(stored).toMatchObject([{ content: 'A little.', finishReason: 'error' }])
  })
})

describe('an agent', () => {
  it('asks another: the answer is a result, and its first sentence is said in the voice of the one asked', async () => {
    const { received, model, ledger, stored } = start({ agentId: 'v_agent' })
    const first = await model.run(1)
    const offered = first.request.tools.map(({ name }) => name)
    expect(offered).toEqual(expect.arrayContaining(['ask_agent', 'hand_over']))
    call(first, 'ask_agent', { agentId: 'tutor_agent', question: 'What is a tide?' })
    const other = await model.run(2)
    expect(other.request).toMatchObject({ agentId: 'tutor_agent' })
    expect(other.request.messages.at(-1)).toEqual({ role: 'user', content: '[V said]\nWhat is a tide?' })
    expect(other.request.tools.map(({ name }) => name)).not.toContain('ask_agent')
    answer(other, 'The pull of the moon. It comes twice a day.')
    const third = await model.run(3)
    expect(third.request.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: 'Tutor answered:\nThe pull of the moon. It comes twice a day.',
    })
    expect(third.request.messages.at(-2)).toMatchObject({ role: 'assistant', content: '' })
    answer(third, 'So there.')
    const events = await received
    expect(textOf(events)).toBe('The pull of the moon.\n\nSo there.')
    expect(
      events.filter(({ type }) => type === 'speaker').map((event) => 'agentId' in event && event.agentId),
    ).toEqual(['tutor_agent', 'v_agent'])
    expect(stored).toMatchObject([{ speakers: [{ agentId: 'tutor_agent', start: 0, end: 21 }] }])
    expect(ledger.entries.map(({ use, isSettled }) => [use.agentId, isSettled])).toEqual([
      ['v_agent', true],
      ['tutor_agent', true],
    ])
    expect(endOf(events)).toMatchObject({
      usage: { totalTokens: 36 },
      toolRuns: [{ name: 'ask_agent', outcome: 'done' }],
    })
  })

  it('hands over with a reason, and the other goes on', async () => {
    const { received, model, stored } = start({ agentId: 'v_agent' })
    call(await model.run(1), 'hand_over', {
      agentId: 'tutor_agent',
      reason: 'The Tutor teaches that better.',
    })
    const other = await model.run(2)
    expect(other.request.system).toContain(
      'has handed the conversation over to you, because: "The Tutor teaches',
    )
    answer(other, 'Let us begin.')
    const events = await received
    expect(textOf(events)).toBe('The Tutor teaches that better.\n\nLet us begin.')
    expect(stored).toMatchObject([{ speakers: [{ agentId: 'tutor_agent', start: 32, end: 45 }] }])
  })

  it('is told what opens a locked one, and that three are enough', async () => {
    const { received, model } = start({ agentId: 'v_agent' })
    call(await model.run(1), 'ask_agent', { agentId: 'nerf_agent', question: 'Hm?' })
    const second = await model.run(2)
    expect(second.request.messages.at(-1)?.content).toContain(
      'Nerf is locked for this person. Signing in opens it.',
    )
    let next = second
    for (const round of [3, 4]) {
      call(next, 'ask_agent', { agentId: 'nerf_agent', question: 'Hm?' })
      next = await model.run(round)
    }
    call(next, 'ask_agent', { agentId: 'tutor_agent', question: 'Hm?' })
    const last = await model.run(5)
    expect(last.request.messages.at(-1)?.content).toBe('No more assistants can be asked in this answer.')
    answer(last, 'Sorry.')
    await received
  })

  it('names itself where a tool of the one asked needs consent', async () => {
    const tool: Tool = {
      name: 'send_mail',
      description: 'Sends.',
      parameters: { type: 'object' },
      needsConsent: true,
      mayBeUsedBy: () => true,
      run: async () => 'sent',
    }
    const toolbox = toolboxOf(tool)
    const { received, model } = start({ agentId: 'tutor_agent' }, { toolbox })
    call(await model.run(1), 'ask_agent', { agentId: 'v_agent', question: 'Mail it.' })
    call(await model.run(2), 'send_mail', {})
    const consent = { owner: visitor.id, replyId: 'r1', callId: 'c1' }
    await expect.poll(() => toolbox.consents.answer(consent, 'allow', false)).toBe(true)
    answer(await model.run(3), 'Done.')
    answer(await model.run(4), 'It is sent.')
    const events = await received
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'tool_started',
        name: 'send_mail',
        agentId: 'v_agent',
        needsConsent: true,
      }),
    )
    expect(endOf(events)).toMatchObject({
      toolRuns: [
        { name: 'ask_agent' },
        { name: 'send_mail', agentId: 'v_agent', result: 'sent', outcome: 'done' },
      ],
    })
  })

  it.each([
    ['a client that shows no speakers', { acceptsSpeakers: false }],
    ['a person that wants no tools', { useTools: false }],
  ])('is offered nobody to ask by %s', async (_, change) => {
    const { received, model } = start({ agentId: 'v_agent', ...change })
    const run = await model.run(1)
    expect(run.request.tools.map(({ name }) => name)).not.toContain('ask_agent')
    answer(run, 'Hello.')
    await received
  })
})

it('a question that is never asked lets nobody else speak', async () => {
  const { received, model } = start(
    { messages: [{ role: 'user', content: 'Tutor and Coder, is it hard?' }] },
    { isConfirmed: Promise.resolve(false), conversations: { storeQuestion: async () => storeNothing } },
  )
  answer(await model.run(1), 'A little.')
  await received
  expect(model.runs).toHaveLength(1)
})
