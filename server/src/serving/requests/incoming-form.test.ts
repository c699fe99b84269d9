import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '@vee/contract/http/endpoint'
import { DomainError } from '#domain/errors/domain-error.ts'
import { type MountedRoutes, serveRoutes } from '../../../../fakes/mounted-routes.ts'
import { type Handler, json, route } from '../route.ts'

const MAX_BYTES = 1_048_576

const upload = defineEndpoint({
  method: 'POST',
  path: '/upload',
  tag: 'test',
  summary: '',
  access: 'public',
  body: {
    kind: 'multipart',
    file: 'audio',
    maxBytes: MAX_BYTES,
    fields: z.object({ language: z.string().max(5).optional(), seconds: z.coerce.number().optional() }),
  },
  responses: { 200: { kind: 'json', schema: z.unknown() } },
  errors: [],
})

let mounted: MountedRoutes | undefined
afterEach(() => mounted?.close())

async function serve(handler: Handler<typeof upload>) {
  mounted = await serveRoutes([route(upload, handler)])
  return mounted
}

const readAll: Handler<typeof upload> = async ({ file, body }) => {
  const size = (await buffer(file.stream)).length
  return json({ size, mediaType: file.mediaType, fields: await body() })
}

const fieldsOnly: Handler<typeof upload> = async ({ body }) => json(await body())

function form(...parts: readonly (readonly [string, string | Blob])[]) {
  const data = new FormData()
  for (const [name, value] of parts) data.append(name, value)
  return data
}
const audio = (size: number) => new Blob([new Uint8Array(size)], { type: 'audio/wav' })

async function postForm(handler: Handler<typeof upload>, body: FormData) {
  const { api } = await serve(handler)
  const response = await fetch(`${api}/upload`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a form', () => {
  it.each([
    ['before', form(['language', 'en'], ['seconds', '1.5'], ['audio', audio(10)])],
    ['after', form(['audio', audio(10)], ['language', 'en'], ['seconds', '1.5'])],
    ['around', form(['language', 'en'], ['audio', audio(10)], ['seconds', '1.5'])],
  ])('may have its fields %s the file', async (_place, data) => {
    expect(await postForm(readAll, data)).toEqual({
      status: 200,
      body: { size: 10, mediaType: 'audio/wav', fields: { language: 'en', seconds: 1.5 } },
    })
  })

  it('returns its fields without reading the file', async () => {
    const data = form(['audio', audio(MAX_BYTES)], ['language', 'de'])
    expect(await postForm(fieldsOnly, data)).toEqual({ status: 200, body: { language: 'de' } })
  })

  it.each([
    ['no file', form(['language', 'en']), 'audio'],
    ['a file of another name', form(['video', audio(1)]), 'audio'],
    ['a field that is too long', form(['audio', audio(1)], ['language', 'english']), 'language'],
    ['a field that is not a number', form(['seconds', 'two'], ['audio', audio(1)]), 'seconds'],
  ])('with %s is rejected', async (_what, data, path) => {
    expect(await postForm(readAll, data)).toMatchObject({
      status: 400,
      body: { error: 'VALIDATION', details: [{ path }] },
    })
  })

  it('must be a form', async () => {
    const { api } = await serve(readAll)
    const response = await fetch(`${api}/upload`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ error: 'UNSUPPORTED_MEDIA' })
  })

  it('that ends within its file is rejected', async () => {
    const failure = Promise.withResolvers<unknown>()
    const { api } = await serve(async ({ file }) => {
      await buffer(file.stream).catch(failure.resolve)
      return json(null)
    })
    const socket = connect(Number(new URL(api).port), '127.0.0.1')
    await once(socket, 'connect')
    const head = '--b\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\nhalf'
    socket.write(
      `POST /api/upload HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9999\r\n\r\n${head}`,
    )
    socket.end()
    expect(await failure.promise).toBeInstanceOf(Error)
  })
})

describe('the limit', () => {
  it('accepts a file of exactly the maximum size', async () => {
    expect(await postForm(readAll, form(['audio', audio(MAX_BYTES)]))).toMatchObject({
      status: 200,
      body: { size: MAX_BYTES },
    })
  })

  it('rejects one byte more while it arrives', async () => {
    expect(await postForm(readAll, form(['audio', audio(MAX_BYTES + 1)]))).toMatchObject({
      status: 413,
      body: { error: 'TOO_LARGE', message: 'The file is larger than 1 MB.' },
    })
  })

  it('applies to fields too', async () => {
    const data = form(['language', 'x'.repeat(20_000)], ['audio', audio(1)])
    expect(await postForm(readAll, data)).toMatchObject({ status: 413, body: { error: 'TOO_LARGE' } })
  })

  it('applies to the number of parts', async () => {
    const many = Array.from({ length: 40 }, (_, index) => [`field${index}`, 'x'] as const)
    expect(await postForm(readAll, form(...many, ['audio', audio(1)]))).toMatchObject({
      status: 413,
      body: { error: 'TOO_LARGE' },
    })
    await mounted?.close()
    expect(await postForm(readAll, form(['audio', audio(1)], ['audio', audio(1)]))).toMatchObject({
      status: 413,
    })
  })
})

it('an error response reaches a client that is still sending, and the connection stays open', async () => {
  const { api } = await serve(() => {
    throw new DomainError('STT_UNAVAILABLE', 'no ears')
  })
  for (let sent = 0; sent < 2; sent += 1) {
    const response = await fetch(`${api}/upload`, { method: 'POST', body: form(['audio', audio(MAX_BYTES)]) })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: 'STT_UNAVAILABLE' })
  }
})
