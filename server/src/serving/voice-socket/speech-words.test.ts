import { afterEach, beforeEach, expect, it } from 'vitest'
import { startCartesia } from '../../../../fakes/cartesia/index.ts'
import { connectSocket, type SocketClient } from '../../../../fakes/socket-client.ts'
import type { VendorServer } from '../../../../fakes/serve-requests.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { createSocketTestServer, type SocketTestServer } from './voice-socket.fixture.ts'

let vendor: VendorServer
let testServer: SocketTestServer<Upstream, SocketClient>
beforeEach(async () => {
  vendor = await startCartesia('key')
  testServer = await createSocketTestServer(await startUpstream(), connectSocket, {
    environment: { CARTESIA_API_KEY: 'key', CARTESIA_BASE_URL: vendor.url, TTS_PROVIDERS: 'cartesia' },
  })
})
afterEach(async () => {
  await testServer.close()
  await vendor.close()
})

const ANNOUNCEMENTS = { code: 'code', table: 'table', diagram: 'diagram', formula: 'formula', image: 'image' }

async function ask(wordTimes: boolean): Promise<SocketClient> {
  const client = await testServer.hello()
  client.say({
    type: 'turn',
    turnId: 't1',
    words: { text: 'Hello' },
    question: {
      messages: [],
      replyId: 'reply-1',
      conversationId: 'conv-1',
      speech: { language: 'en', announcements: ANNOUNCEMENTS, ...(wordTimes && { wordTimes }) },
    },
  })
  await client.next('turn-ended')
  return client
}

it('sends the words of each segment while it is sent', async () => {
  const { answers } = await ask(true)
  let text = ''
  const marked: string[] = []
  let spoken = ''
  for (const answer of answers) {
    if (answer.type === 'speech-started') {
      text = answer.text
      spoken += ` ${text}`
    }
    if (answer.type === 'speech-words')
      marked.push(...answer.words.map(({ start, end }) => text.slice(start, end)))
  }
  expect(marked.length).toBeGreaterThan(1)
  expect(marked).toEqual(spoken.trim().split(/\s+/))
})

it('sends none to clients that do not know them', async () => {
  const { answers } = await ask(false)
  expect(answers.some(({ type }) => type === 'speech-started')).toBe(true)
  expect(answers.some(({ type }) => type === 'speech-words')).toBe(false)
  expect(vendor.requests.every(({ path }) => path !== '/tts/sse')).toBe(true)
})
