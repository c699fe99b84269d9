import { expect, test, type Api, type Answer } from './api.ts'

const SLOW = { text: 'one two three four five six seven eight nine ten', piecesPerSecond: 100 }
const HANGING = { ...SLOW, ending: 'hang', piecesBeforeEnding: 3 } as const

const ask = (replyId: string, more: object = {}) => ({
  body: { messages: [{ role: 'user', content: 'Count' }], replyId, ...more },
})
const streamOf = (replyId: string) => `/chat/replies/${replyId}/stream`
const textOf = ({ events }: Answer) =>
  events.map(({ data }) => (data.type === 'chunk' ? String(data['content']) : '')).join('')

let made = 0
/** Returns a unique id for each reply: the server caches them for ten minutes. */
const newId = () => `reply-${process.pid}-${(made += 1)}`

test('a reply can be resumed after each of its events', async ({ api, upstream }) => {
  upstream.script(SLOW)
  const id = newId()
  const { events } = await api.call('POST', '/chat', ask(id, { stream: true }))
  const resumed = async (after: string) =>
    (await api.call('GET', streamOf(id), { headers: { 'last-event-id': after } })).events
  for (let after = 0; after <= events.length; after += 1)
    expect(await resumed(String(after))).toEqual(events.slice(after))
  for (const nonsense of ['', 'abc', '-1', '1.5', '9'.repeat(400)])
    expect(await resumed(nonsense)).toEqual(events)
  expect(await resumed('999999')).toEqual([])
  expect(upstream.requests).toHaveLength(1)
})

test('a connection that drops anywhere loses and duplicates nothing', async ({ api, upstream }) => {
  upstream.script(SLOW)
  for (const packets of [1, 2, 5]) {
    const id = newId()
    const connection = new AbortController()
    const response = await api.open('POST', '/chat', {
      ...ask(id, { stream: true }),
      signal: connection.signal,
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    for (let read = 0; read < packets; read += 1) seen += (await reader?.read())?.value ?? ''
    connection.abort()
    const whole = seen.slice(0, seen.lastIndexOf('\n\n') + 2)
    const after = whole.match(/^id: \d+$/gm)?.length ?? 0
    const rest = await api.call('GET', streamOf(id), { headers: { 'last-event-id': String(after) } })
    expect(rest.events[0]?.id).toBe(after + 1)
    const before = [...whole.matchAll(/"content":"([^"]*)"/g)].map(([, text]) => text).join('')
    expect(before + textOf(rest)).toBe(SLOW.text)
  }
  expect(upstream.requests).toHaveLength(3)
})

test('twenty clients with one id, complete and streamed, get one reply of one run', async ({
  api,
  upstream,
}) => {
  upstream.script(SLOW)
  const id = newId()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => api.call('POST', '/chat', ask(id, { stream: index % 2 === 0 }))),
  )
  for (const answer of answers)
    expect(answer.json === undefined ? textOf(answer) : answer.json).toEqual(
      answer.json === undefined ? SLOW.text : expect.objectContaining({ content: SLOW.text, replyId: id }),
    )
  expect(textOf(await api.call('POST', '/chat', ask(id, { stream: true })))).toBe(SLOW.text)
  expect(upstream.requests).toHaveLength(1)
})

test('stopping reaches the vendor and preserves the text so far', async ({ api, upstream }) => {
  upstream.script(HANGING)
  const id = newId()
  const told = api.call('POST', '/chat', ask(id, { stream: true }))
  await hasSaid(api, id, 'one two three')
  expect(await api.call('DELETE', `/chat/replies/${id}`)).toMatchObject({ status: 204, text: '' })
  const request = await upstream.arrival(1)
  expect(await request.ended).toBe('aborted')
  expect(textOf(await told)).toBe('one two three')
  expect((await told).events.at(-1)?.data).toMatchObject({ finishReason: 'stopped' })
  expect((await api.call('DELETE', `/chat/replies/${id}`)).status).toBe(204)
  expect((await api.call('POST', '/chat', ask(id))).json).toMatchObject({ content: 'one two three' })
})

test('a client of a complete reply that disconnects stops the vendor', async ({ api, upstream }) => {
  upstream.script(HANGING)
  const connection = new AbortController()
  const asked = api.open('POST', '/chat', { ...ask(newId()), signal: connection.signal })
  const request = await upstream.arrival(1)
  connection.abort()
  await expect(asked).rejects.toThrow('aborted')
  expect(await request.ended).toBe('aborted')
})

test('a reply is visible to its owner only', async ({ api }) => {
  const id = newId()
  await api.call('POST', '/chat', ask(id))
  const others = [{ 'x-session-id': 'somebody-else' }, { 'x-session-id': '' }, await api.signIn()]
  for (const headers of others) {
    expect((await api.call('GET', streamOf(id), { headers })).status).toBe(404)
    expect((await api.call('DELETE', `/chat/replies/${id}`, { headers })).status).toBe(404)
  }
  for (const path of [streamOf('unknown'), streamOf('x'.repeat(200))])
    expect(await api.call('GET', path)).toMatchObject({ status: 404, json: { error: 'NOT_FOUND' } })
})

test('a vendor that fails before any text is called again by a retry with the same id', async ({
  api,
  upstream,
}) => {
  const id = newId()
  upstream.script({ refusal: { status: 429, retryAfter: '30' } })
  expect((await api.call('POST', '/chat', ask(id))).status).toBe(429)
  upstream.script({ text: 'Now I can.' })
  expect((await api.call('POST', '/chat', ask(id))).json).toMatchObject({ content: 'Now I can.' })
})

/** Reads the reply until it contains this text. */
async function hasSaid(api: Api, replyId: string, text: string): Promise<void> {
  await expect
    .poll(async () => {
      const connection = new AbortController()
      const response = await api.open('GET', streamOf(replyId), { signal: connection.signal })
      const first = response.ok
        ? await response.body?.pipeThrough(new TextDecoderStream()).getReader().read()
        : undefined
      connection.abort()
      return [...(first?.value ?? '').matchAll(/"content":"([^"]*)"/g)].map(([, said]) => said).join('')
    })
    .toBe(text)
}
