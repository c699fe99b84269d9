import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TURN_MODEL_FILE } from '../../fakes/turn-model/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

let servers: TestServers

beforeAll(async () => {
  servers = await createTestServers()
})

afterAll(() => servers.close())

it('offers no turn model without one', async () => {
  await servers.start()
  const { json } = await servers.call('GET', '/system/speech')
  expect(json.turnModel).toBeNull()
  expect(await servers.call('GET', '/system/turn-model/0')).toMatchObject({
    status: 404,
    json: { error: 'NOT_FOUND' },
  })
})

it('serves the file of the host, to be cached by its version', async () => {
  const url = await servers.start({ TURN_MODEL: TURN_MODEL_FILE })
  const file = await readFile(TURN_MODEL_FILE)
  const { json } = await servers.call('GET', '/system/speech', undefined, undefined, url)
  expect(json.turnModel).toEqual({ version: expect.stringMatching(/^[0-9a-f]{16}$/), bytes: file.length })
  const address = `${url}/api/system/turn-model/${json.turnModel.version}`
  const response = await fetch(address)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(response.headers.get('content-length')).toBe(String(file.length))
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true)
  // An earlier version of the file.
  expect((await fetch(`${url}/api/system/turn-model/0123456789abcdef`)).status).toBe(404)
})

it.each([
  ['missing', () => undefined, 'it is no file'],
  ['a-folder', (path: string) => mkdirSync(path), 'it is no file'],
  ['text', (path: string) => writeFileSync(path, 'Hello'), 'it is no ONNX file'],
  ['empty', (path: string) => writeFileSync(path, ''), 'it is no ONNX file'],
  [
    'large',
    (path: string) => {
      writeFileSync(path, '\b')
      truncateSync(path, 64 * 1024 * 1024 + 1)
    },
    'it has more than 64 MB',
  ],
])('does not start with a file that is %s', async (name, make, reason) => {
  const path = join(servers.directory, name)
  make(path)
  await expect(servers.start({ TURN_MODEL: path })).rejects.toThrow(
    `TURN_MODEL (${path}) cannot be used: ${reason}.`,
  )
})
