import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PeriodicJob } from '../scheduler/job.ts'
import { idleMemoryJob } from './idle-memory.ts'

let server: Server
let url: string
let resident: number
let collections: number
let responses: ServerResponse[]
let job: PeriodicJob

beforeEach(async () => {
  resident = 100e6
  collections = 0
  responses = []
  server = createServer((_, response) => responses.push(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  job = idleMemoryJob(server, {
    resident: () => resident,
    collect: () => {
      collections += 1
      resident -= 20e6
    },
  })
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const check = () => job.run(new AbortController().signal)
const pass = () => {
  for (let run = 0; run < 4; run += 1) check()
}

it('collects once after the start, and again only when memory has grown', () => {
  pass()
  expect(collections).toBe(1)
  resident += 9e6
  pass()
  expect(collections).toBe(1)
  resident += 1e6
  pass()
  expect(collections).toBe(2)
})

it('never collects while a response is unfinished', async () => {
  const arrived = once(server, 'request')
  const response = fetch(url)
  await arrived
  pass()
  expect(collections).toBe(0)
  const closed = once(responses[0] as ServerResponse, 'close')
  responses[0]?.end()
  await (await response).text()
  await closed
  pass()
  expect(collections).toBe(1)
})

it('never collects while an upgraded socket is open', async () => {
  const upgraded = once(server, 'upgrade')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  const [, socket] = (await upgraded) as [unknown, typeof client]
  pass()
  expect(collections).toBe(0)
  const closed = once(socket, 'close')
  socket.resume().on('end', () => socket.end())
  client.end()
  await closed
  pass()
  expect(collections).toBe(1)
})

it('waits for two checks without a request', async () => {
  check()
  const arrived = once(server, 'request')
  const response = fetch(url)
  await arrived
  const closed = once(responses[0] as ServerResponse, 'close')
  responses[0]?.end()
  await (await response).text()
  await closed
  check()
  expect(collections).toBe(0)
  check()
  expect(collections).toBe(1)
})
