import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import type { SocketAnswer } from '@vee/contract/socket/messages'
import { createTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { type ServerApp, createApp } from '#app.ts'
import type { SetTimer } from '#scheduler/scheduler.ts'
import { readSettings } from '#settings/settings.ts'

const PASSPHRASE = 'quiet harbour'

/** The methods of a socket's client that these tests use. */
interface Client {
  readonly answers: readonly SocketAnswer[]
  say(request: object): void
  send(data: string | Uint8Array): void
  next(type: 'ready'): Promise<unknown>
  cut(): void
}

interface Vendor {
  readonly url: string
  close(): Promise<void>
}

/** A whole server with a fake vendor, and clients of its socket. */
export interface SocketTestServer<V extends Vendor, C extends Client> {
  readonly url: string
  readonly upstream: V
  readonly database: Database
  /** Returns a client after its hello. */
  hello(more?: object, headers?: Record<string, string>): Promise<C>
  token(): Promise<string>
  restart(): Promise<void>
  stopServer(): Promise<void>
  close(): Promise<void>
}

export async function createSocketTestServer<V extends Vendor, C extends Client>(
  upstream: V,
  connect: (url: string, headers: Record<string, string>) => Promise<C>,
  options: {
    readonly faults?: KyselyPlugin
    readonly onLog?: (line: string) => void
    /** additional environment variables */
    readonly environment?: Readonly<Record<string, string>>
    /** timers of the periodic jobs */
    readonly setTimer?: SetTimer
  } = {},
): Promise<SocketTestServer<V, C>> {
  const directory = mkdtempSync(join(tmpdir(), 'vee-socket-'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Vee</title>')
  const testDatabase = await createTestDatabase()
  const database = await testDatabase.open()
  const clients: C[] = []
  let app: ServerApp
  let url = ''
  const start = async () => {
    app = await createApp({
      settings: readSettings({
        // Nobody of a test administers the server, so that allowances hold for all.
        HOST_ADMINS: 'host@example.org',
        PORT: url === '' ? '0' : new URL(url).port,
        LOCAL_PROVIDERS: 'off',
        LOG_LEVEL: options.onLog ? 'warn' : 'silent',
        OPENAI_API_KEY: 'sk-test',
        OPENAI_BASE_URL: `${upstream.url}/v1`,
        ...options.environment,
      }),
      database: options.faults ? database.withPlugin(options.faults) : database,
      passphrase: PASSPHRASE,
      ...(options.onLog && { logStream: { write: options.onLog } }),
      webDirectory: directory,
      searchPath: '',
      now: () => Date.now(),
      ...(options.setTimer && { setTimer: options.setTimer }),
      // Deletions of tests do not wait for a machine that has just started.
      clock: { isTrusted: () => true },
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
      const client = await connect(url, headers)
      clients.push(client)
      client.say({ type: 'hello', version: 1, sessionId: 'ann', ...more })
      await client.next('ready')
      return client
    },
    async token() {
      const response = await fetch(`${url}/api/auth/global`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password: PASSPHRASE }),
      })
      return ((await response.json()) as { token: string }).token
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
      await testDatabase.remove()
      rmSync(directory, { recursive: true })
    },
  }
}

/** Returns this many seconds of speech as frames of 40 ms. */
export function framesOf(seconds: number): Uint8Array[] {
  const samples = Int16Array.from({ length: 640 }, (_, index) => Math.round(Math.sin(index / 8) * 9_000))
  return Array.from({ length: Math.round(seconds * 25) }, () => new Uint8Array(samples.buffer.slice(0)))
}

const ANNOUNCEMENTS = { code: 'code', table: 'table', diagram: 'diagram', formula: 'formula', image: 'image' }

/** Returns a turn that requests a reply and its speech. */
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

/** Starts the turn and sends this many seconds of speech. */
export function speak(client: Client, turn: object, seconds = 1): void {
  client.say(turn)
  for (const frame of framesOf(seconds)) client.send(frame)
}

export const textOf = ({ answers }: Client): string =>
  answers.reduce(
    (text, answer) =>
      answer.type === 'reply' && answer.event.type === 'chunk' ? text + answer.event.content : text,
    '',
  )
