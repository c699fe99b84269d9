import 'fake-indexeddb/auto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApi, type Api } from '#lib/http/index.ts'
import { createSystemLog } from '#lib/log.ts'
import { openIndexedStore, type IndexedStore } from '#lib/storage/indexed-store.ts'
import { openTab } from '../../../../fakes/browser/index.ts'
import { createBrowserRepository } from './repositories/browser-repository.ts'
import { toStoredSegment, listSegments, SEGMENT_STORES } from '#voice/meeting-recording/stored-segment.ts'
import { copyMeetings } from './import-guest-meetings.ts'

let server: Server
let api: Api
let isDown: boolean
let storedIds: Set<string>
let [visitor, member]: IndexedStore[] = []
let round = 0

/** Imports unknown meetings, like the server. */
beforeEach(async () => {
  openTab()
  isDown = false
  storedIds = new Set()
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (chunk: Buffer) => parts.push(chunk))
    request.on('end', () => {
      response.writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' })
      if (isDown) return response.end('{"error":"INTERNAL","message":"no","requestId":"r"}')
      const { meetings } = JSON.parse(Buffer.concat(parts).toString()) as { meetings: { id: string }[] }
      const fresh = meetings.filter(({ id }) => !storedIds.has(id))
      for (const { id } of fresh) storedIds.add(id)
      return response.end(JSON.stringify({ added: fresh.length, skipped: meetings.length - fresh.length }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  api = createApi({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log: createSystemLog(),
  })
  round += 1
  visitor = openIndexedStore(`visitor-${round}`)
  member = openIndexedStore(`member-${round}`)
})
afterEach(async () => {
  visitor?.close()
  member?.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it("moves a visitor's meetings and their audio to the member, once", async () => {
  if (!visitor || !member) throw new Error('no shelves')
  const repository = createBrowserRepository(visitor, api)
  const made = [await repository.create({ title: 'One' }), await repository.create({ title: 'Two' })]
  const sound = { start: 0, end: 2, samples: [new Int16Array(8)], hasSpeech: true }
  const storedSegment = (meetingId: string, state: 'waiting' | 'done') =>
    toStoredSegment({ id: `${meetingId}.me.0.000`, meetingId, track: 'me', state }, sound)
  const segments = [
    { kind: SEGMENT_STORES.untranscribed, value: storedSegment(made[0]?.id ?? '', 'waiting') },
    { kind: SEGMENT_STORES.transcribed, value: storedSegment(made[1]?.id ?? '', 'done') },
    { kind: SEGMENT_STORES.transcribed, value: storedSegment('somebody-else', 'done') },
  ]
  await visitor.write(segments.map(({ kind, value }) => ({ kind, id: value.id, value })))

  isDown = true
  await expect(copyMeetings(api, visitor, member)).rejects.toMatchObject({ code: 'INTERNAL' })
  expect(await repository.all('own')).toHaveLength(2)

  isDown = false
  expect(await copyMeetings(api, visitor, member)).toBe(2)
  expect([...storedIds].toSorted()).toEqual(made.map(({ id }) => id).toSorted())
  expect(await repository.all('own')).toEqual([])
  expect(await listSegments(member, SEGMENT_STORES.untranscribed)).toMatchObject([{ meetingId: made[0]?.id }])
  expect(await listSegments(member, SEGMENT_STORES.transcribed)).toMatchObject([{ meetingId: made[1]?.id }])
  expect(await listSegments(visitor, SEGMENT_STORES.transcribed)).toMatchObject([
    { meetingId: 'somebody-else' },
  ])
  expect(await copyMeetings(api, visitor, member)).toBe(0)
})
