import { DAY_MS } from '@vee/contract/time/durations'
import { buffer } from 'node:stream/consumers'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { meetingFields } from '@vee/contract/entities/meeting'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFolderStore } from '#adapters/storage/folder-store.ts'
import { createSealedFiles } from '#adapters/storage/sealed-files.ts'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import type { Caller } from '../accounts/index.ts'
import { presentGlobalUser } from '../accounts/present.ts'
import { createMeetings, createMeetingSound, type Meetings, type MeetingSound } from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const NOON = Date.UTC(2026, 10, 22, 12)
const SECRET = randomBytes(32)
const WAV = Buffer.concat([Buffer.from('RIFF0000WAVEfmt '), Buffer.from('a secret plan'.repeat(1_000))])

const database = await openFileDatabase()
let directory: string
let clock: number
let meetings: Meetings
let sound: MeetingSound
let ann: Caller
let bob: Caller
let people = 0

beforeAll(async () => {
  // The database is older than its files.
  await sql`update schema_migrations set applied_at = ${NOON - 40 * DAY_MS}`.execute(database)
  meetings = createMeetings({ database, now: () => clock })
})
beforeEach(async () => {
  clock = NOON
  directory = mkdtempSync(join(tmpdir(), 'vee-sound-'))
  sound = open()
  ann = await member()
  bob = await member()
})
afterEach(() => rmSync(directory, { recursive: true }))

const open = (more: { readonly days?: number; readonly maxBytes?: number } = {}) =>
  createMeetingSound({
    database,
    files: createSealedFiles(createFolderStore(directory), () => SECRET),
    now: () => clock,
    days: 30,
    maxBytes: 1_000_000,
    ...more,
  })

async function member(): Promise<Caller> {
  const id = `sound-member-${++people}`
  await database
    .insertInto('users')
    .values({
      id,
      email: `${id}@example.org`,
      password_hash: '',
      display_name: null,
      plan_id: 'free',
      subscription_status: 'active',
      renews_at: null,
      terms_accepted_at: 0,
      created_at: 0,
    })
    .execute()
  const user = { ...presentGlobalUser({ user_id: id, created_at: 0 }), kind: 'member' as const }
  return { kind: 'member', id, ip: '192.0.2.1', user, tokenProvider: 'local' }
}

const create = async (caller = ann) => (await meetings.create(meetingFields.parse({}), caller)).id
const store = (
  id: string,
  { caller = ann, pieceId = 'p', wav = WAV, on = sound, start = 0 }: KeepOptions = {},
) =>
  on.store(
    id,
    // In small chunks, as a network delivers them.
    Readable.from(
      Array.from({ length: Math.ceil(wav.length / 7) }, (_, index) => wav.subarray(index * 7, index * 7 + 7)),
    ),
    async () => ({ pieceId, track: 'me', start, end: start + 2.5 }),
    caller,
  )
interface KeepOptions {
  readonly caller?: Caller
  readonly pieceId?: string
  readonly wav?: Buffer
  readonly on?: MeetingSound
  readonly start?: number
}
const filesNow = () => readdirSync(directory).filter((name) => name !== 'bin')

it('stores a chunk encrypted, returns it to its owner only, and stores an identical chunk once', async () => {
  const id = await create()
  await store(id, { pieceId: 'second', start: 4 })
  await store(id)
  await store(id)
  expect(await sound.list(id, ann)).toEqual([
    {
      id: 'p',
      track: 'me',
      start: 0,
      end: 2.5,
      bytes: WAV.length,
      keptUntil: new Date(NOON + 30 * DAY_MS).toISOString(),
    },
    expect.objectContaining({ id: 'second', start: 4 }),
  ])
  expect(await readWav(id)).toEqual(WAV)
  expect(filesNow()).toHaveLength(2)
  for (const name of filesNow()) expect(readFileSync(join(directory, name)).includes('secret')).toBe(false)

  expect(await codeOf(store(id, { caller: bob }))).toBe('NOT_FOUND')
  expect(await codeOf(sound.list(id, bob))).toBe('NOT_FOUND')
  expect(await codeOf(sound.read(id, 'p', bob))).toBe('NOT_FOUND')
  expect(await codeOf(sound.remove(id, bob))).toBe('NOT_FOUND')
  expect(await codeOf(sound.read(id, 'nothing', ann))).toBe('NOT_FOUND')
  expect(await codeOf(sound.list(id, { kind: 'visitor', id: 'session:eve', ip: '192.0.2.1' }))).toBe(
    'FORBIDDEN',
  )
})

/** Returns the sound of a piece. */
async function readWav(id: string): Promise<Buffer> {
  return buffer((await sound.read(id, 'p', ann)).content)
}

it('no longer has a modified file, or one sealed with another key', async () => {
  const id = await create()
  await store(id)
  const [name = ''] = filesNow()
  const file = join(directory, name)
  const sealed = readFileSync(file)
  writeFileSync(file, Buffer.concat([sealed.subarray(0, 40), Buffer.from('x'), sealed.subarray(41)]))
  await expect(sound.read(id, 'p', ann)).rejects.toThrow('no longer available')
  writeFileSync(file, sealed)
  const elsewhere = createMeetingSound({
    database,
    files: createSealedFiles(createFolderStore(directory), () => randomBytes(32)),
    now: () => clock,
    days: 30,
    maxBytes: 1,
  })
  await expect(elsewhere.read(id, 'p', ann)).rejects.toThrow('no longer available')
  expect(await readWav(id)).toEqual(WAV)
})

it('is missing if its file is missing, as after a restore without the folder', async () => {
  const id = await create()
  await store(id)
  for (const name of filesNow()) rmSync(join(directory, name))
  await expect(sound.read(id, 'p', ann)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('rejects invalid audio, too much of it, and everything if the host disabled it, without storing anything', async () => {
  const id = await create()
  expect(await codeOf(store(id, { wav: Buffer.from('<html>no sound</html>') }))).toBe('UNSUPPORTED_MEDIA')
  expect(await codeOf(store(id, { wav: Buffer.from('RIFF') }))).toBe('UNSUPPORTED_MEDIA')
  expect(await codeOf(store(id, { on: open({ days: 0 }) }))).toBe('FORBIDDEN')
  const broken = Readable.from(
    (async function* () {
      yield WAV
      throw new Error('the line went dead')
    })(),
  )
  await expect(
    sound.store(id, broken, async () => ({ pieceId: 'p', track: 'me', start: 0, end: 1 }), ann),
  ).rejects.toThrow('the line went dead')
  expect(filesNow()).toEqual([])
  const small = open({ maxBytes: WAV.length * 2.5 })
  const codes = await Promise.all(
    ['a', 'b', 'c', 'd'].map((pieceId) => codeOf(store(id, { pieceId, on: small }))),
  )
  expect(codes.toSorted()).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'none', 'none'])
  expect(filesNow()).toHaveLength(2)
  expect(await codeOf(store(await create(bob), { caller: bob, on: small }))).toBe('none')
})

it('deletes audio on request, at the end of its retention, and with its meeting', async () => {
  const [first, second, third] = [await create(), await create(), await create()]
  for (const id of [first, second, third]) await store(id)
  await sound.remove(first, ann)
  expect(await sound.list(first, ann)).toEqual([])
  expect(filesNow()).toHaveLength(2)

  await meetings.delete(second, ann)
  clock += 11 * 60_000
  await meetings.purge()
  for (const name of filesNow())
    utimesSync(join(directory, name), (clock - DAY_MS) / 1_000, (clock - DAY_MS) / 1_000)
  await sound.purge()
  expect(filesNow()).toHaveLength(1)
  expect(await readWav(third)).toEqual(WAV)

  clock += 31 * DAY_MS
  await sound.purge()
  expect(await sound.list(third, ann)).toEqual([])
  expect(filesNow()).toEqual([])
})
