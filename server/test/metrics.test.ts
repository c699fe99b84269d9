import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

let servers: TestServers
let url: string
beforeEach(async () => {
  servers = await createTestServers({ passphrase: undefined })
})
afterEach(() => servers.close())

async function start(settings: Readonly<Record<string, string>>) {
  url = await servers.start(settings)
}
const read = (token?: string) =>
  fetch(`${url}/api/metrics`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

it('returns nothing if the host has configured no token', async () => {
  await start({})
  expect((await read()).status).toBe(404)
  expect((await read('a-long-random-word')).status).toBe(404)
})

it('returns durations by route, running requests, usage, memory and the event loop, only with the token', async () => {
  await start({ METRICS_TOKEN: 'a-long-random-word' })
  expect((await read()).status).toBe(401)
  expect((await read('another-word')).status).toBe(401)
  const chat = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'What is 2 + 2?' }] }),
  })
  expect(chat.status).toBe(200)
  await fetch(`${url}/api/prompts/not-here-secret`)
  const response = await read('a-long-random-word')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const text = await response.text()
  expect(text).toMatch(
    /vee_http_request_duration_seconds_count\{method="POST",route="\/api\/chat",status="200"\} 1/,
  )
  expect(text).toContain('vee_uses_running{kind="llm"} 0')
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain('not-here-secret')
})
