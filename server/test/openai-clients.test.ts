import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { HumanMessage } from '@langchain/core/messages'
import { tool as langchainTool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { APICallError, generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Runs published clients of OpenAI's protocol against the app, with a fake vendor.

vi.setConfig({ testTimeout: 20_000 })

let upstream: Upstream
let servers: TestServers
let baseURL: string
let token: string
let client: OpenAI

beforeAll(async () => {
  upstream = await startUpstream()
  servers = await createTestServers()
  const url = await servers.start({ OPENAI_API_KEY: 'sk-vendor', OPENAI_BASE_URL: `${upstream.url}/v1` })
  token = (await servers.call('POST', '/auth/global', undefined, { password: 'quiet harbour' })).json.token
  baseURL = `${url}/api/openai/v1`
  client = new OpenAI({ apiKey: token, baseURL, maxRetries: 0 })
})
afterAll(async () => {
  await servers.close()
  await upstream.close()
})
beforeEach(() => upstream.reset())

const model = 'v_agent'
const sampling = { seed: 7, presence_penalty: 0.5, frequency_penalty: -0.5, logit_bias: { '50256': -100 } }
const hello = [{ role: 'user' as const, content: 'Hello' }]
const weather = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'The weather of a place',
    parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
  },
}
const called = { toolCalls: [{ id: 'call_1', name: 'weather', arguments: '{"place":"Oslo"}' }] }
const sent = async (count = 1) => (await upstream.arrival(count)).json as Record<string, unknown>
const paramOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) =>
      error instanceof OpenAI.APIError ? [error.status, error.param ?? null, error.code] : String(error),
  )

const ask = (more: object) => paramOf(client.chat.completions.create({ model, messages: hello, ...more }))
const provider = () => createOpenAICompatible({ name: 'vee', apiKey: token, baseURL, includeUsage: true })
const chat = () =>
  new ChatOpenAI({ model, apiKey: token, maxRetries: 0, temperature: 0.2, configuration: { baseURL } })

describe('the openai client', () => {
  it('passes on all of its model options', async () => {
    upstream.script({ text: '{"a":1}' })
    const format = { type: 'json_schema' as const, json_schema: { name: 'a', schema: { type: 'object' } } }
    await client.chat.completions.create({
      model,
      messages: hello,
      tools: [weather],
      tool_choice: 'required',
      response_format: format,
      stop: ['END'],
      max_completion_tokens: 77,
      temperature: 0.3,
      top_p: 0.9,
      ...sampling,
      logprobs: false,
      n: 1,
    })
    expect(await sent()).toMatchObject({
      tools: [weather],
      tool_choice: 'required',
      response_format: format,
      stop: ['END'],
      max_tokens: 77,
      temperature: 0.3,
      top_p: 0.9,
      ...sampling,
    })
  })

  it('sends no options that have their default value', async () => {
    const defaults = { presence_penalty: 0, frequency_penalty: 0, logit_bias: {}, top_logprobs: 0 }
    await client.chat.completions.create({ model, messages: hello, ...defaults })
    expect(Object.keys(await sent()).filter((name) => name in defaults)).toEqual([])
  })

  it('receives the calls of its own tools, and returns their results', async () => {
    upstream.script(called, { text: 'Rain in Oslo.' })
    const runner = client.chat.completions.runTools({
      model,
      messages: hello,
      tools: [
        {
          type: 'function',
          function: { ...weather.function, function: () => 'rain', parse: JSON.parse },
        },
      ],
    })
    expect(await runner.finalContent()).toBe('Rain in Oslo.')
    expect((await sent(2))['messages']).toEqual(
      expect.arrayContaining([{ role: 'tool', content: 'rain', tool_call_id: 'call_1' }]),
    )
  })

  it('streams the calls of its tools', async () => {
    upstream.script(called)
    const stream = client.chat.completions.stream({ model, messages: hello, tools: [weather] })
    const { choices } = await stream.finalChatCompletion()
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        tool_calls: [{ id: 'call_1', function: { name: 'weather', arguments: '{"place":"Oslo"}' } }],
      },
    })
  })

  it('stops the vendor when it aborts a stream', async () => {
    upstream.script({ text: 'word '.repeat(2_000), piecesPerSecond: 50 })
    const stream = await client.chat.completions.create({ model, messages: hello, stream: true })
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
    stream.controller.abort()
    expect(await (await upstream.arrival(1)).ended).toBe('aborted')
  })

  it('is rejected with the name of the unsupported field', async () => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
    expect(await ask({ n: 2 })).toEqual([400, 'n', 'VALIDATION'])
    expect(await ask({ tool_choice: 'required' })).toEqual([400, 'tool_choice', 'VALIDATION'])
    expect(await ask({ temperature: 3 })).toEqual([400, 'temperature', 'VALIDATION'])
    expect(await ask({ logprobs: true })).toEqual([400, 'logprobs', 'VALIDATION'])
    expect(await ask({ top_logprobs: 2 })).toEqual([400, 'top_logprobs', 'VALIDATION'])
    expect(await ask({ seed: 0.5 })).toEqual([400, 'seed', 'VALIDATION'])
    expect(await ask({ frequency_penalty: 3 })).toEqual([400, 'frequency_penalty', 'VALIDATION'])
    expect(
      await ask({ messages: [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, picture] }] }),
    ).toEqual([400, 'messages[0].content[1]', 'VALIDATION'])
    expect(await ask({ model: 'nobody' })).toEqual([404, 'model', 'AGENT_UNKNOWN'])
    expect(await ask({ messages: [{ role: 'user', content: '\u200b' }] })).toEqual([
      400,
      'messages',
      'MESSAGE_EMPTY',
    ])
    expect(upstream.requests).toHaveLength(0)
  })

  it('returns the message, type and code of every error', async () => {
    const stranger = new OpenAI({ apiKey: 'wrong', baseURL, maxRetries: 0 })
    await expect(stranger.models.list()).rejects.toMatchObject({
      status: 401,
      message: '401 Your session has ended; sign in again.',
      type: 'authentication_error',
      code: 'SESSION_EXPIRED',
    })
    upstream.script({ refusal: { status: 400 } })
    await expect(
      client.chat.completions.create({ model, messages: hello, tools: [weather] }),
    ).rejects.toMatchObject({ status: 502, type: 'server_error', code: 'PROVIDER_ERROR' })
    const unknown = await fetch(`${baseURL}/embeddings`, { method: 'POST' })
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { error: expect.objectContaining({ type: 'invalid_request_error', code: 'NOT_FOUND' }) as object },
    ])
  })

  it('lists and retrieves the models', async () => {
    const { data } = await client.models.list()
    expect(data.map(({ id }) => id)).toContain(model)
    expect(await client.models.retrieve(model)).toMatchObject({ id: model, object: 'model' })
    await expect(client.models.retrieve('nobody')).rejects.toMatchObject({ status: 404, param: 'model' })
  })
})

describe('the AI SDK', () => {
  it('runs its own tools over several steps', async () => {
    upstream.script(called, { text: 'Rain in Oslo.' })
    const { text, steps } = await generateText({
      model: provider()(model),
      prompt: 'What is the weather in Oslo?',
      maxRetries: 0,
      stopWhen: stepCountIs(3),
      tools: {
        weather: tool({
          inputSchema: jsonSchema<{ place: string }>(weather.function.parameters as object),
          execute: () => 'rain',
        }),
      },
    })
    expect([text, steps.length]).toEqual(['Rain in Oslo.', 2])
  })

  it('streams, with usage figures, and stops the vendor when it aborts', async () => {
    upstream.script({ text: 'One two three' })
    const whole = streamText({ model: provider()(model), prompt: 'Hello' })
    expect(await whole.text).toBe('One two three')
    expect((await whole.usage).outputTokens).toBeGreaterThan(0)

    upstream.script({ text: 'word '.repeat(2_000), piecesPerSecond: 50 })
    const controller = new AbortController()
    const cut = streamText({
      model: provider()(model),
      prompt: 'Hello',
      abortSignal: controller.signal,
      onError: () => {},
    })
    for await (const _ of cut.textStream) controller.abort()
    expect(await (await upstream.arrival(2)).ended).toBe('aborted')
  })

  it('returns the message of an error', async () => {
    const error: unknown = await generateText({
      model: provider()('nobody'),
      prompt: 'Hello',
      maxRetries: 0,
    }).catch((reason: unknown) => reason)
    expect(APICallError.isInstance(error) && error.message).toBe('There is no assistant by that name.')
  })
})

describe('LangChain', () => {
  it('binds its tools and parses their calls', async () => {
    upstream.script(called)
    const bound = chat().bindTools([
      langchainTool(() => 'rain', { name: 'weather', schema: z.object({ place: z.string() }) }),
    ])
    const message = await bound.invoke([new HumanMessage('What is the weather in Oslo?')])
    expect(message.tool_calls).toMatchObject([{ id: 'call_1', name: 'weather', args: { place: 'Oslo' } }])
    expect(await sent()).toMatchObject({ temperature: 0.2 })
  })

  it('streams', async () => {
    upstream.script({ text: 'One two three' })
    const texts: string[] = []
    for await (const chunk of await chat().stream('Hello')) texts.push(chunk.text)
    expect(texts.join('')).toBe('One two three')
  })
})
