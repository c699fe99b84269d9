import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, defineEndpoint } from '@vee/contract/http/endpoint'
import { type MountedRoutes, serveRoutes } from '../../../../fakes/mounted-routes.ts'
import { json, route } from '../route.ts'

let mounted: MountedRoutes | undefined
afterEach(() => mounted?.close())

async function serve(...options: Parameters<typeof serveRoutes>) {
  mounted = await serveRoutes(...options)
  return mounted
}

const get = <const C extends Pick<Endpoint, 'path' | 'responses'>>(parts: C) =>
  defineEndpoint({ method: 'GET', tag: 'test', summary: '', access: 'public', errors: [], ...parts })
const thing = { kind: 'json', schema: z.object({ name: z.string() }) } as const
const csv = { kind: 'bytes', contentTypes: ['text/csv'] } as const
const getThing = get({ path: '/thing', responses: { 200: thing } })
const getReport = get({ path: '/thing', responses: { 200: [thing, csv] } })

describe('HEAD', () => {
  it('is answered like GET, without the body', async () => {
    const { api } = await serve([route(getThing, () => json({ name: 'a' }))])
    const response = await fetch(`${api}/thing`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('12')
    expect(await response.text()).toBe('')
  })

  it('works if GET supports another content type, too', async () => {
    const { api } = await serve([route(getReport, () => json({ name: 'a' }))])
    expect((await fetch(`${api}/thing`, { method: 'HEAD' })).status).toBe(200)
  })

  it('never starts a stream', async () => {
    const getStream = get({
      path: '/stream',
      responses: { 200: { kind: 'events', schema: z.unknown() } },
    })
    const { api } = await serve([
      route(getStream, () => {
        throw new Error('begun')
      }),
    ])
    expect((await fetch(`${api}/stream`, { method: 'HEAD' })).status).toBe(404)
  })
})
