import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface DnsServer {
  /** address and port */
  readonly address: string
  /** Adds a TXT record. */
  publish(name: string, value: string): void
  close(): Promise<void>
}

const TXT = 16
const NO_SUCH_NAME = 3

/** A name server for TXT records, with the necessary parts of RFC 1035. */
export async function startDns(): Promise<DnsServer> {
  const records = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, records), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    publish: (name, value) => void records.set(name, value),
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function answerTo(query: Buffer, records: ReadonlyMap<string, string>): Buffer {
  const { name, end } = nameIn(query, 12)
  const value = query.readUInt16BE(end) === TXT ? records.get(name.toLowerCase()) : undefined
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  // An authoritative response; recursion as requested, and available.
  header.writeUInt16BE(0x8580 | (value === undefined ? NO_SUCH_NAME : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(value === undefined ? 0 : 1, 6)
  const question = query.subarray(12, end + 4)
  return Buffer.concat([header, question, ...(value === undefined ? [] : [recordOf(value)])])
}

/** Returns the record for the name in the question, with a TTL of 0. */
function recordOf(value: string): Buffer {
  const text = Buffer.from(value)
  const record = Buffer.alloc(13)
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(TXT, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt16BE(text.length + 1, 10)
  record.writeUInt8(text.length, 12)
  return Buffer.concat([record, text])
}

/** Parses a name; `end` is the offset after it. */
function nameIn(query: Buffer, start: number): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let offset = start
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.toString('ascii', offset + 1, offset + 1 + length))
    offset += length + 1
  }
  return { name: labels.join('.'), end: offset + 1 }
}
