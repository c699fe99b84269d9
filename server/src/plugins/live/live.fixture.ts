import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectLive, type LiveClient } from '../../../../fakes/live-client.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { createTestPlace } from '#db/fixtures/test-place.ts'
import type { Database } from '#db/schema.ts'
import { type App, createApp } from '../../app.ts'
import { readSettings } from '../../settings.ts'

export const PASSPHRASE = 'quiet harbour'

/** A whole server before a fake vendor, and clients of its socket. */
export interface LivePlace {
  readonly url: string
  readonly upstream: Upstream
  readonly database: Database
  /** A socket that has said hello. */
  hello(more?: object, headers?: Record<string, string>): Promise<LiveClient>
  token(): Promise<string>
  restart(): Promise<void>
  stopServer(): Promise<void>
  close(): Promise<void>
}

export async function createLivePlace(settings: Record<string, string> = {}): Promise<LivePlace> {
  const directory = mkdtempSync(join(tmpdir(), 'vee-live-'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Vee</title>')
  const place = await createTestPlace()
  const database = await place.open()
  const upstream = await startUpstream()
  const clients: LiveClient[] = []
  let app: App
  let url = ''
  const start = async () => {
    app = await createApp({
      settings: readSettings({
        PORT: url === '' ? '0' : new URL(url).port,
        LOCAL_PROVIDERS: 'off',
        LOG_LEVEL: 'silent',
        OPENAI_API_KEY: 'sk-test',
        OPENAI_BASE_URL: `${upstream.url}/v1`,
        ...settings,
      }),
      database,
      passphrase: PASSPHRASE,
      webDirectory: directory,
      searchPath: '',
      now: Date.now,
    })
    url = await app.listen()
  }
  await start()
  return {
    get url() {
      return url
    },
    upstream,
    database,
    async hello(more = {}, headers = {}) {
      const client = await connectLive(url, headers)
      clients.push(client)
      client.say({ type: 'hello', version: 1, sessionId: 'ann', ...more })
      await client.next('ready')
      return client
    },
    async token() {
      const answer = await fetch(`${url}/api/auth/global`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password: PASSPHRASE }),
      })
      return ((await answer.json()) as { token: string }).token
    },
    async restart() {
      await app.stop()
      await start()
    },
    stopServer: () => app.stop(),
    async close() {
      for (const client of clients) client.cut()
      await app.stop()
      await upstream.close()
      await place.remove()
      rmSync(directory, { recursive: true })
    },
  }
}

/** So many seconds of a voice, as frames of 40 ms. */
export function framesOf(seconds: number): Uint8Array[] {
  const samples = Int16Array.from({ length: 640 }, (_, index) => Math.round(Math.sin(index / 8) * 9_000))
  return Array.from({ length: Math.round(seconds * 25) }, () => new Uint8Array(samples.buffer.slice(0)))
}

const ANNOUNCEMENTS = { code: 'code', table: 'table', diagram: 'diagram', formula: 'formula', image: 'image' }

/** A turn whose words are asked, and whose reply is said. */
export const spokenTurn = (turnId: string, more: object = {}) => ({
  type: 'turn',
  turnId,
  language: 'en',
  question: {
    messages: [],
    replyId: `reply-${turnId}`,
    conversationId: 'conv-1',
    speech: { language: 'en', announcements: ANNOUNCEMENTS },
  },
  ...more,
})

/** Begins the turn and says so many seconds of it. */
export function speak(client: LiveClient, turn: object, seconds = 1): void {
  client.say(turn)
  for (const frame of framesOf(seconds)) client.send(frame)
}

export const textOf = ({ answers }: LiveClient): string =>
  answers.reduce(
    (text, answer) =>
      answer.type === 'reply' && answer.event.type === 'chunk' ? text + answer.event.content : text,
    '',
  )
