import { once } from 'node:events'
import { GoogleGenAI, type LiveServerMessage, Modality } from '@google/genai'
import OpenAI from 'openai'
import { LiveWS } from 'openai/resources/live/ws'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { afterEach, expect, it, vi } from 'vitest'
import { LIVE_MODEL_REQUEST } from '../../../../../fakes/live-model-suite.ts'
import {
  type LiveModelProtocol,
  startLiveModelService,
  WORD_SOUND,
} from '../../../../../fakes/live-model/index.ts'
import { geminiLiveApi } from '../../../../../fakes/live-model/gemini.ts'
import { gptLiveApi } from '../../../../../fakes/live-model/gpt-live.ts'
import { openAiRealtime } from '../../../../../fakes/live-model/openai.ts'
import { startTlsProxy } from '../../../../../fakes/tls-proxy.ts'
import { createGeminiLive } from '../../gemini/gemini-live.ts'
import { createGptLive } from '../openai/gpt-live.ts'
import { createOpenAiRealtime } from '../openai/openai-realtime.ts'

// Runs the vendors' published clients against the fakes, so that the fakes follow the vendors and not our adapters:
// the clients must understand their messages, and send what the adapters send.

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function serve(protocol: LiveModelProtocol) {
  const service = await startLiveModelService(protocol)
  const proxy = await startTlsProxy(service.url)
  closing.push(async () => {
    await proxy.close()
    await service.close()
  })
  return { service, proxy }
}

it("openai's client holds a conversation with the fake, and sends what the adapter sends", async () => {
  const { service, proxy } = await serve(openAiRealtime({ apiKey: 'sk-test' }))
  service.script({ replies: [{ text: 'Let me see.', call: { name: 'calculate', arguments: '{}' } }] })
  const client = new OpenAIRealtimeWS(
    { model: 'gpt-realtime-2.1', options: { ca: proxy.certificate } },
    new OpenAI({ apiKey: 'sk-test', baseURL: `${proxy.url}/v1` }),
  )
  let [words, audioBytes] = ['', 0]
  client.on('response.output_audio_transcript.delta', ({ delta }) => (words += delta))
  client.on('response.output_audio.delta', ({ delta }) => {
    audioBytes += Buffer.from(delta, 'base64').length
  })
  const done = new Promise<number | undefined>((resolve, reject) => {
    client.on('error', reject)
    client.on('response.done', ({ response }) => resolve(response.usage?.output_token_details?.audio_tokens))
  })
  const called = new Promise<string | undefined>((resolve) =>
    client.on('response.output_item.done', ({ item }) => {
      if (item.type === 'function_call') resolve(item.name)
    }),
  )
  await once(client.socket, 'open')
  const { instructions, voice, tools, history } = LIVE_MODEL_REQUEST
  const pcm = { type: 'audio/pcm', rate: 24_000 } as const
  client.send({
    type: 'session.update',
    session: {
      type: 'realtime',
      instructions,
      output_modalities: ['audio'],
      audio: {
        input: {
          format: pcm,
          transcription: { model: 'gpt-4o-mini-transcribe', language: 'en' },
          turn_detection: {
            type: 'server_vad',
            silence_duration_ms: 500,
            prefix_padding_ms: 300,
            create_response: false,
            interrupt_response: false,
          },
        },
        output: { format: pcm, voice },
      },
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        name,
        description,
        parameters,
      })),
      tool_choice: 'auto',
    },
  })
  for (const { role, text } of history)
    client.send({
      type: 'conversation.item.create',
      item:
        role === 'user'
          ? { type: 'message', role, content: [{ type: 'input_text', text }] }
          : { type: 'message', role, content: [{ type: 'output_text', text }] },
    })
  client.send({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What is 6 × 7?' }] },
  })
  client.send({ type: 'response.create' })
  expect(await done).toBe(12)
  expect(await called).toBe('calculate')
  expect(words).toBe('Let me see.')
  expect(audioBytes).toBe(3 * WORD_SOUND.length)
  client.close()

  const session = createOpenAiRealtime({
    id: 'openai',
    name: 'OpenAI',
    location: 'vendor',
    apiKey: 'sk-test',
    baseUrl: `${service.url}/v1`,
    model: 'gpt-realtime-2.1',
    transcriptionModel: 'gpt-4o-mini-transcribe',
    price: 'free',
    timeoutMs: 5_000,
  }).open(LIVE_MODEL_REQUEST, new AbortController().signal)
  session.say('What is 6 × 7?')
  for await (const event of session.events) if (event.type === 'response-ended') session.close()
  const [theirs, ours] = service.connections
  expect(ours?.messages).toEqual(theirs?.messages)
  expect(ours?.headers.authorization).toBe(theirs?.headers.authorization)
  expect(ours?.url.search).toBe(theirs?.url.search)
})

it("Google's client holds a conversation with the fake, and sends what the adapter sends", async () => {
  const { service } = await serve(geminiLiveApi({ apiKey: 'AIza-test' }))
  const replies = [
    { text: 'Let me see.', call: { name: 'calculate', arguments: '{"x":1}' } },
    { text: 'It is 42.' },
  ]
  service.script({ replies })
  const { instructions, voice, tools, history } = LIVE_MODEL_REQUEST
  const seen: LiveServerMessage[] = []
  const client = new GoogleGenAI({
    apiKey: 'AIza-test',
    httpOptions: { baseUrl: service.url, apiVersion: 'v1beta' },
  })
  const session = await client.live.connect({
    model: 'gemini-3.8-live',
    config: {
      responseModalities: [Modality.AUDIO],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } },
      systemInstruction: { parts: [{ text: instructions }] },
      tools: [
        {
          functionDeclarations: tools.map(({ name, description, parameters }) => ({
            name,
            description,
            parametersJsonSchema: parameters,
          })),
        },
      ],
      inputAudioTranscription: {},
      outputAudioTranscription: {},
      contextWindowCompression: { slidingWindow: {} },
    },
    callbacks: { onmessage: (message) => void seen.push(message) },
  })
  session.sendClientContent({
    turns: history.map(({ role, text }) => ({
      role: role === 'user' ? 'user' : 'model',
      parts: [{ text }],
    })),
    turnComplete: false,
  })
  const audio = Buffer.alloc(1_280).toString('base64')
  session.sendRealtimeInput({ audio: { data: audio, mimeType: 'audio/pcm;rate=16000' } })
  session.sendRealtimeInput({ text: 'What is 6 × 7?' })
  const call = await vi.waitFor(() => {
    const functionCall = seen.flatMap(({ toolCall }) => toolCall?.functionCalls ?? [])[0]
    expect(functionCall).toMatchObject({ name: 'calculate', args: { x: 1 } })
    return functionCall
  })
  session.sendToolResponse({
    functionResponses: [{ id: call?.id ?? '', name: 'calculate', response: { output: '42' } }],
  })
  await vi.waitFor(() => expect(seen.some(({ serverContent }) => serverContent?.turnComplete)).toBe(true))
  const words = seen.map(({ serverContent }) => serverContent?.outputTranscription?.text ?? '').join('')
  expect(words).toBe('Let me see.It is 42.')
  const sounds = seen.flatMap(({ serverContent }) => serverContent?.modelTurn?.parts ?? [])
  expect(sounds).toHaveLength(6)
  expect(Buffer.from(sounds[0]?.inlineData?.data ?? '', 'base64')).toEqual(WORD_SOUND)
  expect(seen.find(({ usageMetadata }) => usageMetadata)?.usageMetadata?.promptTokenCount).toBe(522)
  session.close()

  service.script({ replies })
  const ours = createGeminiLive({
    apiKey: 'AIza-test',
    baseUrl: service.url,
    model: 'gemini-3.8-live',
    price: 'free',
    timeoutMs: 5_000,
  }).open(LIVE_MODEL_REQUEST, new AbortController().signal)
  ours.pushAudio(new Uint8Array(1_280))
  ours.say('What is 6 × 7?')
  for await (const event of ours.events) {
    if (event.type === 'tool-call') ours.answerToolCall(event.callId, '42')
    if (event.type === 'response-ended') ours.close()
  }
  const [theirs, mine] = service.connections
  // Their client has no setting for the history, so that its messages differ in that.
  const [theirSetup, theirHistory, ...theirRest] = theirs?.messages ?? []
  expect(mine?.messages).toEqual([
    {
      setup: { ...(theirSetup?.['setup'] as object), historyConfig: { initialHistoryInClientContent: true } },
    },
    { clientContent: { ...(theirHistory?.['clientContent'] as object), turnComplete: true } },
    ...theirRest,
  ])
  expect(mine?.audioSeconds).toBe(theirs?.audioSeconds)
  expect(mine?.headers['x-goog-api-key']).toBe('AIza-test')
  // Theirs is in the address too, which ends up in logs.
  expect(mine?.url.search).toBe('')
})

it("openai's client of GPT-Live talks to the fake, and sends what the adapter sends", async () => {
  const { service, proxy } = await serve(gptLiveApi({ apiKey: 'sk-test' }))
  const replies = [{ text: 'Let me see.', call: { name: 'delegate', arguments: '' } }]
  service.script({ replies })
  const ours = createGptLive({
    apiKey: 'sk-test',
    baseUrl: `${service.url}/v1`,
    model: 'gpt-live-1',
    price: 'free',
    timeoutMs: 5_000,
  }).open({ ...LIVE_MODEL_REQUEST, voice: 'marin' }, new AbortController().signal)
  ours.say('What is 6 × 7?')
  let spoken = ''
  for await (const event of ours.events) {
    if (event.type === 'words') spoken += event.text
    if (event.type === 'delegation') ours.addCommentary(event.id, 'It is 42.')
    if (event.type === 'response-ended') ours.close()
  }
  expect(spoken).toBe('Let me see.It is 42.')
  const [mine] = service.connections
  await mine?.closed

  service.script({ replies })
  const client = new LiveWS(new OpenAI({ apiKey: 'sk-test', baseURL: `${proxy.url}/v1` }), {
    ca: proxy.certificate,
  })
  let [words, audioBytes] = ['', 0]
  client.on('session.output_transcript.delta', ({ delta }) => (words += delta))
  client.on('session.output_audio.delta', ({ delta }) => {
    audioBytes += Buffer.from(delta, 'base64').length
  })
  const delegated = new Promise<string>((resolve, reject) => {
    client.on('error', reject)
    client.on('session.delegation.created', ({ delegation }) => resolve(delegation.id))
  })
  const started = new Promise((resolve) => client.on('session.started', resolve))
  const closed = new Promise<number>((resolve) =>
    client.on('session.closed', ({ usage }) => resolve(usage.seconds)),
  )
  const [start, message] = mine?.messages ?? []
  client.send(start as unknown as Parameters<typeof client.send>[0])
  await started
  client.send(message as unknown as Parameters<typeof client.send>[0])
  const delegation_id = await delegated
  client.send({ type: 'session.commentary.append', delegation_id, content: 'It is 42.' })
  await vi.waitFor(() => expect(words).toBe('Let me see.It is 42.'))
  client.send({ type: 'session.close' })
  expect(await closed).toBeGreaterThan(0)
  expect(audioBytes).toBeGreaterThanOrEqual(6 * WORD_SOUND.length)
  const theirs = service.connections[1]
  expect(mine?.messages).toEqual(theirs?.messages)
  expect(mine?.headers.authorization).toBe(theirs?.headers.authorization)
  expect(mine?.url.pathname).toBe(theirs?.url.pathname)
})
