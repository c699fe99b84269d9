import fc from 'fast-check'
import { setRandomSeed } from '../../scripts/random-seed.ts'
import { startVee } from '../vee.ts'
import { apiOf, expect, test, type Answer, type Api } from './api.ts'

/*
 * Sends arbitrary input to every endpoint: `api.call` validates each response against the published contract,
 * and fails for a 500. These tests only check that there was a response, and that errors are the caller's or
 * the vendor's.
 */
const RUNS = { numRuns: 60 }

/** Texts for which a voice once failed. They are tried first, whatever the seed. */
const UNPRONOUNCED = ['\u0234', '!!!', '👍🏽', '\u0301', '\u2060', 'こんにちは', 'Привет', '%', '\0a']

setRandomSeed()

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'v_agent',
    '../../etc/passwd',
    '${7*7}',
    "' OR 1=1 --",
    '\0',
    '🍋',
  ),
)
/** Any JSON, with names that schemas and prototypes contain. */
const names = fc.oneof(
  fc.constantFrom('messages', 'role', 'content', 'agentId', 'text', 'voice', 'speed', 'format', 'toString'),
  words,
)
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    words,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 6 }),
  ),
})).value

const field = (value: fc.Arbitrary<unknown>) => fc.option(fc.oneof(value, json), { nil: undefined })
/** Nearly valid requests: most fields are valid, any may be anything. */
const chat = fc.record({
  messages: fc.oneof(
    fc.array(
      fc.record({
        role: fc.constantFrom('user', 'tool', 'system', 'wizard'),
        content: fc.oneof(words, json),
      }),
      {
        maxLength: 4,
      },
    ),
    json,
  ),
  agentId: field(words),
  conversationId: field(words),
  personaOverride: field(words),
  language: field(words),
  codingLanguage: field(words),
  model: field(words),
  replyId: field(words),
  stream: field(fc.boolean()),
  voice: field(fc.record({ interruptedAfter: words })),
})
const speech = fc.record({
  text: fc.oneof(words, json),
  voice: field(words),
  speed: field(fc.double()),
  format: field(fc.constantFrom('mp3', 'opus', 'wav', 'pcm')),
  language: field(words),
})

/** Expects success, an error of the caller, or a missing feature of this server. The vendor works here. */
const expectAnswered = ({ status, text }: Answer) =>
  expect(status < 500 || status === 503, `${status} ${text}`).toBe(true)

/** Clients send no body with these, fetch even refuses to. */
const takesBody = (method: string) => method !== 'GET' && method !== 'HEAD'

async function post(api: Api, path: string, body: unknown) {
  expectAnswered(await api.call('POST', path, { body: JSON.stringify(body) ?? '' }))
}

test('every endpoint of the contract handles any input', async ({ api }) => {
  const signedIn = await api.signIn()
  const anything = fc.record({
    call: fc.constantFrom(...api.contract.calls),
    id: words.map((text) => encodeURIComponent(text.toWellFormed())).filter((id) => !/^\.{0,2}$/.test(id)),
    query: fc.dictionary(words, words, { maxKeys: 3 }),
    body: json,
    headers: fc.constantFrom({}, signedIn, { accept: 'text/event-stream' }),
  })
  await fc.assert(
    fc.asyncProperty(anything, async ({ call, id, query, body, headers }) => {
      const [method = '', template = ''] = call.split(' ')
      // Signing out would end the session of the next run.
      fc.pre(call !== 'DELETE /auth')
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
      )
      const path = `${template.replaceAll(/\{\w+\}/g, id)}?${search}`
      expectAnswered(
        await api.call(method, path, { headers, ...(takesBody(method) && { body: JSON.stringify(body) }) }),
      )
    }),
    { numRuns: 150 },
  )
})

test('/chat handles any body', async ({ api }) => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(chat, json), (body) => post(api, '/chat', body)),
    RUNS,
  )
})

test('/tts handles any body', async ({ api }) => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(speech, json), (body) => post(api, '/tts', body)),
    { ...RUNS, examples: UNPRONOUNCED.map((text): [unknown] => [{ text }]) },
  )
})

test('the embedded voice handles any text', async () => {
  const vee = await startVee({ PATH: '/nowhere' })
  try {
    const api = await apiOf(vee)
    await fc.assert(
      fc.asyncProperty(fc.oneof(speech, words), (body) =>
        post(api, '/tts', typeof body === 'string' ? { text: body } : body),
      ),
      { numRuns: 40, examples: UNPRONOUNCED.map((text): [string] => [text]) },
    )
  } finally {
    await vee.close()
  }
})

test('/auth/global handles any body', async ({ api }) => {
  // Any text that is not the passphrase counts as a failed attempt, and five of those block all further ones.
  const noPassword = fc.oneof(
    json,
    fc.record({ password: fc.constantFrom(null, 1, [], {}, ''), remember: json }),
  )
  await fc.assert(
    fc.asyncProperty(noPassword, (body) => post(api, '/auth/global', body)),
    RUNS,
  )
})

/** An empty body counts as none. */
function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return true
  } catch {
    return bytes.length === 0
  }
}

test('bytes that are not JSON are reported as such', async ({ api }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom('/chat', '/tts'),
      async (bytes, path) => {
        fc.pre(!isJson(bytes))
        const answer = await api.call('POST', path, { body: new Uint8Array(bytes) })
        expect(answer).toMatchObject({ status: 400, json: { error: 'MALFORMED_JSON' } })
      },
    ),
    RUNS,
  )
})

test('any id in any path is handled', async ({ api }) => {
  const headers = await api.signIn()
  const ids = fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 250 }))
  const paths = [
    ['GET', (id: string) => `/prompts/${id}`],
    ['GET', (id: string) => `/chat/replies/${id}/stream`],
    ['DELETE', (id: string) => `/chat/replies/${id}`],
  ] as const
  await fc.assert(
    fc.asyncProperty(ids, fc.constantFrom(...paths), async (text, [method, pathOf]) => {
      const id = encodeURIComponent(text.toWellFormed())
      // Clients resolve these segments before sending.
      fc.pre(!['', '.', '..'].includes(id))
      expectAnswered(await api.call(method, pathOf(id), { headers }))
    }),
    RUNS,
  )
})

test('any headers are handled', async ({ api }) => {
  const calls = ['/auth', '/agents', '/health', '/ready', '/tts/voices', '/stt/stats', '/system/llm-status']
  /** The characters allowed in headers; clients send no others. */
  const character = fc.integer({ min: 32, max: 255 }).filter((code) => code !== 127)
  const value = fc.string({ unit: character.map((code) => String.fromCharCode(code)), maxLength: 80 })
  const headers = fc.record(
    {
      authorization: fc.oneof(
        value,
        value.map((token) => `Bearer ${token}`),
      ),
      accept: fc.oneof(value, fc.constantFrom('text/event-stream', '*/*;q=x')),
      'accept-language': fc.oneof(value, fc.constantFrom('fr;q=NaN', ',,,', '*', 'zh-Hant-TW;q=1e9')),
      'x-session-id': value,
      'x-client-version': value,
      'x-request-id': value,
      'last-event-id': value,
      'content-type': fc.constantFrom(
        'text/plain',
        'application/json; charset=x',
        'multipart/form-data',
        ';',
        'a/b/c',
      ),
      range: value,
      'if-none-match': value,
      'x-forwarded-for': value,
      'x-forwarded-proto': value,
      'x-own-key-openai': value,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(headers, fc.constantFrom(...calls), async (headers, path) => {
      expectAnswered(await api.call('GET', path, { headers }))
    }),
    RUNS,
  )
})
