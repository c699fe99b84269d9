import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openPostgres } from '../db/open.ts'
import { explainPostgresFailure } from './explain-postgres.ts'
import { StartFailure } from '#lib/start-failure.ts'

let server: Server | undefined
afterEach(() => server?.close())

async function portOf(listener: Server): Promise<number> {
  server = listener.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

const sentenceAbout = (port: number, query = '') =>
  openPostgres(`postgres://vee:hush@127.0.0.1:${port}/vee${query}`, () => 1).then(
    () => 'opened',
    (error: unknown) => (explainPostgresFailure(error) as Error).message,
  )

it('reports that no server listens there', async () => {
  const port = await portOf(createServer())
  server?.close()
  expect(await sentenceAbout(port)).toBe(
    'DATABASE_URL names a Postgres that does not listen there; put that right, or unset it to use the embedded database.',
  )
})

it('reports that another service listens there', async () => {
  const port = await portOf(createServer((socket) => socket.end()))
  expect(await sentenceAbout(port)).toContain('is no Postgres')
})

it('reports that TLS is not available', async () => {
  const port = await portOf(createServer((socket) => socket.write('N')))
  expect(await sentenceAbout(port, '?sslmode=no-verify')).toContain('asks for TLS')
})

it.each([
  ['28P01', 'user or password'],
  ['3D000', 'does not exist'],
  ['25006', 'read-only'],
  ['3F000', 'without a schema'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'not trusted'],
])("explains code %s without the driver's message", (code, words) => {
  const sentence = explainPostgresFailure(Object.assign(new Error('raw, with hush'), { code }))
  expect(sentence).toBeInstanceOf(StartFailure)
  expect((sentence as Error).message).toContain(words)
  expect((sentence as Error).message).not.toContain('hush')
})

it('does not handle unrelated errors', () => {
  const fault = new TypeError('a fault of ours')
  const failure = new StartFailure('already a sentence')
  expect(explainPostgresFailure(fault)).toBe(fault)
  expect(explainPostgresFailure(failure)).toBe(failure)
})
