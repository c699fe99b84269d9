import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ProviderFailure, type ProviderFailureKind } from '../server/src/providers/failure.ts'
import type { LlmEvent, LlmProvider, LlmRequest } from '../server/src/providers/llm/llm.ts'
import type { FakeVendor } from './upstream/fake-vendor.ts'
import { MANY_SCRIPTS, startUpstream, type BehaviourName } from './upstream/index.ts'

/** A language model provider under test. */
export interface LlmSuiteSubject {
  readonly model: string
  readonly create: (options: { readonly upstreamUrl: string; readonly timeoutMs: number }) => LlmProvider
  /** the key that `create` passes to the provider, if it requires one */
  readonly apiKey?: string
  /** the protocol marks its end: a stream without a finish reason is cut */
  readonly marksItsEnd?: true
  /** starts the fake vendor; default: the one with OpenAI's and Anthropic's protocols */
  readonly startVendor?: (options: { readonly models: readonly string[] }) => Promise<FakeVendor>
}

export const aRequest = (model: string, overrides: Partial<LlmRequest> = {}): LlmRequest => ({
  model,
  system: 'You are V.',
  messages: [{ role: 'user', content: 'Good morning' }],
  agentId: 'v_agent',
  language: 'en',
  locale: 'en',
  maxOutputTokens: undefined,
  tools: [],
  ...overrides,
})

const NEVER = new AbortController().signal
const PATIENT_MS = 10_000
const IMPATIENT_MS = 120

/** Tests the contract of all providers, with or without a vendor. */
export function describeLlmContract(subject: {
  readonly model: string
  readonly create: () => LlmProvider
}): void {
  const request = aRequest(subject.model)

  it('emits text and finishes once, at the end', async () => {
    const events = await all(subject.create(), request)
    expect(textOf(events)).not.toBe('')
    expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' })
  })

  it('emits nothing when it was cancelled before it began', async () => {
    expect(await all(subject.create(), request, AbortSignal.abort())).toEqual([])
  })

  it('ends silently when it is cancelled in the middle', async () => {
    const cancel = new AbortController()
    const heard: LlmEvent[] = []
    await subject.create().stream(request, cancel.signal, (event) => {
      heard.push(event)
      cancel.abort()
    })
    expect(heard).toHaveLength(1)
  })

  it('serves its own default model', async () => {
    const provider = subject.create()
    expect(await provider.availability()).toMatchObject({ available: true })
    expect(provider.serves(provider.defaultModel() ?? '')).toBe(true)
    expect(provider.serves('no such model')).toBe(false)
  })
}

/** Tests how providers handle the behaviour of vendors. */
export function describeLlmProvider(name: string, subject: LlmSuiteSubject): void {
  describe(`${name}, as a provider of language models`, () => {
    const { startVendor = startUpstream } = subject
    let upstream: FakeVendor
    beforeAll(async () => {
      upstream = await startVendor({ models: [subject.model] })
    })
    beforeEach(() => upstream.reset())
    afterAll(() => upstream.close())

    const create = (timeoutMs = PATIENT_MS) => subject.create({ upstreamUrl: upstream.url, timeoutMs })
    const ask = (timeoutMs?: number, signal?: AbortSignal) =>
      all(create(timeoutMs), aRequest(subject.model), signal)
    const failingAsk = (timeoutMs?: number) => failing(create(timeoutMs), aRequest(subject.model))

    describeLlmContract({ model: subject.model, create: () => create() })

    it('requests the model, with the system prompt and the messages', async () => {
      await ask()
      const [request] = upstream.requests
      // Google's and Amazon's protocols have the model and the streaming in the path.
      const sent = `${request?.path}\n${request?.body.toString()}`
      expect(sent).toContain(subject.model)
      expect(sent).toMatch(/"stream":true|:streamGenerateContent\n|\/converse-stream\n/)
      expect(sent).toContain('You are V.')
      expect(sent).toContain('Good morning')
    })

    it('returns the usage figures', async () => {
      upstream.script({ usage: { promptTokens: 120, completionTokens: 30, cachedTokens: 100 } })
      expect((await ask()).at(-1)).toEqual({
        type: 'finish',
        reason: 'stop',
        usage: { promptTokens: 120, completionTokens: 30, totalTokens: 150, cachedTokens: 100 },
      })
    })

    it('reports missing usage figures', async () => {
      upstream.script({ usage: null })
      expect((await ask()).at(-1)).toEqual({ type: 'finish', reason: 'stop', usage: undefined })
    })

    it.each(['length', 'content_filter'] as const)('returns the finish reason %s', async (finishReason) => {
      upstream.script({ finishReason })
      expect((await ask()).at(-1)).toMatchObject({ type: 'finish', reason: finishReason })
    })

    it('waits for a slow first token', async () => {
      upstream.script('slow-first-token')
      expect(textOf(await ask())).toContain('Good morning')
    })

    it('assembles characters that were split across packets', async () => {
      upstream.script('split-utf8')
      expect(textOf(await ask())).toBe(MANY_SCRIPTS)
    })

    it.each(['split-events', 'merged-events'] as const)('understands %s', async (behaviour) => {
      const whole = await ask()
      upstream.script(behaviour)
      expect(await ask()).toEqual(whole)
    })

    it('separates reasoning from the reply', async () => {
      upstream.script({ reasoning: 'They greet me. I greet them.', text: 'Good morning.' })
      const events = await all(create(), aRequest(subject.model, { reasoningEffort: 'high' }))
      const thoughts = events.flatMap((event) => (event.type === 'reasoning' ? [event.text] : []))
      expect(thoughts.join('')).toBe('They greet me. I greet them.')
      expect(textOf(events)).toBe('Good morning.')
    })

    it('assembles tool calls', async () => {
      upstream.script('tool-calls')
      const events = await ask()
      expect(toolCallsOf(events)).toEqual([
        { id: 'call_1', name: 'get_weather', arguments: '{"city":"Zürich"}' },
        { id: 'call_2', name: 'get_time', arguments: '{}' },
      ])
      expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'tool_calls' })
    })

    it('sends tools, and their calls and results', async () => {
      const tool = { name: 'get_time', description: 'The time.', parameters: { type: 'object' } }
      const messages: LlmRequest['messages'] = [
        { role: 'user', content: 'What time is it in Zürich?' },
        {
          role: 'assistant',
          content: 'Let me look.',
          tool_calls: [
            { id: 'c1', name: 'get_time', arguments: '{"city":"Zürich"}' },
            { id: 'c2', name: 'get_time', arguments: '{}' },
          ],
        },
        { role: 'tool', content: '12:00', tool_call_id: 'c1' },
        { role: 'tool', content: 'no city', tool_call_id: 'c2' },
      ]
      const asked = aRequest(subject.model, { messages, tools: [tool] })
      expect(textOf(await all(create(), asked))).not.toBe('')
      const body = upstream.requests[0]?.body.toString() ?? ''
      for (const told of ['get_time', 'The time.', 'c1', 'Zürich', '12:00', 'c2', 'no city']) {
        expect(body).toContain(told)
      }
      expect(body).not.toMatch(/tool_choice|toolChoice|functionCallingConfig/)
    })

    it('requests text only, or one tool first', async () => {
      const tool = { name: 'get_time', description: 'The time.', parameters: { type: 'object' } }
      const choices = ['none', { name: 'get_time' }] as const
      for (const toolChoice of choices) {
        await all(create(), aRequest(subject.model, { tools: [tool], toolChoice }))
      }
      const [none, named] = upstream.requests.map(({ json }) => JSON.stringify(json))
      expect(none).toMatch(/"tool_choice":("none"|\{"type":"none"\})|"mode":"NONE"|^(?!.*toolConfig)/)
      expect(named).toMatch(
        /"tool_choice":\{"type":"(function|tool)",.*"name":"get_time"|"toolChoice":\{"tool":\{"name":"get_time"\}\}|"mode":"ANY","allowedFunctionNames":\["get_time"\]/,
      )
    })

    it.each<[BehaviourName, ProviderFailureKind]>([
      ['unauthorized', 'unauthorized'],
      ['bad-request', 'refused'],
      ['server-error', 'unavailable'],
      ['overloaded', 'unavailable'],
      ['empty', 'empty'],
      ['cut-before-events', 'cut'],
    ])('fails on %s as %s, without text', async (behaviour, kind) => {
      upstream.script(behaviour)
      const { events, failure } = await failingAsk()
      expect(failure).toMatchObject({ kind, provider: create().id })
      expect(textOf(events)).toBe('')
    })

    it.each<[BehaviourName, ProviderFailureKind]>([
      ['error-mid-stream', 'broken'],
      ['garbage-mid-stream', 'broken'],
      ['cut-mid-stream', 'cut'],
      ...(subject.marksItsEnd
        ? ([['no-finish-reason', 'cut']] satisfies [BehaviourName, ProviderFailureKind][])
        : []),
    ])('fails on %s as %s, after the text so far', async (behaviour, kind) => {
      upstream.script(behaviour)
      const { events, failure } = await failingAsk()
      expect(failure.kind).toBe(kind)
      expect(textOf(events)).toBe('You said:')
    })

    it.skipIf(subject.marksItsEnd)('completes a text that ends without a finish reason', async () => {
      upstream.script('no-finish-reason')
      const events = await ask()
      expect(textOf(events)).toBe('You said:')
      expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' })
    })

    it('returns the retry delay after too many requests', async () => {
      upstream.script('rate-limited')
      const { failure } = await failingAsk()
      expect(failure).toMatchObject({ kind: 'rate-limited', status: 429, retryAfterSeconds: 1 })
    })

    it('reports a refused connection as unavailable', async () => {
      const gone = await startUpstream()
      await gone.close()
      const provider = subject.create({ upstreamUrl: gone.url, timeoutMs: PATIENT_MS })
      const { failure } = await failing(provider, aRequest(subject.model))
      expect(failure.kind).toBe('unavailable')
    })

    it.each<BehaviourName>(['hang-before-headers', 'hang-before-events', 'hang-between-events'])(
      'ends %s at the time limit, and closes the upstream connection',
      async (behaviour) => {
        upstream.script(behaviour)
        const { failure } = await failingAsk(IMPATIENT_MS)
        expect(failure.kind).toBe('timeout')
        expect(await upstream.requests[0]?.ended).toBe('aborted')
      },
    )

    it.each<BehaviourName>(['hang-before-headers', 'hang-before-events', 'hang-between-events'])(
      'closes the upstream connection when it is cancelled in %s',
      async (behaviour) => {
        upstream.script(behaviour)
        const cancel = new AbortController()
        const reading = ask(PATIENT_MS, cancel.signal)
        const request = await upstream.arrival(1)
        cancel.abort()
        await reading
        expect(await request.ended).toBe('aborted')
      },
    )

    it('reuses its connections', async () => {
      for (let count = 1; count <= 4; count++) {
        await ask()
        await upstream.requests.at(-1)?.ended
      }
      expect(new Set(upstream.requests.map(({ connection }) => connection)).size).toBeLessThan(4)
    })

    it.skipIf(subject.apiKey === undefined)('sends its key, and never leaks it', async () => {
      const key = subject.apiKey ?? ''
      upstream.script({ refusal: { status: 401, code: key, message: `Incorrect API key provided: ${key}` } })
      const { failure } = await failingAsk()
      expect(JSON.stringify(upstream.requests[0]?.headers)).toContain(key)
      expect(JSON.stringify([failure, failure.message, failure.stack, failure.cause])).not.toContain(key)
    })
  })
}

async function all(provider: LlmProvider, request: LlmRequest, signal = NEVER): Promise<readonly LlmEvent[]> {
  const events: LlmEvent[] = []
  await provider.stream(request, signal, (event) => events.push(event))
  return events
}

/** Returns the events before the failure, and the failure. */
async function failing(provider: LlmProvider, request: LlmRequest) {
  const events: LlmEvent[] = []
  try {
    await provider.stream(request, NEVER, (event) => events.push(event))
  } catch (error) {
    if (error instanceof ProviderFailure) return { events, failure: error }
    throw error
  }
  throw new Error('It should have failed.')
}

const textOf = (events: readonly LlmEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('')

function toolCallsOf(events: readonly LlmEvent[]) {
  const calls: { id?: string; name?: string; arguments: string }[] = []
  for (const event of events) {
    if (event.type !== 'tool-call-delta') continue
    const { index, id, name, argumentsDelta = '' } = event
    const call = calls[index]
    if (call) call.arguments += argumentsDelta
    else
      calls[index] = {
        ...(id !== undefined && { id }),
        ...(name !== undefined && { name }),
        arguments: argumentsDelta,
      }
  }
  return calls
}
