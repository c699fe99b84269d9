import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createParser } from 'eventsource-parser'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '@vee/contract/http/endpoint'
import { DomainError } from '#domain/errors/domain-error.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { type MountedRoutes, serveRoutes } from '../../../../fakes/mounted-routes.ts'
import type { NumberedEvent } from './event-cursor.ts'
import { events, type Handler, json, route } from '../route.ts'

const listen = defineEndpoint({
  method: 'GET',
  path: '/events',
  tag: 'test',
  summary: '',
  access: 'public',
  responses: { 200: { kind: 'events', schema: z.object({ n: z.number() }) } },
  errors: [],
})

let mounted: MountedRoutes | undefined
afterEach(async () => {
  vi.useRealTimers()
  await mounted?.close()
})

async function serve(handler: Handler<typeof listen>) {
  mounted = await serveRoutes([route(listen, handler)])
  return { ...mounted, address: `${mounted.api}/events` }
}

const numbered = (n: number): NumberedEvent => ({ id: n, event: { n } })
/** A source that the test controls. */
function pushed() {
  const queue: { push(event: NumberedEvent): void; fail(error: unknown): void; end(): void } = {
    push: () => undefined,
    fail: () => undefined,
    end: () => undefined,
  }
  const stream = new ReadableStream<NumberedEvent>({
    start(controller) {
      queue.push = (event) => controller.enqueue(event)
      queue.fail = (error) => controller.error(error)
      queue.end = () => controller.close()
    },
  })
  return { ...queue, stream }
}

/** Reads a response chunk by chunk until the text satisfies the condition. */
function reading(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async until(wanted: string) {
      while (!text.includes(wanted)) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) throw new Error(`ended before ${JSON.stringify(wanted)}: ${text}`)
        text += value
      }
      return text
    },
    async toEnd() {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
        text += next.value
      return text
    },
  }
}

function eventsOf(text: string) {
  const received: { id: string | undefined; data: unknown }[] = []
  createParser({ onEvent: ({ id, data }) => received.push({ id, data: JSON.parse(data) as unknown }) }).feed(
    text,
  )
  return received
}

describe('a stream of events', () => {
  it('is sent as numbered lines of JSON with the headers of a live stream', async () => {
    const source = pushed()
    const { address } = await serve(() => events(source.stream))
    source.push(numbered(1))
    source.push({ id: 2, event: { text: 'two\nlines\r\n\u2028 and an end' } })
    source.end()
    const response = await fetch(address)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
    const text = await response.text()
    expect(text.startsWith('id: 1\ndata: {"n":1}\n\n')).toBe(true)
    expect(eventsOf(text)).toEqual([
      { id: '1', data: { n: 1 } },
      { id: '2', data: { text: 'two\nlines\r\n\u2028 and an end' } },
    ])
  })

  it('sends headers before a slow first event, and each event at once', async () => {
    const source = pushed()
    const { address } = await serve(() => events(source.stream))
    const response = await fetch(address)
    const read = reading(response)
    source.push(numbered(1))
    await read.until('data: {"n":1}\n\n')
    source.push(numbered(2))
    await read.until('data: {"n":2}\n\n')
    source.end()
    await read.toEnd()
  })

  it('sends a ping every 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const source = pushed()
    const { address } = await serve(() => events(source.stream))
    source.push(numbered(1))
    const read = reading(await fetch(address))
    await read.until('data: {"n":1}\n\n')
    vi.advanceTimersByTime(15_000)
    await read.until(': ping\n\n')
    source.end()
    await read.toEnd()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('an error', () => {
  it('before the first event is a plain response', async () => {
    const source = pushed()
    const { address } = await serve(() => events(source.stream))
    source.fail(new DomainError('LLM_UNAVAILABLE', 'nobody there'))
    const response = await fetch(address)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      error: 'LLM_UNAVAILABLE',
      requestId: response.headers.get('x-request-id'),
    })
  })

  it.each([
    [new ProviderFailure({ kind: 'cut', provider: 'openai', message: 'm' }), 'PROVIDER_ERROR', true],
    [new DomainError('FORBIDDEN', 'no'), 'FORBIDDEN', false],
    [new Error('inner words'), 'INTERNAL', true],
  ])('after it (%s) is the last event, without details', async (error, code, retryable) => {
    const source = pushed()
    const { address } = await serve(() => events(source.stream))
    source.push(numbered(1))
    const read = reading(await fetch(address))
    await read.until('data: {"n":1}\n\n')
    source.fail(error)
    const [, last] = eventsOf(await read.toEnd())
    expect(last).toEqual({
      id: '2',
      data: { type: 'error', error: code, message: expect.any(String), retryable },
    })
    expect(JSON.stringify(last)).not.toContain('inner words')
  })
})

describe('a reader', () => {
  it('that disconnects ends the source through its signal', async () => {
    const told = Promise.withResolvers<boolean>()
    const { address } = await serve(({ signal }) =>
      events(
        (async function* () {
          try {
            yield numbered(1)
            await new Promise((resolve) => {
              signal.addEventListener('abort', resolve)
            })
          } finally {
            told.resolve(signal.aborted)
          }
        })(),
      ),
    )
    const leaving = new AbortController()
    await reading(await fetch(address, { signal: leaving.signal })).until('data: {"n":1}')
    leaving.abort()
    expect(await told.promise).toBe(true)
  })

  it('that disconnects before the response aborts the handler', async () => {
    const asked = Promise.withResolvers<AbortSignal>()
    const wait = defineEndpoint({
      ...listen,
      path: '/wait',
      responses: { 200: { kind: 'json', schema: z.null() } },
    })
    const told = Promise.withResolvers<void>()
    mounted = await serveRoutes([
      route(wait, async ({ signal }) => {
        asked.resolve(signal)
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve)
        })
        told.resolve()
        return json(null)
      }),
    ])
    const leaving = new AbortController()
    const gone = fetch(`${mounted.api}/wait`, { signal: leaving.signal }).catch(() => 'gone')
    await asked.promise
    leaving.abort()
    await told.promise
    expect(await gone).toBe('gone')
  })

  it('that read the whole response causes no abort', async () => {
    let signal: AbortSignal | undefined
    const { address, log } = await serve((context) => {
      signal = context.signal
      return events(ReadableStream.from([numbered(1)]))
    })
    await (await fetch(address)).text()
    await expect.poll(log).toContain('answered')
    expect(signal?.aborted).toBe(false)
  })

  it('that is slow is not sent more than it reads', async () => {
    let made = 0
    const ended = Promise.withResolvers<void>()
    const text = 'x'.repeat(1_048_576)
    const { address } = await serve(() =>
      events(
        (async function* () {
          try {
            for (; made < 200; made += 1) yield { id: made + 1, event: { text } }
          } finally {
            ended.resolve()
          }
        })(),
      ),
    )
    const leaving = new AbortController()
    await reading(await fetch(address, { signal: leaving.signal })).until('id: 1')
    leaving.abort()
    await ended.promise
    expect(made).toBeLessThan(200)
  })

  it('that is slow receives every event in the end, in order', async () => {
    const much = 'x'.repeat(262_144)
    const { address } = await serve(() =>
      events(ReadableStream.from(Array.from({ length: 40 }, (_, n) => ({ id: n + 1, event: { much } })))),
    )
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    socket.pause()
    socket.write(`GET ${new URL(address).pathname} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    // The buffers between them are full now, and the server waits.
    await once(socket, 'readable')
    const said = await text(socket)
    expect([...said.matchAll(/id: (\d+)\n/g)].map(([, id]) => Number(id))).toEqual(
      Array.from({ length: 40 }, (_, n) => n + 1),
    )
  })

  it('without support for chunks receives the plain events', async () => {
    const { address } = await serve(() =>
      events(ReadableStream.from([numbered(1), numbered(2), numbered(3)])),
    )
    const { port, pathname } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET ${pathname} HTTP/1.0\r\nhost: localhost\r\n\r\n`)
    const [, body] = (await text(socket)).split('\r\n\r\n')
    expect(body).toBe('id: 1\ndata: {"n":1}\n\nid: 2\ndata: {"n":2}\n\nid: 3\ndata: {"n":3}\n\n')
  })

  it('with a pipelined response receives the events in order', async () => {
    const { address } = await serve(() =>
      events(ReadableStream.from([numbered(1), numbered(2), numbered(3)])),
    )
    const { port, pathname } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    const ask = (connection: string) =>
      `GET ${pathname} HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\n\r\n`
    socket.write(ask('keep-alive') + ask('close'))
    const ids = [...(await text(socket)).matchAll(/id: (\d)\n/g)].map(([, id]) => Number(id))
    expect(ids).toEqual([1, 2, 3, 1, 2, 3])
  })
})
