import 'fake-indexeddb/auto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { actionItem, meetingMark, minutes } from '@vee/contract/entities/meeting'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApi } from '#lib/http/index.ts'
import { createSystemLog } from '#lib/log.ts'
import { openIndexedStore, type IndexedStore } from '#lib/storage/indexed-store.ts'
import { openTab } from '../../../../../fakes/browser/index.ts'
import { createBrowserRepository } from './browser-repository.ts'
import { ALL } from '../list/use-found.ts'
import type { MeetingRepository } from './meeting-repository.ts'

let server: Server
let asked: (response: ServerResponse) => void
let [here, there]: IndexedStore[] = []
/** two tabs of one browser */
let [firstTab, otherTab]: MeetingRepository[] = []
let round = 0

beforeEach(async () => {
  openTab()
  server = createServer((request, response) => {
    request.resume().on('end', () => asked(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = createApi({ origin, log: createSystemLog() })
  round += 1
  here = openIndexedStore(`keeper-${round}`)
  there = openIndexedStore(`keeper-${round}`)
  firstTab = createBrowserRepository(here, api)
  otherTab = createBrowserRepository(there, api)
})
afterEach(async () => {
  here?.close()
  there?.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const item = (id: string, origin: 'own' | 'generated' = 'own') => actionItem.parse({ id, text: id, origin })

it('preserves concurrent changes of two tabs', async () => {
  if (!firstTab || !otherTab) throw new Error('no keepers')
  const { id } = await firstTab.create({ actionItems: [item('a'), item('b')] })
  await Promise.all([
    firstTab.change(id, { actionItemChanges: { set: [{ id: 'a', done: true }] } }),
    otherTab.change(id, { actionItemChanges: { set: [{ id: 'a', assignee: 'Ann' }], remove: ['b'] } }),
    firstTab.change(id, { actionItemChanges: { put: [item('c')] } }),
    otherTab.changeItem(id, 'c', { done: true }),
    firstTab.change(id, { markChanges: { put: [meetingMark.parse({ id: 'x', at: 2 })] } }),
    otherTab.change(id, { markChanges: { put: [meetingMark.parse({ id: 'y', at: 1 })] } }),
    firstTab.changeMany([id], 'archive'),
  ])
  expect(await otherTab.get(id)).toMatchObject({
    archived: true,
    actionItems: [
      { id: 'a', done: true, assignee: 'Ann' },
      { id: 'c', done: true },
    ],
    marks: [{ id: 'y' }, { id: 'x' }],
    openActionItemCount: 0,
  })
})

it('applies a summary on top of concurrent changes', async () => {
  if (!firstTab || !otherTab) throw new Error('no keepers')
  const before = await firstTab.create({
    transcript: 'We buy the boat.',
    actionItems: [item('mine'), item('old', 'generated')],
  })
  const answered = new Promise<ServerResponse>((resolve) => {
    asked = resolve
  })
  const writing = firstTab.summarize(
    before,
    { language: '', template: '' },
    () => {},
    new AbortController().signal,
  )
  const response = await answered
  await otherTab.change(before.id, {
    title: 'My title',
    summary: 'My words',
    actionItemChanges: { set: [{ id: 'mine', done: true }], put: [item('later')] },
  })
  const change = {
    title: 'The boat',
    summary: 'They buy it.',
    minutes: minutes.parse({ overview: [{ text: 'They buy it.' }] }),
    actionItems: [item('mine'), item('new', 'generated')],
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`data: ${JSON.stringify({ type: 'summary', change })}\n\n`)
  const after = await writing
  expect(after).toMatchObject({ title: 'My title', summary: 'My words', minutes: change.minutes })
  expect(after.actionItems.map(({ id, done }) => `${id} ${done}`)).toEqual([
    'mine true',
    'later false',
    'new false',
  ])
})

const title = (index: number) => `Title ${String(index).padStart(3, '0')}`

it('lists many meetings page by page, each once and in order', async () => {
  if (!firstTab) throw new Error('no keeper')
  await firstTab.addAll(Array.from({ length: 120 }, (_, index) => ({ id: `m${index}`, title: title(index) })))
  const titles: string[] = []
  const lengths: number[] = []
  let cursor: string | undefined
  do {
    const page = await firstTab.list({ ...ALL, sort: 'title' }, cursor)
    lengths.push(page.items.length)
    titles.push(...page.items.map((item) => item.title))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(lengths).toEqual([50, 50, 20])
  expect(titles).toEqual(Array.from({ length: 120 }, (_, index) => title(index)))
})
