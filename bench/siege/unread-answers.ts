import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Vee } from '../../e2e/vee.ts'
import { connectRealtime, type RealtimeClient } from '../../fakes/realtime-client.ts'
import type { Attack } from './attacks.ts'

// Attacks with small requests that have large answers, or that make the server keep much.

const RETRIEVALS = 300
const SESSIONS = 64
const READERS = 80
const FILE_BYTES = 20_000_000
const KEYS = 600_000
/** 3.9 million characters, which V8 stores in two bytes each */
const IMAGE = { type: 'input_image', image_url: `data:image/png;base64,${'A'.repeat(3_900_000)}ā` }
const LONG_TEXT = Array.from({ length: 10 }, () => ({ type: 'input_text', text: 'x'.repeat(200_000) }))

const openSession = (vee: Vee, name: string) => connectRealtime(vee.url, { 'x-session-id': name })
const create = (client: RealtimeClient, id: string, content: readonly object[]) =>
  client.say({ type: 'conversation.item.create', item: { type: 'message', role: 'user', id, content } })

/** Requests the same long item again and again. */
async function retrieveAgainAndAgain(vee: Vee): Promise<void> {
  const client = await openSession(vee, 'siege-reader')
  create(client, 'image', [IMAGE])
  create(client, 'text', LONG_TEXT)
  for (let count = 0; count < RETRIEVALS; count += 1)
    client.say({ type: 'conversation.item.retrieve', item_id: count % 2 === 0 ? 'text' : 'image' })
  await Promise.race([client.closed, delay(5_000)])
  client.cut()
}

/** Fills many sessions with items that are kept until their sockets are closed. */
async function fillSessions(vee: Vee): Promise<void> {
  const clients: RealtimeClient[] = []
  for (let count = 0; count < SESSIONS; count += 1) {
    const client = await openSession(vee, `siege-${count}`).catch(() => undefined)
    if (!client) continue
    clients.push(client)
    create(client, 'one', [IMAGE])
    create(client, 'two', [IMAGE])
  }
  await delay(3_000)
  for (const client of clients) client.cut()
}

/** Requests a file on many connections, and reads nothing of it. */
async function downloadUnread(vee: Vee): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(FILE_BYTES).fill(1)]), 'a.bin')
  const headers = { 'x-session-id': 'siege-files' }
  const uploaded = await fetch(`${vee.url}/api/attachments`, { method: 'POST', body: form, headers })
  const { id } = (await uploaded.json()) as { readonly id: string }
  const { hostname, port } = new URL(vee.url)
  const sockets: Socket[] = []
  for (let count = 0; count < READERS; count += 1) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.pause()
    socket.write(
      `GET /api/attachments/${id} HTTP/1.1\r\nhost: localhost\r\nx-session-id: siege-files\r\n\r\n`,
    )
    sockets.push(socket)
  }
  await delay(3_000)
  for (const socket of sockets) socket.destroy()
}

/** Sends an object with more keys than any request has. */
async function sendManyKeys(vee: Vee): Promise<void> {
  const keys = Array.from({ length: KEYS }, (_, index) => `"k${index}":1`).join()
  const body = `{"messages":[{"role":"user","content":"x"}],"voice":{${keys}}}`
  const headers = { 'content-type': 'application/json' }
  const send = async () => {
    const { status } = await fetch(`${vee.url}/api/chat`, { method: 'POST', headers, body })
    if (status !== 400) throw new Error(`many keys: ${status}`)
  }
  await Promise.all(Array.from({ length: 5 }, send))
}

/** Attacks whose answers are not read, or whose content stays. */
export const unreadAttacksOn = (vee: Vee): readonly Attack[] => [
  { name: 'T01 large answers, unread', run: () => retrieveAgainAndAgain(vee) },
  { name: 'T02 filled sessions', run: () => fillSessions(vee) },
  { name: 'T04 files, unread', run: () => downloadUnread(vee) },
  { name: 'T10 many keys', run: () => sendManyKeys(vee) },
]
