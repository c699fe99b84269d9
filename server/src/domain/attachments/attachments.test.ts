import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestPlace, type TestPlace } from '#db/fixtures/test-place.ts'
import type { Database } from '#db/schema.ts'
import { createSealedFiles } from '../../adapters/sealed-files.ts'
import type { Caller } from '../accounts/index.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { createAttachments, type Attachments } from './attachments.ts'
import { imageFacts } from './image-size.ts'
import { createReplyAttachments } from './reply-attachments.ts'

const DAY_MS = 86_400_000

let place: TestPlace
let database: Database
let directory: string
let clock: number
let attachments: Attachments
let hana: Caller

beforeEach(async () => {
  place = await createTestPlace()
  database = await place.open()
  directory = mkdtempSync(join(tmpdir(), 'vee-files-'))
  clock = Date.now()
  hana = (await createPeople(database, Date.now).person('hana')).caller
  attachments = createAttachments({ database, files: sealedFiles(), maxBytes: 1_000_000, now: () => clock })
})
afterEach(async () => {
  await place.remove()
  rmSync(directory, { recursive: true })
})

const sealedFiles = () => createSealedFiles(directory, () => Buffer.alloc(32, 7))
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
    await attachments.purge()
    expect(readdirSync(directory)).toEqual([])
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
    const replies = createReplyAttachments({ database, files: sealedFiles() })
    await replies.markUsed([{ role: 'user', content: '', attachments: [used] }], 'c1', hana)
    clock += 10 * DAY_MS
    await attachments.purge()
    expect(await isThere(used.id)).toBe(true)
    await database.deleteFrom('conversations').where('id', '=', 'c1').execute()
    await attachments.purge()
    expect(await isThere(used.id)).toBe(false)
  })
})

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
    ['a WAV file', Buffer.from('RIFF    WAVEfmt                                 ')],
  ])('is not read from %s', (_, content) => {
    expect(imageFacts(content)).toBeUndefined()
  })
})
