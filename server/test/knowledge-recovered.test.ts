import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { articleOf, type FakeSite, type SitePage, startSite } from '../../fakes/web/index.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { runDataCommand } from '../src/commands/data-commands.ts'
import { runInFolder } from '../src/commands/run-in-folder.fixture.ts'
import {
  callProcess,
  createServerProcesses,
  registerAt,
  type ServerProcesses,
  START_MS,
} from './fixtures/server-processes.ts'

// What is stored stays searchable after a server was killed while it read, and after a restore of a backup.

vi.setConfig({ testTimeout: 3 * START_MS })

let processes: ServerProcesses
let site: FakeSite
let upstream: Upstream
beforeEach(async () => {
  processes = await createServerProcesses()
  upstream = await startUpstream()
})
afterEach(async () => {
  await processes.close()
  await Promise.all([upstream.close(), site?.close()])
})

interface KnowledgeFile {
  readonly name: string
  readonly state: string
}
const filesOf = async (api: string, token: string, id: string): Promise<readonly KnowledgeFile[]> =>
  (await callProcess(api, `/knowledge/${id}/files`, token)).items
const titles = async (api: string, token: string, q: string): Promise<string[]> =>
  (await callProcess(api, `/search?q=${encodeURIComponent(q)}`, token)).items.map(
    ({ title }: { title: string }) => title,
  )
const textFiles = (folder = 'data') =>
  existsSync(join(processes.directory, folder, 'knowledge'))
    ? readdirSync(join(processes.directory, folder, 'knowledge'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []

/** Adds a text file, as a browser does. */
async function addNotes(api: string, token: string, id: string, name: string, text: string): Promise<void> {
  const form = new FormData()
  form.append('name', name)
  form.append('file', new Blob([text]), name)
  const attachment = await callProcess(api, '/attachments', token, form)
  await callProcess(api, `/knowledge/${id}/files`, token, { attachmentId: attachment.id })
}

it('reads files and pages once each that a killed server was reading', async () => {
  const hangs = new Set(['/two', '/three'])
  const hits: string[] = []
  const page =
    (path: string): SitePage =>
    (_, response) => {
      hits.push(path)
      if (hangs.has(path)) return
      const paragraph = `The lighthouse of page ${path.slice(1)} is painted in May, and it takes a week.`
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(articleOf(`Page ${path.slice(1)}`, [paragraph, paragraph]))
    }
  site = await startSite(Object.fromEntries(['/one', '/two', '/three'].map((path) => [path, page(path)])))
  const settings = { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' }
  const first = await processes.start(settings)
  const token = await registerAt(first.api)
  const { id } = await callProcess(first.api, '/knowledge', token, { name: 'House', ownerKind: 'user' })
  for (const path of ['/one', '/two', '/three'])
    await callProcess(first.api, `/knowledge/${id}/files`, token, { url: `${site.url}${path}` })
  await addNotes(first.api, token, id, 'notes.txt', 'The lighthouse needs paint.')
  await expect.poll(() => hits.toSorted(), { timeout: 20_000 }).toEqual(['/one', '/three', '/two'])
  await processes.end(first.child, 'SIGKILL')

  // The leases are over two minutes later.
  hangs.clear()
  await processes.inDatabase((database) =>
    database
      .updateTable('knowledge_files')
      .set({ lease_until: Date.now() - 1 })
      .execute(),
  )
  const second = await processes.start(settings)
  await expect
    .poll(async () => (await filesOf(second.api, token, id)).map(({ state }) => state), { timeout: 90_000 })
    .toEqual(['ready', 'ready', 'ready', 'ready'])
  expect(hits.filter((path) => path === '/two')).toHaveLength(2)
  expect(hits.filter((path) => path === '/three')).toHaveLength(2)
  expect((await titles(second.api, token, 'lighthouse')).toSorted()).toEqual([
    'Page one',
    'Page three',
    'Page two',
    'notes.txt',
  ])
  // Nothing is stored twice.
  expect(textFiles()).toHaveLength(4)
  await processes.end(second.child, 'SIGTERM')
})

it.skipIf(process.env['TEST_DATABASE_URL'] !== undefined)(
  'finds everything after a restore of a backup, and embeds nothing again',
  async () => {
    site = await startSite()
    const settings = { EMBEDDING_MODEL: 'hashed', EMBEDDING_BASE_URL: `${upstream.url}/v1` }
    const first = await processes.start(settings)
    const token = await registerAt(first.api)
    const { id } = await callProcess(first.api, '/knowledge', token, { name: 'House', ownerKind: 'user' })
    await addNotes(first.api, token, id, 'notes.txt', 'The lighthouse needs paint.')
    await callProcess(first.api, '/memory-notes', token, { text: 'Owns a lighthouse.' })
    await callProcess(first.api, '/meetings', token, {
      title: 'Harbour meeting',
      meetingDate: '2026-10-02',
      transcriptLines: [{ id: 'l1', start: 61, end: 66, speaker: 'Anna', text: 'The lighthouse is sold.' }],
    })
    await callProcess(first.api, '/conversations/import', token, {
      conversations: [
        {
          id: 'conv-1',
          agentId: 'v_agent',
          messages: [
            {
              id: 'm1',
              role: 'user',
              content: 'Who built the lighthouse?',
              timestamp: '2026-09-01T10:00:00Z',
            },
          ],
        },
      ],
    })
    const found = async (api: string) => (await titles(api, token, 'lighthouse')).toSorted()
    await expect.poll(() => found(first.api), { timeout: 20_000 }).toHaveLength(4)
    const before = await found(first.api)
    const sent = () => upstream.requests.filter(({ path }) => path.endsWith('/embeddings'))
    const rows = () =>
      processes.inDatabase((database) => database.selectFrom('knowledge_vectors').select('id').execute())
    await expect.poll(async () => (await rows()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    const passages = () =>
      sent()
        .flatMap(({ json }) => (json as { input: string[] }).input)
        .filter((text) => text !== 'lighthouse')
    await expect.poll(() => passages().length, { timeout: 20_000 }).toBe(4)

    // As docs/operations.md says.
    const run = (env: Readonly<Record<string, string>>, ...args: string[]) =>
      runInFolder(runDataCommand, { cwd: processes.directory, env, args })
    expect((await run({}, 'backup', 'vee.backup'))[1]).toBe(0)
    await processes.end(first.child, 'SIGKILL')
    expect((await run({ DATA_DIR: 'elsewhere' }, 'restore', 'vee.backup'))[1]).toBe(0)
    for (const name of ['secrets.json', 'seal.key', 'meeting-sound', 'attachments', 'knowledge']) {
      const source = join(processes.directory, 'data', name)
      if (existsSync(source))
        cpSync(source, join(processes.directory, 'elsewhere', name), { recursive: true })
    }
    const second = await processes.start({ ...settings, DATA_DIR: 'elsewhere' })
    await expect.poll(() => found(second.api), { timeout: 20_000 }).toEqual(before)
    expect(passages()).toHaveLength(4)
    await processes.end(second.child, 'SIGTERM')
  },
)
