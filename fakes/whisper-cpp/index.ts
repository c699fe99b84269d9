import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The server of whisper.cpp (examples/server of ggml-org/whisper.cpp): its page at `/` and `POST /inference`. */
export interface WhisperServer {
  readonly url: string
  /** the forms of the transcriptions, in order of arrival */
  readonly forms: readonly FormData[]
  /** Makes every further transcription hang; without a transcription the page is still served. */
  hang(): void
  /** Makes every further response this one. */
  respond(status: number, body: string): void
  close(): void
}

const PAGE =
  '<html><head><title>Whisper.cpp Server</title></head><body><h1>Whisper.cpp Server</h1></body></html>'

const send = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)

/** Starts it on a free port of the loopback. */
export async function startWhisperServer(): Promise<WhisperServer> {
  const forms: FormData[] = []
  let hangs = false
  let fixed: { readonly status: number; readonly body: string } | undefined

  async function infer(request: IncomingMessage, response: ServerResponse) {
    const form = await formOf(request)
    forms.push(form)
    if (hangs) return
    if (fixed) return send(response, fixed.status, fixed.body)
    const file = form.get('file')
    if (!(file instanceof File)) return send(response, 400, `{"error":"no 'file' field in the request"}`)
    if (!(await isReadable(file))) return send(response, 400, '{"error":"failed to read audio data"}')
    const isGerman = form.get('language') === 'de'
    return send(
      response,
      200,
      JSON.stringify({
        task: 'transcribe',
        language: isGerman ? 'german' : 'english',
        duration: 1,
        text: isGerman ? ' Guten\n Morgen.\n' : ' Good\n morning.\n',
        segments: [],
      }),
    )
  }

  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    } else if (request.method === 'POST' && request.url === '/inference') {
      infer(request, response).catch(() => response.destroy())
    } else {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forms,
    hang: () => {
      hangs = true
    },
    respond: (status, body) => {
      fixed = { status, body }
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function formOf(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  return new Response(Buffer.concat(chunks), { headers }).formData()
}

/** Returns whether miniaudio can read the file: WAV or MP3. */
async function isReadable(file: File): Promise<boolean> {
  const head = Buffer.from(await file.slice(0, 4).arrayBuffer()).toString('latin1')
  return head === 'RIFF' || head.startsWith('ID3') || head.startsWith('\xff\xfb')
}
