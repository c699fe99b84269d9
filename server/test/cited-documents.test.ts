import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Attachment } from '@vee/contract/entities/attachment'
import type { Source } from '@vee/contract/entities/source'
import type { Upstream } from '../../fakes/upstream/index.ts'
import { startServerWithUpstream, type TestServers } from './fixtures/test-server.ts'

// Statements from attached documents: checked, numbered and stored like those from web pages.

const CONVERSATION = 'conv-v_agent-1'
const SECTIONS = [
  { title: 'Page 1', text: 'The harbour opened in 1903. Its first ship was the Aurora.' },
  { title: 'Page 2', text: 'In 1911 the pier was extended by 240 metres.' },
]

let upstream: Upstream
let servers: TestServers
let url: string
let token: string

beforeEach(async () => {
  ;({ servers, upstream, url, token } = await startServerWithUpstream())
})
afterEach(() => servers.close())

const call = (method: string, path: string, body?: object) => servers.call(method, path, token, body)

async function upload(name = 'report.pdf', sections: readonly object[] = SECTIONS): Promise<Attachment> {
  const form = new FormData()
  form.append('name', name)
  form.append('file', new Blob(['%PDF-1.7']), name)
  const response = await fetch(`${url}/api/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { id } = (await response.json()) as Attachment
  return (await call('PUT', `/attachments/${id}/text`, { sections })).json
}

async function ask(attachments: readonly Attachment[], text: string, more: object = {}) {
  upstream.scriptOnly('chat', { text })
  return call('POST', '/chat', {
    conversationId: CONVERSATION,
    messages: [{ role: 'user', content: 'What does it say?', id: 'q1', attachments }],
    ...more,
  })
}

it('turns citations of documents into checked numbers, one for each part', async () => {
  const file = await upload()
  const { json } = await ask(
    [file],
    'The harbour opened in 1903 [report.pdf, Page 1]. The pier grew by 240 metres in 1911 [report.pdf, Page 2]. It closed in 1950 [report.pdf, Page 2]. The first ship was the Aurora [report.pdf, Page 1].',
    { replyId: 'r1' },
  )
  expect(json.content).toBe(
    'The harbour opened in 1903 [1]. The pier grew by 240 metres in 1911 [2]. It closed in 1950. The first ship was the Aurora [1].',
  )
  const [first, second] = json.sources as readonly [Source, Source]
  expect(first).toMatchObject({
    number: 1,
    kind: 'file',
    title: 'report.pdf, Page 1',
    ref: file.id,
    url: null,
    site: null,
    place: { page: 1 },
    quotes: [
      { text: 'The harbour opened in 1903.', isProven: true },
      { text: 'Its first ship was the Aurora.', isProven: true },
    ],
  })
  expect(second).toMatchObject({
    number: 2,
    place: { page: 2 },
    quotes: [
      { text: SECTIONS[1]?.text, isProven: true },
      { text: 'It closed in 1950', isProven: false },
    ],
  })
  const stored = await call('GET', `/chat/replies/r1/sources/${second.id}`)
  expect(stored.json).toEqual({ text: SECTIONS[1]?.text, quotes: [{ start: 0, end: 44 }] })
  const { json: conversation } = await call('GET', `/conversations/${CONVERSATION}`)
  expect(conversation.messages[1].sources).toEqual(json.sources)
})

it('keeps the numbers in later turns, with the document and without it', async () => {
  const file = await upload()
  await ask([file], 'The harbour opened in 1903 [report.pdf, Page 1].', { replyId: 'r1' })
  const again = await ask(
    [file],
    'The pier grew by 240 metres in 1911 [report.pdf, Page 2]; the harbour opened in 1903 [report.pdf, Page 1].',
  )
  expect(again.json.content).toBe('The pier grew by 240 metres in 1911 [2]; the harbour opened in 1903 [1].')
  const without = await ask(
    [],
    'As I said, the harbour opened in 1903 [report.pdf, Page 1]. It burned [report.pdf, Page 1].',
  )
  expect(without.json.content).toBe('As I said, the harbour opened in 1903 [1]. It burned.')
})

it('emits each source before its number, with the text that waited for it', async () => {
  const file = await upload()
  upstream.scriptOnly('chat', { text: 'The harbour opened in 1903 [report.pdf, Page 1]. So it is old.' })
  const response = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      stream: true,
      messages: [{ role: 'user', content: 'When?', attachments: [file] }],
    }),
  })
  const events = (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
  const position = events.findIndex(({ type }) => type === 'source')
  const textBefore = events
    .slice(0, position)
    .flatMap(({ type, content }) => (type === 'chunk' ? [content] : []))
  expect(textBefore.join('')).toBe('The harbour opened in 1903')
  const text = events.flatMap(({ type, content }) => (type === 'chunk' ? [content] : [])).join('')
  expect(text).toBe('The harbour opened in 1903 [1]. So it is old.')
  expect(events.at(-1)).toMatchObject({ type: 'final_response_metadata', sources: [{ number: 1 }] })
})

it('numbers the same page alike in two replies at once', async () => {
  const file = await upload()
  const replies = await Promise.all([
    ask([file], 'The harbour opened in 1903 [report.pdf, Page 1].', { replyId: 'r1' }),
    ask([file], 'The harbour opened in 1903 [report.pdf, Page 1].', { replyId: 'r2' }),
  ])
  expect(replies.map(({ json }) => json.content)).toEqual([
    'The harbour opened in 1903 [1].',
    'The harbour opened in 1903 [1].',
  ])
})

it('leaves brackets alone in a conversation without documents', async () => {
  const { json } = await ask([], 'Open [report.pdf, Page 1] and items [1].')
  expect(json.content).toBe('Open [report.pdf, Page 1] and items [1].')
})
