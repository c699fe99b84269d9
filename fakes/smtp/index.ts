import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

interface ReceivedMail {
  readonly from: string
  readonly to: string
  /** headers and body as received, without SMTP's dot stuffing */
  readonly content: string
}

/** A mail server that accepts everything, or rejects every recipient. */
export interface SmtpServer {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  refuseRecipients(): void
  close(): Promise<void>
}

/**
 * Starts the server on `port`, by default a free one. Implements the parts of RFC 5321 needed for one mail
 * per connection.
 */
export async function startSmtp(port = 0): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let isRefusing = false

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const sendLine = (line: string) => socket.write(`${line}\r\n`)
    let from = ''
    let to = ''
    let content: string[] | undefined
    sendLine('220 mail.example.test')
    createInterface({ input: socket }).on('line', (line) => {
      if (content && line === '.') {
        mails.push({ from, to, content: content.join('\n') })
        content = undefined
        sendLine('250 taken')
      } else if (content) content.push(line.replace(/^\./, ''))
      else if (/^(EHLO|HELO)/i.test(line)) sendLine('250 mail.example.test')
      else if (/^MAIL FROM/i.test(line)) {
        from = /<(.*)>/.exec(line)?.[1] ?? ''
        sendLine('250 sender')
      } else if (/^RCPT TO/i.test(line)) {
        to = /<(.*)>/.exec(line)?.[1] ?? ''
        sendLine(isRefusing ? `550 ${to} is nobody here` : '250 recipient')
      } else if (/^DATA/i.test(line)) {
        content = []
        sendLine('354 go on')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else sendLine('500 what?')
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: bound } = server.address() as { port: number }

  return {
    url: `smtp://127.0.0.1:${bound}`,
    mails,
    refuseRecipients: () => (isRefusing = true),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
