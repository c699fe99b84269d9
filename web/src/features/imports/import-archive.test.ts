import { expect, test } from 'vitest'
import { loadViewTexts } from '#i18n/index.ts'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import type { FakeVee } from '../../../../fakes/vee/index.ts'
import type { ReaderCommand, ReaderReport } from './archive-messages.ts'
import { importArchive, scanArchive, type ReaderWorker } from './import-archive.ts'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh), loadViewTexts)

/** A reader that sends these reports, one for each command. */
function reader(reports: readonly ReaderReport[]) {
  const commands: ReaderCommand[] = []
  const waiting = [...reports]
  const target = new EventTarget()
  let isEnded = false
  const worker: ReaderWorker = {
    addEventListener: (type: string, listener: never) => target.addEventListener(type, listener),
    postMessage(command) {
      commands.push(command)
      const data = waiting.shift()
      if (data) queueMicrotask(() => target.dispatchEvent(new MessageEvent('message', { data })))
    },
    terminate: () => {
      isEnded = true
    },
  }
  return {
    commands,
    isEnded: () => isEnded,
    options: { open: () => worker, onProgress: () => undefined, signal: new AbortController().signal },
  }
}

const conversation = (number: number, files: readonly string[] = []) => ({
  sourceId: `claude:${number}`,
  title: `Talk ${number}`,
  createdAt: '2024-05-01T10:00:00.000Z',
  leafId: 'a',
  labels: {},
  messages: [
    {
      id: 'a',
      parentId: null,
      role: 'user' as const,
      content: 'Hi',
      timestamp: '2024-05-01T10:00:00.000Z',
      files,
    },
  ],
})
const SCAN = {
  archive: new File(['x'], 'x.zip'),
  source: 'claude' as const,
  fileHash: 'f1',
  conversations: [1, 2].map((number) => ({
    sourceId: `claude:${number}`,
    title: '',
    createdAt: '',
    messages: 1,
    files: 1,
    projectId: undefined,
  })),
  projects: [],
  agents: [],
  unreadable: [],
}
const IMPORT = {
  id: 'i1',
  source: 'claude',
  counts: { conversations: 2, messages: 2, files: 2 },
  conversations: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
}

test('a scan without conversations says that they are of no known program', async () => {
  const { options, isEnded } = reader([
    {
      type: 'found',
      source: undefined,
      fileHash: 'f',
      conversations: [],
      projects: [],
      agents: [],
      unreadable: [],
    },
  ])
  await expect(scanArchive(SCAN.archive, options)).rejects.toMatchObject({ reason: 'unknown' })
  expect(isEnded()).toBe(true)
})

test('what the server refuses keeps nothing else out, and missing files are named', async () => {
  const { options, commands } = reader([
    { type: 'conversations', conversations: [conversation(1), conversation(2, ['lost.pdf'])] },
    { type: 'done' },
  ])
  const outcome = importArchive(
    createApi({ origin: vee.url }),
    SCAN,
    new Set(['claude:1', 'claude:2']),
    options,
  )
  const begun = await vee.next()
  expect([begun.path, begun.body]).toEqual([
    '/api/imports',
    { source: 'claude', fileHash: 'f1', counts: IMPORT.counts },
  ])
  begun.json(201, IMPORT)
  const together = await vee.next()
  expect(together.body).toMatchObject({
    importId: 'i1',
    conversations: [{ sourceId: 'claude:1', leafId: 'a' }, { sourceId: 'claude:2' }],
  })
  together.json(413, { error: 'STORAGE_FULL', message: 'Too long', requestId: 'r' })
  const first = await vee.next()
  expect(first.body).toMatchObject({ conversations: [{ sourceId: 'claude:1' }] })
  first.json(413, { error: 'STORAGE_FULL', message: 'Too long', requestId: 'r' })
  const second = await vee.next()
  second.json(200, { addedMessages: 1, missingFiles: [] })
  expect(await outcome).toEqual({
    importId: 'i1',
    addedMessages: 1,
    refused: ['Talk 1'],
    missingFiles: ['lost.pdf'],
  })
  expect(commands.map(({ type }) => type)).toEqual(['import', 'next'])
})

test('a failure in the middle ends the import; what came in stays', async () => {
  const { options, isEnded } = reader([
    { type: 'conversations', conversations: [conversation(1)] },
    { type: 'done' },
  ])
  const outcome = importArchive(createApi({ origin: vee.url }), SCAN, new Set(['claude:1']), options)
  ;(await vee.next()).json(201, IMPORT)
  ;(await vee.next()).json(503, { error: 'STORAGE_UNAVAILABLE', message: 'Later', requestId: 'r' })
  await expect(outcome).rejects.toMatchObject({ status: 503 })
  expect(isEnded()).toBe(true)
})
