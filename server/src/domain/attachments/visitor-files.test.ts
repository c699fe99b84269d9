import { DAY_MS } from '@vee/contract/time/durations'
import { buffer } from 'node:stream/consumers'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Attachment } from '@vee/contract/entities/attachment'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { createFolderStore } from '../../adapters/storage/folder-store.ts'
import { createSealedFiles } from '../../adapters/storage/sealed-files.ts'
import type { Caller } from '../accounts/index.ts'
import { createConversations } from '../conversations/index.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { createAttachments, type Attachments } from './attachments.ts'
import { createVisitorFiles } from './visitor-files.ts'

let database: Database
let directory: string
let clock: number
let attachments: Attachments
let hana: Caller
const visitor: Caller = { kind: 'visitor', id: 'session:tab', ip: '192.0.2.1' }

beforeEach(async () => {
  database = await openTestDatabase()
  directory = mkdtempSync(join(tmpdir(), 'vee-visitor-files-'))
  clock = Date.now()
  hana = (await createPeople(database, Date.now).person('hana')).caller
  const files = createSealedFiles(createFolderStore(directory), () => Buffer.alloc(32, 7))
  attachments = createAttachments({ database, files, maxBytes: 1_000_000, now: () => clock })
})
afterEach(async () => {
  rmSync(directory, { recursive: true })
})

const upload = (text: string, name = 'a.txt', caller: Caller = visitor) =>
  attachments.upload(Readable.from([Buffer.from(text)]), async () => name, caller)
const textOf = async (id: string, caller: Caller = hana) =>
  (await buffer((await attachments.read(id, caller)).content)).toString()

/** Imports a conversation whose message names the files; returns the names of the missing ones. */
async function signIn(files: readonly Attachment[], session = 'tab', maxBytes = 1_000_000) {
  const conversations = createConversations({
    database,
    now: () => clock,
    visitorFiles: createVisitorFiles({ database, maxBytes }),
  })
  const timestamp = new Date(clock).toISOString()
  const question = { id: 'm1', role: 'user' as const, content: 'Look', timestamp, attachments: [...files] }
  const { missingFiles } = await conversations.import(
    {
      conversations: [{ id: 'c1', agentId: 'v_agent', messages: [question] }],
      visitorSessionId: session,
    },
    hana,
  )
  return missingFiles
}

it('stay as long as the conversation that they were imported with', async () => {
  const [used, unused] = [await upload('used'), await upload('unused')]
  expect(await signIn([used])).toEqual([])
  clock += 10 * DAY_MS
  await attachments.purge()
  expect(await textOf(used.id)).toBe('used')
  await expect(attachments.read(unused.id, visitor)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await database.deleteFrom('conversations').execute()
  await attachments.purge()
  await expect(attachments.read(used.id, hana)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('keep their ids, also if the member has the same file', async () => {
  const [own, given] = [await upload('same', 'own.txt', hana), await upload('same')]
  expect(await signIn([given])).toEqual([])
  expect([await textOf(own.id), await textOf(given.id)]).toEqual(['same', 'same'])
  expect((await upload('same', 'again.txt', hana)).id).toBe(own.id)
  expect(await attachments.limits(hana)).toMatchObject({ usedFiles: 2, usedBytes: 8 })
})

it('are missing if the visitor did not attach them, or they were deleted', async () => {
  const [first, second] = [await upload('one', 'one.txt'), await upload('other', 'other.txt')]
  await attachments.remove(second.id, visitor)
  expect(await signIn([first, second], 'elsewhere')).toEqual(['one.txt', 'other.txt'])
  expect(await textOf(first.id, visitor)).toBe('one')
  expect(await signIn([first, second])).toEqual(['other.txt'])
})

it('are taken in their order while there is room', async () => {
  const files = [
    await upload('x'.repeat(90), 'large.txt'),
    await upload('y'.repeat(20), 'next.txt'),
    await upload('z'.repeat(5), 'small.txt'),
  ]
  expect(await signIn(files, 'tab', 100)).toEqual(['next.txt'])
  expect(await attachments.limits(hana)).toMatchObject({ usedFiles: 2, usedBytes: 95 })
})
