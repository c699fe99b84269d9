import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/open.ts'
import type { Database } from '#db/schema.ts'
import { ENDPOINT_SEAL, ENGINE_SEAL } from '#domain/model-endpoints/index.ts'
import { BARE_ENVIRONMENT } from '#test/fixtures/bare-environment.ts'
import { createSealedText } from '../adapters/sealed-text.ts'
import { runDataCommand } from './data-commands.ts'
import { runInFolder } from './run-in-folder.fixture.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vee-data-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const inFolder = (...path: string[]) => join(directory, ...path)

const run = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
  runInFolder(runDataCommand, { cwd: directory, env: settings, args })

async function withDatabase<R>(folder: string, work: (database: Database) => Promise<R>): Promise<R> {
  mkdirSync(inFolder(folder), { recursive: true })
  const database = await openDatabase(inFolder(folder, 'vee.db'), () => 1)
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

const reply = {
  owner: 'session:ann',
  reply_id: 'r1',
  ended_at: 1,
  events: '[{"type":"chunk","content":"会議"}]',
}
const writeReply = (database: Database) => database.insertInto('replies').values(reply).execute()
const readReplies = (database: Database) => database.selectFrom('replies').selectAll().execute()

describe('a backup of the embedded database', () => {
  it('restores everything, readable by its owner only', async () => {
    await withDatabase('data', writeReply)
    expect(await run({}, 'backup', 'vee.backup')).toEqual([`Backed up to ${inFolder('vee.backup')}.\n`, 0])
    expect(statSync(inFolder('vee.backup')).mode & 0o777).toBe(0o600)
    const [output, code] = await run({ DATA_DIR: 'elsewhere' }, 'restore', 'vee.backup')
    expect([output, code]).toEqual([`Restored from ${inFolder('vee.backup')}.\n`, 0])
    expect(statSync(inFolder('elsewhere', 'vee.db')).mode & 0o777).toBe(0o600)
    expect(await withDatabase('elsewhere', readReplies)).toEqual([reply])
  })

  it('contains what a running server has written', async () => {
    await withDatabase('data', async (database) => {
      await writeReply(database)
      expect((await run({}, 'backup', 'vee.backup'))[1]).toBe(0)
    })
    await run({ DATA_DIR: 'elsewhere' }, 'restore', 'vee.backup')
    expect(await withDatabase('elsewhere', readReplies)).toEqual([reply])
  })

  it('never overwrites a file', async () => {
    await withDatabase('data', writeReply)
    writeFileSync(inFolder('taken'), 'dear')
    expect(await run({}, 'backup', 'taken')).toEqual([
      `${inFolder('taken')} is there already; choose another name.\n`,
      1,
    ])
    expect(statSync(inFolder('taken')).size).toBe(4)
  })

  it('is never restored over existing data', async () => {
    await withDatabase('data', writeReply)
    await run({}, 'backup', 'vee.backup')
    const [output, code] = await run({}, 'restore', 'vee.backup')
    expect([output, code]).toEqual([expect.stringContaining('is there already; stop the server'), 1])
    expect(await withDatabase('data', readReplies)).toEqual([reply])
  })

  it('must be a complete backup', async () => {
    writeFileSync(inFolder('no-backup'), 'Dear diary, '.repeat(500))
    const [output, code] = await run({}, 'restore', 'no-backup')
    expect([output, code]).toEqual([expect.stringMatching(/^\S+ is no backup of Vee's .+\n$/), 1])
    expect(existsSync(inFolder('data', 'vee.db'))).toBe(false)
  })
})

it.each([
  [['backup', 'x'], /^There is no \S+vee\.db to back up\.\n$/],
  [['restore', 'x'], /^There is no \S+x to restore\.\n$/],
  [['move-to-postgres'], /^Set DATABASE_URL to the database to move into\.\n$/],
  [['backup'], /^That is no command\./],
  [[], /^That is no command\./],
])('explains in one sentence why %j is not possible', async (args, sentence) => {
  expect(await run({}, ...args)).toEqual([expect.stringMatching(sentence), 1])
})

it('is a program that exits with the result of its command', async () => {
  const program = join(import.meta.dirname, 'data.ts')
  const child = spawn(process.execPath, [program, 'backup'], { cwd: directory, env: BARE_ENVIRONMENT })
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect([errors, code]).toEqual([expect.stringContaining('That is no command.'), 1])
})

it('prints its usage', async () => {
  const [output, code] = await run({}, '--help')
  expect([output, code]).toEqual([expect.stringContaining('move-to-postgres'), 0])
})

const writeEndpoint = (endpoint: object) => writeFileSync(inFolder('endpoint.json'), JSON.stringify(endpoint))

describe('the model endpoints', () => {
  const KEY = 'sk-house-5d1c'
  const HOUSE = { name: 'House', protocol: 'openai', baseUrl: 'http://house:8000/v1/' }

  it('are added, changed by their name with the stored key, listed and removed', async () => {
    expect(await run({}, 'endpoints')).toEqual(['There are no endpoints.\n', 0])
    writeEndpoint({ ...HOUSE, apiKey: KEY })
    expect(await run({}, 'save-endpoint', 'endpoint.json')).toEqual(['Added House.\n', 0])
    writeEndpoint({ ...HOUSE, models: ['large'], isEnabled: false })
    expect(await run({}, 'save-endpoint', 'endpoint.json')).toEqual(['Changed House.\n', 0])
    const listed = 'House  openai  http://house:8000/v1  large  disabled\n'
    expect(await run({}, 'endpoints')).toEqual([listed, 0])
    const stored = await withDatabase('data', (database) =>
      database.selectFrom('host_settings').selectAll().execute(),
    )
    expect(JSON.stringify(stored)).not.toContain(KEY)
    const [endpoint] = JSON.parse(stored.find(({ name }) => name === 'model-endpoints')?.value ?? '[]')
    const secret = Buffer.from(readFileSync(inFolder('data', 'seal.key'), 'utf8'), 'base64')
    expect(createSealedText(() => secret, ENDPOINT_SEAL).open(endpoint.sealed)).toContain(KEY)
    expect(await run({}, 'remove-endpoint', 'House')).toEqual(['Removed House.\n', 0])
    expect(await run({}, 'remove-endpoint', 'House')).toEqual([
      'There is no endpoint with the name House.\n',
      1,
    ])
  })

  it.each([
    ['{ "name"', 'The file is not JSON.\n'],
    [JSON.stringify({ ...HOUSE, baseUrl: 'house' }), 'baseUrl: must be an http:// or https:// address'],
    [JSON.stringify({ ...HOUSE, apiKey: `${KEY} x` }), 'apiKey: no spaces, line breaks'],
  ])('are not changed by a faulty file, and no message has its key: %s', async (content, message) => {
    writeFileSync(inFolder('endpoint.json'), content)
    const [output, code] = await run({}, 'save-endpoint', 'endpoint.json')
    expect([output, code]).toEqual([expect.stringContaining(message), 1])
    expect(output).not.toContain(KEY)
    expect(await run({}, 'endpoints')).toEqual(['There are no endpoints.\n', 0])
  })
})

describe('search engines', () => {
  const ENGINE = { id: 'searxng', baseUrl: 'http://searxng:8080' }
  const KEY = 'exa-key-of-the-house'
  const write = (engine: object | string) =>
    writeFileSync(inFolder('engine.json'), typeof engine === 'string' ? engine : JSON.stringify(engine))

  it('are connected, listed, changed and removed; keys are sealed', async () => {
    write(ENGINE)
    expect(await run({}, 'save-engine', 'engine.json')).toEqual(['Added searxng.\n', 0])
    write({ id: 'exa', apiKey: KEY, access: { kind: 'plans', plans: ['creator'] } })
    expect(await run({}, 'save-engine', 'engine.json')).toEqual(['Added exa.\n', 0])
    write({ ...ENGINE, isEnabled: false, exceptFor: { plans: ['free'], organizationIds: [] } })
    expect(await run({}, 'save-engine', 'engine.json')).toEqual(['Changed searxng.\n', 0])
    const listed = 'searxng  http://searxng:8080  everyone  disabled\nexa  its own address  plans\n'
    expect(await run({}, 'engines')).toEqual([listed, 0])
    const stored = await withDatabase('data', (database) =>
      database.selectFrom('host_settings').selectAll().execute(),
    )
    expect(JSON.stringify(stored)).not.toContain(KEY)
    const [, exa] = JSON.parse(stored.find(({ name }) => name === 'search-engines')?.value ?? '[]')
    const secret = Buffer.from(readFileSync(inFolder('data', 'seal.key'), 'utf8'), 'base64')
    expect(createSealedText(() => secret, ENGINE_SEAL).open(exa.sealed)).toBe(KEY)
    expect(await run({}, 'remove-engine', 'exa')).toEqual(['Removed exa.\n', 0])
    expect(await run({}, 'remove-engine', 'exa')).toEqual(['exa is not connected here.\n', 1])
  })

  it.each([
    ['{ "id"', 'The file is not JSON.'],
    [{ ...ENGINE, id: 'bing' }, 'id: '],
    [{ id: 'searxng' }, 'SearXNG needs its address.'],
    [{ id: 'exa' }, 'This search engine needs a key.'],
    [{ id: 'exa', apiKey: `${KEY} x` }, 'apiKey: no spaces'],
  ])('are not changed by a faulty file, and no message has its key: %j', async (engine, message) => {
    write(engine)
    const [output, code] = await run({}, 'save-engine', 'engine.json')
    expect([output, code]).toEqual([expect.stringContaining(message), 1])
    expect(output).not.toContain(KEY)
    expect(await run({}, 'engines')).toEqual(['No search engine is connected here.\n', 0])
  })
})
