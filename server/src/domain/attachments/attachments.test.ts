import { DAY_MS } from '@vee/contract/time/durations'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Attachment } from '@vee/contract/entities/attachment'
import type { ChatMessage } from '@vee/contract/entities/message'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { createFolderStore } from '../../adapters/storage/folder-store.ts'
import { createSealedFiles } from '../../adapters/storage/sealed-files.ts'
import type { Caller } from '../accounts/index.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { createAttachments, type Attachments } from './attachments.ts'
import { imageFacts } from './image-size.ts'
import { createAttachmentUploads } from './uploads.ts'
import { createReplyAttachments } from './reply-attachments.ts'

let database: Database
let directory: string
let clock: number
let attachments: Attachments
let hana: Caller

beforeEach(async () => {
  database = await openTestDatabase()
  directory = mkdtempSync(join(tmpdir(), 'vee-files-'))
  clock = Date.now()
  hana = (await createPeople(database, Date.now).person('hana')).caller
  attachments = createAttachments({ database, files: sealedFiles(), maxBytes: 1_000_000, now: () => clock })
})
afterEach(async () => {
  rmSync(directory, { recursive: true })
})

const sealedFiles = () => createSealedFiles(createFolderStore(directory), () => Buffer.alloc(32, 7))
const upload = (text: string) =>
  attachments.upload(Readable.from([Buffer.from(text)]), async () => 'a.txt', hana)
const isThere = (id: string) =>
  attachments.read(id, hana).then(
    () => true,
    () => false,
  )

describe('the purge', () => {
  it('deletes unused ones after a day', async () => {
    const { id } = await upload('unused')
    clock += DAY_MS - 1
    await attachments.purge()
    expect(await isThere(id)).toBe(true)
    clock += 2
    await attachments.purge()
    expect(await isThere(id)).toBe(false)
    clock += DAY_MS
    expect(await attachments.purge()).toMatchObject({ discarded: 0, left: 0 })
    clock += 7 * DAY_MS
    expect(await attachments.purge()).toMatchObject({ deleted: 1 })
    expect(readdirSync(directory)).toEqual([])
  })

  it('deletes uploads that are not continued for a day, with their chunks', async () => {
    const uploads = createAttachmentUploads({
      database,
      files: sealedFiles(),
      attachments,
      maxBytes: 1_000_000,
      now: () => clock,
    })
    const purge = async () => {
      await uploads.purge()
      await attachments.purge()
    }
    const { id } = await uploads.begin({ bytes: 10, name: 'a.txt' }, hana)
    await uploads.append(id, 0, Buffer.from('12345'), hana)
    clock += DAY_MS - 1
    await purge()
    expect(await uploads.state(id, hana)).toMatchObject({ receivedBytes: 5 })
    expect(readdirSync(directory)).toHaveLength(1)
    clock += 2
    await purge()
    await expect(uploads.state(id, hana)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(readdirSync(directory)).toEqual(['bin'])
  })

  it('preserves those of a stored conversation as long as it exists', async () => {
    const used = await upload('used')
    await database
      .insertInto('conversations')
      .values({
        user_id: hana.id,
        id: 'c1',
        agent_id: 'v_agent',
        title: '',
        archived: 0,
        last_position: 0,
        created_at: clock,
        updated_at: clock,
        deleted_at: null,
      })
      .execute()
    const replies = createReplyAttachments({ database, files: sealedFiles(), attachments })
    await replies.markUsed([{ role: 'user', content: '', attachments: [used] }], 'c1', hana)
    clock += 10 * DAY_MS
    await attachments.purge()
    expect(await isThere(used.id)).toBe(true)
    await database.deleteFrom('conversations').where('id', '=', 'c1').execute()
    await attachments.purge()
    expect(await isThere(used.id)).toBe(false)
  })
})

it('stores nothing for an account that was deleted meanwhile', async () => {
  const uploads = createAttachmentUploads({
    database,
    files: sealedFiles(),
    attachments,
    maxBytes: 1_000_000,
    now: () => clock,
  })
  const { id } = await uploads.begin({ bytes: 5, name: 'a.txt' }, hana)
  await uploads.append(id, 0, Buffer.from('12345'), hana)
  await sql`delete from users where id = ${hana.id}`.execute(database)
  for (const work of [
    () => upload('late'),
    () => uploads.begin({ bytes: 10, name: 'a.txt' }, hana),
    () => uploads.finish(id, hana),
  ])
    await expect(work()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  expect(await sql`select id from attachments`.execute(database)).toMatchObject({ rows: [] })
  // The chunk is of an upload that the purge deletes.
  expect(readdirSync(directory)).toHaveLength(1)
})

it('stores a file once that is uploaded twice at once', async () => {
  const [first, second] = await Promise.all([upload('same'), upload('same')])
  expect(first.id).toBe(second.id)
  expect(readdirSync(directory)).toHaveLength(1)
})

async function documentWith(text: string, name: string): Promise<Attachment> {
  const { id } = await attachments.upload(Readable.from([Buffer.from(name)]), async () => name, hana)
  return attachments.setText(id, { sections: [{ title: '', text }] }, hana)
}
const says = (content: string, ...files: readonly Attachment[]): ChatMessage => ({
  role: 'user',
  content,
  attachments: [...files],
})
/** 2 MB of different words, so that passages differ in their terms. */
const LONG = Array.from({ length: 180_000 }, (_, index) => `word${100_000 + index}`).join(' ')
const visitor = (ip: string): Caller => ({ kind: 'visitor', id: `session:${ip}`, ip })

describe('the documents of a request', () => {
  const reads: string[] = []
  const countedFiles = () => {
    const files = sealedFiles()
    return {
      read(sealed: Parameters<typeof files.read>[0]) {
        reads.push(sealed.file)
        return files.read(sealed)
      },
    }
  }
  const replies = () => createReplyAttachments({ database, files: countedFiles(), attachments })
  beforeEach(() => {
    reads.length = 0
    attachments = createAttachments({
      database,
      files: sealedFiles(),
      maxBytes: 50_000_000,
      now: () => clock,
    })
  })

  it('are read once each, however often they are named', async () => {
    const document = await documentWith(LONG, 'a.txt')
    const messages = Array.from({ length: 40 }, (_, index) =>
      says(`Question ${index}`, ...Array.from({ length: 10 }, () => document)),
    )
    const before = process.threadCpuUsage()
    const described = await replies().withDocuments(messages, hana, true)
    const { user, system } = process.threadCpuUsage(before)
    expect(reads).toHaveLength(1)
    expect((user + system) / 1_000).toBeLessThan(2_000)
    expect(described.at(-1)?.content).toContain('<document name="a.txt">')
    expect(described.at(-2)?.content).toBe('Question 38\n\n[The document “a.txt” is in a later message.]')
    expect(described.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(170_000)
  })

  it('let other events run while a long one is ranked', async () => {
    const document = await documentWith(LONG, 'a.txt')
    let turns = 0
    let isOver = false
    const countTurns = () => {
      turns += 1
      if (!isOver) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    await replies().withDocuments([says('word100001 word150000', document)], hana, true)
    isOver = true
    expect(turns).toBeGreaterThan(50)
  })

  it('are read up to a total, the newest first, and the others are named as left out', async () => {
    const documents: Attachment[] = []
    for (let index = 0; index < 6; index += 1) documents.push(await documentWith(LONG, `d${index}.txt`))
    const described = await replies().withDocuments(
      documents.map((document) => says('', document)),
      hana,
      true,
    )
    expect(reads).toHaveLength(4)
    expect(described.map(({ content }) => content)).toEqual([
      ...['d0', 'd1'].map((name) => expect.stringContaining(`“${name}.txt” is left out`)),
      ...['d2', 'd3', 'd4', 'd5'].map((name) => expect.stringContaining(`<document name="${name}.txt">`)),
    ])
  })

  it('are read for one request of a network at a time', async () => {
    const files = replies()
    const first = Promise.withResolvers<void>()
    const begun: string[] = []
    const firstTurn = files.runExclusive(visitor('2001:db8::1'), async () => {
      begun.push('one')
      await first.promise
    })
    const two = files.runExclusive(visitor('2001:db8::2'), async () => begun.push('two'))
    await files.runExclusive(visitor('2001:db8:1::1'), async () => begun.push('elsewhere'))
    expect(begun).toEqual(['one', 'elsewhere'])
    first.resolve()
    await Promise.all([firstTurn, two])
    expect(begun).toEqual(['one', 'elsewhere', 'two'])
  })

  it('include the text of an image that was read by OCR, for a model that cannot see', async () => {
    const { id } = await attachments.upload(Readable.from([GIF]), async () => 'sign.gif', hana)
    const image = await attachments.setText(
      id,
      { sections: [{ title: '', text: 'No entry' }], isByOcr: true },
      hana,
    )
    expect(image).toMatchObject({ kind: 'image', isByOcr: true, sectionCount: 1 })
    expect(await attachments.upload(Readable.from([GIF]), async () => 'again.gif', hana)).toEqual(image)
    const ask = async (canSee: boolean) => {
      const described = await replies().withDocuments([says('What does it say?', image)], hana, canSee)
      return (await replies().withImages(described, hana, canSee))[0]
    }
    const [unseeing, seeing] = [await ask(false), await ask(true)]
    expect(unseeing?.content).toMatch(/OCR[^]*No entry/)
    expect(unseeing?.content).not.toContain('cannot see')
    expect(unseeing?.images).toBeUndefined()
    expect(seeing?.content).not.toContain('No entry')
    expect(seeing?.images).toHaveLength(1)
  })

  const store = (content: Buffer) => replies().storePicture(content, 'chart-1', hana)

  it('include no picture of a tool that is none, whatever it is called, nor one without room', async () => {
    expect(await store(GIF)).toMatchObject({ kind: 'image', name: 'chart-1.gif', mediaType: 'image/gif' })
    expect(await store(Buffer.from('<svg onload="alert(1)"/>'))).toBeUndefined()
    expect(await store(Buffer.alloc(0))).toBeUndefined()
    attachments = createAttachments({ database, files: sealedFiles(), maxBytes: 10, now: () => clock })
    expect(await store(Buffer.concat([GIF, Buffer.from('x')]))).toBeUndefined()
  })

  it('have a size before they are read, as the files that a stranger names have none', async () => {
    const document = await documentWith('word '.repeat(1_000), 'a.txt')
    const messages = [says('one', document, document), says('two')]
    const tokens = await replies().documentTokens(messages, hana)
    expect(messages.map(tokens)).toEqual([expect.closeTo(1_250, -2), 0])
    const stranger = (await createPeople(database, Date.now).person('kofi')).caller
    expect(messages.map(await replies().documentTokens(messages, stranger))).toEqual([0, 0])
    expect(reads).toEqual([])
  })
})

const GIF = Buffer.concat([
  Buffer.from('GIF89a', 'latin1'),
  Buffer.from([0x40, 1, 0xf0, 0]),
  Buffer.alloc(40),
])

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    Buffer.alloc(40),
  ])

describe('the header of an image', () => {
  it.each([
    ['GIF', bytes('GIF89a', [0x40, 0x01, 0xf0, 0x00]), { mediaType: 'image/gif', width: 320, height: 240 }],
    [
      'JPEG with a segment before the frame',
      bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 17, 8, 0x01, 0xe0, 0x02, 0x80]),
      { mediaType: 'image/jpeg', width: 640, height: 480 },
    ],
    [
      'lossy WebP',
      bytes(
        'RIFF',
        [0, 0, 0, 0],
        'WEBPVP8 ',
        [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01],
      ),
      { mediaType: 'image/webp', width: 640, height: 480 },
    ],
    [
      'extended WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0x02, 0, 0xdf, 0x01, 0]),
      { mediaType: 'image/webp', width: 640, height: 480 },
    ],
  ])('of a %s contains its size', (_, image, facts) => {
    expect(imageFacts(image)).toEqual(facts)
  })

  it.each([
    ['text', Buffer.from('hello there, this is no image at all')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a JPEG that ends early', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff])],
    [
      'a JPEG whose frame stands after 1 MB of fill bytes',
      Buffer.concat([
        Buffer.from([0xff, 0xd8]),
        Buffer.alloc(1_048_576, 0xff),
        bytes([0xff, 0xc0, 0, 17, 8, 0x01, 0xe0, 0x02, 0x80]),
      ]),
    ],
    ['a WAV file', Buffer.from('RIFF    WAVEfmt                                 ')],
  ])('is not read from %s', (_, content) => {
    expect(imageFacts(content)).toBeUndefined()
  })
})
