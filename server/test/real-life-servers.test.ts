import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wavHeader } from '@vee/contract/audio/wav-header'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

/** Servers that are not OpenAI, through a whole server; the inputs are those of e2e/real-life/. */

interface Answer {
  readonly status?: number
  /** default: that of the body's own kind; null: none */
  readonly type?: string | null
  readonly body: string | Uint8Array
  /** the connection breaks after the body */
  readonly breaks?: true
}

const INPUTS = new URL('../../e2e/real-life/inputs/', import.meta.url)
const input = (name: string) => readFileSync(new URL(name, INPUTS), 'utf8')
const events = (...chunks: readonly unknown[]) =>
  chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('')
const text = (content: string, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
})

let answers: Record<string, Answer[]>
let requests: { readonly path: string; readonly body: string }[]
let vendor: Server
let servers: TestServers
let url: string

beforeAll(async () => {
  vendor = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const path = (request.url ?? '').replace('/v1', '')
      requests.push({ path, body })
      const answer = (answers[path]?.length ?? 0) > 1 ? answers[path]?.shift() : answers[path]?.[0]
      const {
        status = 200,
        type = 'text/event-stream',
        body: sent,
        breaks,
      } = answer ?? { status: 404, body: '' }
      response.writeHead(status, type === null ? {} : { 'content-type': type })
      response.write(sent, () => (breaks ? response.destroy() : response.end()))
    })
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`
  servers = await createTestServers()
  url = await servers.start({
    OPENAI_BASE_URL: base,
    MODEL_PRIMARY: 'house-model',
    STT_BASE_URL: base,
    STT_MODEL: 'openai/whisper-small',
    STT_LIVE_MODEL: 'none',
    TTS_BASE_URL: base,
    BUILTIN_RESPONDER: 'off',
    DEMO_REPLIES_PER_DAY: '500',
  })
})
afterAll(async () => {
  await servers.close()
  vendor.close()
})
beforeEach(() => {
  answers = {}
  requests = []
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}

interface StreamedEvent {
  readonly type: string
  readonly content?: string
  readonly kind?: 'text' | 'reasoning'
  readonly length?: number
  readonly [field: string]: unknown
}

/** Asks for a streamed reply; returns its events, and what a client that follows them has at the end. */
async function ask(...scripted: readonly Answer[]) {
  answers['/chat/completions'] = [...scripted]
  const list = { data: [{ id: 'house-model' }] }
  answers['/models'] = [{ type: 'application/json', body: JSON.stringify(list) }]
  const response = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      messages: [{ role: 'user', content: 'What is 2 + 3 and 10 * 10?' }],
      acceptsReasoning: true,
      stream: true,
    }),
  })
  const sent = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as StreamedEvent)
  const said = { text: '', reasoning: '' }
  for (const { type, content = '', kind = 'text', length = 0 } of sent) {
    if (type === 'chunk') said.text += content
    if (type === 'reasoning_delta') said.reasoning += content
    if (type === 'retracted') said[kind] = said[kind].slice(0, -length)
  }
  const last = sent.at(-1)
  const ofType = (type: string) => sent.filter((event) => event.type === type)
  return { ...said, last, ofType }
}

const sse = (body: string): Answer => ({ body })
const json = (value: unknown): Answer => ({ type: 'application/json', body: JSON.stringify(value) })

describe('chat with servers that are not OpenAI', () => {
  it.each(['x01-tools-without-index.sse', 'x01b-tools-same-index.sse'])(
    'calls both tools of %s',
    async (name) => {
      const { ofType, text: said } = await ask(
        sse(input(name)),
        sse(events(text('5 and 100.', 'stop'), '[DONE]')),
      )
      expect(ofType('tool_started').map((event) => event['arguments'])).toEqual([
        '{"expression":"2+3"}',
        '{"expression":"10*10"}',
      ])
      expect(ofType('tool_finished').map((event) => event['outcome'])).toEqual(['done', 'done'])
      expect(said).toBe('5 and 100.')
    },
  )

  it('takes arguments as an object, and passes over what is no call', async () => {
    const { ofType } = await ask(
      sse(
        events({ choices: [{ delta: { tool_calls: [null] } }] }) + input('x01c-tool-arguments-as-object.sse'),
      ),
      sse(events(text('5.', 'stop'))),
    )
    expect(ofType('tool_started').map((event) => event['arguments'])).toEqual(['{"expression":"2+3"}'])
  })

  it('folds thoughts without an opening tag, and remembers the model', async () => {
    const thoughts = sse(input('x02-think-closed-only.sse'))
    const first = await ask(thoughts)
    expect(first).toMatchObject({
      text: 'Good morning!',
      reasoning: 'They want a greeting. Short is best.\n',
    })
    expect(first.ofType('retracted')).toEqual([
      { type: 'retracted', kind: 'text', length: 'They want a greeting. Short is best.\n'.length },
    ])
    const second = await ask(thoughts)
    expect(second).toMatchObject({ text: 'Good morning!', reasoning: first.reasoning })
    expect(second.ofType('retracted')).toEqual([])
    // This time it does not reason.
    const third = await ask(sse(events(text('Plain '), text('words.', 'stop'), '[DONE]')))
    expect(third).toMatchObject({ text: 'Plain words.', reasoning: '' })
    const fourth = await ask(sse(events(text('Plain '), text('words.', 'stop'), '[DONE]')))
    expect(fourth.ofType('chunk')).toHaveLength(2)
  })

  it('answers with the text after the thoughts when it is not streamed', async () => {
    answers['/chat/completions'] = [sse(input('x02-think-closed-only.sse'))]
    const asked = { messages: [{ role: 'user', content: 'Hi' }] }
    expect((await servers.call('POST', '/chat', undefined, asked)).json).toMatchObject({
      content: 'Good morning!',
    })
    await ask(sse(events(text('Plain.', 'stop'))))
  })

  it.each(['<thinking>|</thinking>', '<thought>|</thought>', '[THINK]|[/THINK]', '<THINK>|</THINK>'])(
    'folds thoughts between %s',
    async (marks) => {
      const [opening = '', closing = ''] = marks.split('|')
      const chunks = [
        opening.slice(0, 3),
        opening.slice(3),
        'Hm.',
        closing.slice(0, 4),
        `${closing.slice(4)}\n\nYes. `,
      ]
      const { text: said, reasoning } = await ask(
        sse(events(...chunks.map((chunk) => text(chunk)), text(`${opening}Again.${closing}Sure.`, 'stop'))),
      )
      expect({ said, reasoning }).toEqual({ said: 'Yes. Sure.', reasoning: 'Hm.Again.' })
    },
  )

  it('reads the channels of gpt-oss', async () => {
    const sent =
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>'
    expect(await ask(sse(events(text(sent, 'stop'))))).toMatchObject({ text: 'Yes.', reasoning: 'Hm.' })
  })

  it.each([input('x03-no-finish-reason.sse'), input('x03-no-finish-reason.sse').replace('data: [DONE]', '')])(
    'completes a reply without a finish reason',
    async (body) => {
      const { text: said, last } = await ask(sse(body))
      expect(said).toBe('Every word is here.')
      expect(last).toMatchObject({ type: 'final_response_metadata', finishReason: 'stop' })
    },
  )

  it('fails where the connection breaks, or the server reports an error', async () => {
    const cut = await ask({ body: events(text('Half a ')), breaks: true })
    expect(cut.last).toMatchObject({ type: 'error', error: 'PROVIDER_ERROR', reason: 'cut' })
    expect(cut.text).toBe('Half a ')
    const broken = await ask(sse(events(text('Half a '), { error: { message: 'out of memory' } })))
    expect(broken.last).toMatchObject({ type: 'error', error: 'PROVIDER_ERROR', reason: 'broken' })
  })

  it('counts the last usage that is not zero', async () => {
    const { last } = await ask(sse(input('x06b-usage-zero-last.sse')))
    expect(last).toMatchObject({ usage: { totalTokens: expect.any(Number) } })
    expect(last).not.toMatchObject({ usage: { totalTokens: 0 } })
  })

  it.each([
    ['a JSON answer', { type: 'application/json', body: input('x08-json-in-place-of-stream.json') }],
    ['a JSON answer without a type', { type: null, body: input('x08-json-in-place-of-stream.json') }],
    [
      'events of another type',
      { type: 'application/octet-stream', body: events(text('A whole answer in one piece.')) },
    ],
    ['events without a type', { type: null, body: events(text('A whole answer in one piece.'), '[DONE]') }],
    [
      'a value per line',
      {
        type: 'application/x-ndjson',
        body: `${JSON.stringify(text('A whole answer '))}\n${JSON.stringify(text('in one piece.'))}\n`,
      },
    ],
    [
      'messages in place of deltas',
      sse(events({ choices: [{ message: { content: 'A whole answer in one piece.' } }] })),
    ],
    [
      'the earlier protocol',
      sse(events({ choices: [{ text: 'A whole answer in one piece.', finish_reason: 'stop' }] })),
    ],
    ['a refusal', sse(events({ choices: [{ delta: { refusal: 'A whole answer in one piece.' } }] }))],
  ] satisfies [string, Answer][])('shows %s', async (_, answer) => {
    const { text: said, last } = await ask(answer)
    expect(said).toBe('A whole answer in one piece.')
    expect(last).toMatchObject({ type: 'final_response_metadata', finishReason: 'stop' })
  })

  it.each([
    ['no text', sse(events({ choices: [{ delta: { role: 'assistant' } }] }, '[DONE]')), 'empty'],
    ['thoughts only', sse(events(text('<think>Hm.', 'stop'))), 'empty'],
    ['an error', json({ error: { message: 'no such model' } }), 'broken'],
    ['a page', { type: 'text/html', body: '<!doctype html>' }, 'broken'],
  ] satisfies [string, Answer, string][])('says that it got %s', async (_, answer, reason) => {
    const { last } = await ask(answer)
    expect(last).toMatchObject({ type: 'error', error: 'PROVIDER_ERROR', reason })
  })

  it.each([
    [{ data: [{ id: 'house-model' }] }],
    [['house-model', 'another']],
    [{ models: [{ name: 'house-model' }, {}, null] }],
  ])('lists the models of %j', async (list) => {
    answers['/models'] = [json(list)]
    const other = await servers.start({
      OPENAI_BASE_URL: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`,
      BUILTIN_RESPONDER: 'off',
    })
    const { json: models } = await servers.call('GET', '/models', undefined, undefined, other)
    expect(JSON.stringify(models)).toContain('house-model')
  })
})

/** A second of sound that varies like syllables, or of silence with a click. */
function wavOf(level: number): FormData {
  const samples = Int16Array.from({ length: 32_000 }, (_, index) =>
    Math.round(Math.sin(index / 12) * (0.55 - 0.45 * Math.cos(index / 800)) * level),
  )
  const bytes = Buffer.concat([
    Buffer.from(wavHeader(samples.length * 2, 16_000)),
    Buffer.from(samples.buffer),
  ])
  const form = new FormData()
  form.set('audio', new File([bytes], 'a.wav', { type: 'audio/wav' }))
  return form
}

const formats = () => requests.map(({ body }) => /name="response_format"\r\n\r\n(\w+)/.exec(body)?.[1])

describe('transcription by servers that are not OpenAI', () => {
  const hear = async (...sent: readonly Answer[]) => {
    answers['/audio/transcriptions'] = [...sent]
    return servers.call('POST', '/stt', undefined, wavOf(12_000))
  }

  // Before others: the server is remembered.
  it('asks for json where verbose_json is refused, once', async () => {
    const refusal = { ...json({ error: { message: 'verbose_json is not supported' } }), status: 400 }
    expect((await hear(refusal, json({ text: 'Hello there.' }))).json).toMatchObject({ text: 'Hello there.' })
    expect((await hear(json({ text: 'Hello again.' }))).json).toMatchObject({ text: 'Hello again.' })
    expect(formats()).toEqual(['verbose_json', 'json', 'json'])
  })

  it.each([
    ['tags', json({ text: '<|en|><|Speech|>Hello there.' })],
    [
      'null figures',
      json({
        text: 'Hello there.',
        duration: null,
        language: null,
        segments: [{ no_speech_prob: null, avg_logprob: null }],
      }),
    ],
    [
      'times as text',
      json({
        text: 'Hello there.',
        duration: '1.5',
        segments: [{ text: 'Hello there.', start: '0.0', end: '1.5' }],
      }),
    ],
    ['segments only', json({ segments: [{ text: 'Hello', start: 0 }, { text: 'there.' }] })],
    ['plain text', { type: 'text/plain', body: 'Hello there.\n' }],
    ['a JSON string', json('Hello there.')],
    ['no type', { type: null, body: JSON.stringify({ text: 'Hello there.' }) }],
  ] satisfies [string, Answer][])('reads %s', async (_, answer) => {
    expect(await hear(answer)).toMatchObject({
      status: 200,
      json: { text: 'Hello there.', isNoSpeech: false },
    })
  })

  it.each([json({ error: 'no model' }), { type: 'text/html', body: '<p>Bad gateway' }, json({})])(
    'fails on %j',
    async (answer) => expect((await hear(answer)).status).toBe(502),
  )

  it('hears no words where credits were invented for hardly any sound', async () => {
    answers['/audio/transcriptions'] = [json({ text: 'Untertitel im Auftrag des ZDF, 2017' })]
    expect((await servers.call('POST', '/stt', undefined, wavOf(60))).json).toMatchObject({
      text: '',
      isNoSpeech: true,
    })
  })
})

describe('speech by servers that are not OpenAI', () => {
  const SAMPLES = Int16Array.from({ length: 4_800 }, (_, index) => Math.round(Math.sin(index / 8) * 8_000))
  const RAW = Buffer.from(SAMPLES.buffer)
  /** with a LIST chunk before the audio */
  function wav(dataLength: number, rate = 24_000): Buffer {
    const header = Buffer.from(wavHeader(RAW.length, rate))
    const list = Buffer.from('LIST\x04\x00\x00\x00INFO', 'latin1')
    header.writeUInt32LE(dataLength, 40)
    return Buffer.concat([header.subarray(0, 36), list, header.subarray(36), RAW])
  }
  async function speak(answer: Answer, format = 'pcm') {
    answers['/audio/speech'] = [answer]
    const response = await fetch(`${url}/api/tts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Hello.', format }),
    })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }

  it.each([
    ['a WAV', wav(RAW.length)],
    ['a WAV of unknown length', wav(0xffffffff)],
    ['a WAV of length 0', wav(0)],
    ['raw samples', RAW],
  ])('plays %s as PCM', async (_, body) => {
    for (const type of ['audio/wav', 'audio/pcm', null]) {
      const spoken = await speak({ type, body })
      expect(spoken).toMatchObject({ status: 200, type: 'audio/pcm' })
      expect(spoken.bytes.equals(RAW)).toBe(true)
    }
  })

  it('plays a WAV of another rate at its rate', async () => {
    const { bytes } = await speak({ type: 'audio/wav', body: wav(0, 12_000) })
    expect(bytes.length).toBe(RAW.length * 2)
  })

  it.each(['audio/mpeg', 'audio/pcm', null])('plays MP3 that is labelled %s as PCM', async (type) => {
    const body = readFileSync(new URL('../src/domain/voice/speech/fixtures/one-second.mp3', import.meta.url))
    const { status, bytes } = await speak({ type, body })
    expect(status).toBe(200)
    expect(bytes.length / 48_000).toBeCloseTo(1, 0)
    expect(Math.max(...new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2))).toBeGreaterThan(500)
  })

  it('reads audio in JSON', async () => {
    const { bytes } = await speak(json({ audio: wav(0).toString('base64') }))
    expect(bytes.equals(RAW)).toBe(true)
  })

  it('labels what it passes on', async () => {
    expect(await speak({ type: 'audio/mpeg', body: wav(0) }, 'mp3')).toMatchObject({ type: 'audio/wav' })
  })

  it.each([
    ['an error', json({ error: { message: 'no voice' } })],
    ['FLAC', { type: 'audio/flac', body: Buffer.from('fLaC0000000000000000') }],
    ['a page', { type: 'text/html', body: '<!doctype html><p>Bad gateway' }],
  ] satisfies [string, Answer][])('fails on %s', async (_, answer) => {
    expect((await speak(answer)).status).toBe(502)
  })

  it.each([
    ['/audio/voices', { voices: ['af_heart', 'bm_george'] }, ['af_heart', 'bm_george']],
    ['/audio/voices', [{ id: 'ann', name: 'Ann', language: 'de-DE', gender: 'Female' }], ['ann']],
    ['/voices', { data: [{ voice_id: 'tara' }] }, ['tara']],
    ['/nothing', {}, ['alloy']],
  ])('offers the voices of %s: %j', async (path, list, names) => {
    answers[path] = [json(list)]
    const other = await servers.start({
      TTS_BASE_URL: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`,
    })
    const { json: listed } = await servers.call('GET', '/tts/voices', undefined, undefined, other)
    const ids = (listed.voices as readonly { providerVoiceId: string }[]).map(
      (voice) => voice.providerVoiceId,
    )
    expect(ids).toEqual(expect.arrayContaining(names))
    expect(ids.includes('alloy')).toBe(names.includes('alloy'))
  })
})
