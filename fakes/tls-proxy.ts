import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'

/** Terminates TLS in front of a server without it, as a reverse proxy does. */
export interface TlsProxy {
  /** https URL on 127.0.0.1 */
  readonly url: string
  /** PEM of its certificate, which signs itself */
  readonly certificate: string
  close(): Promise<void>
}

/** @param target http URL on this machine */
export async function startTlsProxy(target: string): Promise<TlsProxy> {
  const { key, certificate } = createCertificate()
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer({ key, cert: certificate }, (near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      // The other side sees the end of the connection.
      socket.on('error', () => socket.destroy())
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function createCertificate(): { readonly key: string; readonly certificate: string } {
  const directory = mkdtempSync(join(tmpdir(), 'vee-tls-'))
  const [keyFile, certificateFile] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  try {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=127.0.0.1',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        keyFile,
        '-out',
        certificateFile,
      ],
      { stdio: 'ignore' },
    )
    return { key: readFileSync(keyFile, 'utf8'), certificate: readFileSync(certificateFile, 'utf8') }
  } finally {
    rmSync(directory, { recursive: true })
  }
}
