import { wavHeader } from '@vee/contract/audio/wav-header'
import { createHash, randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Vee } from '../../e2e/vee.ts'
import { type Attack, ask, conversationOf, LAST_WORDS, register } from './attacks.ts'

// Attacks with requests that look cheap: their cost is in what they become, or in how often they may be sent.

const RECORDINGS = 12
const SAMPLES = 3_500
const CHUNKS = 400
const EMPTY_UPLOADS = 500
const CONVERSATIONS = 30
const CONVERSATION_BYTES = 3_900_000
const SEARCHES = 40
const VOICES = 30
const PICTURES = 8
const PICTURE_BYTES = 20_000_000
const BROKEN_OFF = 20
const LOGGED_ROUNDS = 20
const LOGGED_AT_ONCE = 20

/** A WAV file of one channel of 16 bits with so many samples a second. */
const wavOf = (rate: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([new Uint8Array(wavHeader(2 * SAMPLES, rate)), Buffer.alloc(2 * SAMPLES)]))

const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, async (_, index) => work(index)))

/** Recordings of a few kilobytes that claim to last an hour. */
async function sendSlowRecordings(vee: Vee): Promise<void> {
  const statuses = await times(RECORDINGS, async (index) => {
    const form = new FormData()
    form.append('audio', new Blob([wavOf(1 + index)], { type: 'audio/wav' }), 'a.wav')
    return (await fetch(`${vee.url}/api/stt`, { method: 'POST', body: form })).status
  })
  if (statuses.some((status) => status !== 415)) throw new Error(`slow recordings: ${statuses.join()}`)
}

const tus = { 'tus-resumable': '1.0.0' }
const begin = (vee: Vee, session: string, bytes: number, sha256?: string) =>
  fetch(`${vee.url}/api/attachments/uploads`, {
    method: 'POST',
    headers: {
      ...tus,
      // Each session is of a network of its own: visitors of one network share their room.
      'x-forwarded-for': `2001:db8:${createHash('sha256').update(session).digest('hex').slice(0, 4)}::1`,
      'x-session-id': session,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${btoa('a.bin')}${sha256 === undefined ? '' : `,sha256 ${btoa(sha256)}`}`,
    },
  })

/** Chunks of one byte, then uploads of a file that is there already. */
async function uploadInCrumbs(vee: Vee): Promise<void> {
  const begun = await begin(vee, 'siege-crumbs', CHUNKS)
  const path = begun.headers.get('location') ?? ''
  for (let offset = 0; offset < CHUNKS; offset += 1) {
    await fetch(`${vee.url}${path}`, {
      method: 'PATCH',
      headers: {
        ...tus,
        'x-session-id': 'siege-crumbs',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      body: 'a',
    })
  }
  await fetch(`${vee.url}${path}/attachment`, {
    method: 'POST',
    headers: { ...tus, 'x-session-id': 'siege-crumbs' },
  })
  const hash = createHash('sha256').update('four').digest('hex')
  const form = new FormData()
  form.append('file', new Blob(['four']), 'a.bin')
  const headers = { 'x-session-id': 'siege-room' }
  await fetch(`${vee.url}/api/attachments`, { method: 'POST', body: form, headers })
  const statuses = await times(
    EMPTY_UPLOADS,
    async () => (await begin(vee, 'siege-room', 20_000_000, hash)).status,
  )
  if (!statuses.includes(413)) throw new Error('uploads without bytes have no limit')
  const neighbour = await begin(vee, 'siege-neighbour', 1_000)
  if (neighbour.status !== 201) throw new Error(`another visitor cannot upload: ${neighbour.status}`)
}

/** A member searches a full account by common words and exports it, again and again. */
async function searchAgainAndAgain(vee: Vee): Promise<void> {
  const token = await register(vee, 'siege-searcher')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (let round = 0; round < CONVERSATIONS; round += 1) {
    const conversations = [conversationOf(`search-${round}`, round, CONVERSATION_BYTES)]
    const imported = await fetch(`${vee.url}/api/conversations/import`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ conversations }),
    })
    if (!imported.ok) throw new Error(`conversations: ${imported.status}`)
  }
  const words = [LAST_WORDS, 'ä ö ü', 'xxxxxxxx yyyyyyyy zzzzzzzz']
  await times(SEARCHES, async (index) => {
    const path =
      index % 5 === 0
        ? '/api/account/export'
        : `/api/conversations?q=${encodeURIComponent(words[index % words.length] ?? '')}`
    const response = await fetch(`${vee.url}${path}`, { headers })
    await response.body?.pipeTo(new WritableStream())
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
  })
}

/** Long texts for a voice of this machine, which no credit pays. */
const speakAtOnce = (vee: Vee) =>
  times(VOICES, async () => {
    const response = await fetch(`${vee.url}/api/tts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'The quiet harbour lights are lit. '.repeat(120) }),
    })
    await response.arrayBuffer()
  })

/** Pictures whose headers never end. */
const uploadEndlessHeaders = (vee: Vee) =>
  times(PICTURES, async (index) => {
    const bytes = new Uint8Array(PICTURE_BYTES).fill(0xff)
    bytes[1] = 0xd8
    const form = new FormData()
    form.append('file', new Blob([bytes], { type: 'image/jpeg' }), 'a.jpg')
    const headers = { 'x-session-id': `siege-picture-${index}` }
    await fetch(`${vee.url}/api/attachments`, { method: 'POST', body: form, headers })
  })

export const costlyRequestsOn = (vee: Vee): readonly Attack[] => [
  { name: 'T03 recordings of an hour in 7 kB', run: () => sendSlowRecordings(vee) },
  { name: 'T09 T13 uploads in crumbs', run: () => uploadInCrumbs(vee) },
  { name: 'T12 searches and exports', run: () => searchAgainAndAgain(vee) },
  { name: 'T20 free voices', run: () => speakAtOnce(vee) },
  { name: 'T21 pictures of fill bytes', run: () => uploadEndlessHeaders(vee) },
]

/** Speech that is broken off once the vendor has it, which answers late. Fails if any of it was not booked. */
export const speechBrokenOff = (vee: Vee): Attack => ({
  name: 'T05 speech broken off',
  async run() {
    await times(BROKEN_OFF, async () => {
      const request = fetch(`${vee.url}/api/tts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: `${randomUUID()} ${'quiet harbour '.repeat(100)}` }),
        signal: AbortSignal.timeout(1_000),
      })
      await request.catch(() => undefined)
    })
    const ledger = new DatabaseSync(join(vee.dataDir, 'vee.db'), { readOnly: true })
    const open = ledger.prepare("select count(*) as n from ledger_entries where status = 'reserved'")
    while (Number(open.get()?.['n']) > 0) await delay(50)
    const row = ledger.prepare("select count(*) as n from ledger_entries where status = 'released'").get()
    const released = Number(row?.['n'])
    ledger.close()
    if (released > 0) throw new Error(`${released} texts were not booked`)
  },
})

/** Requests that are logged to a disk that is full, by a few people at a time: the log is attacked, not a cold start. */
export const logOnFullDisk = (vee: Vee): Attack => ({
  name: 'T06 log on a full disk',
  async run() {
    for (let round = 0; round < LOGGED_ROUNDS; round += 1)
      await times(LOGGED_AT_ONCE, () => ask(vee, 'Hello'))
  },
})
