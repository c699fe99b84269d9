import { Agent, request } from 'undici'

const agent = new Agent({ connections: 1 })
/** The text that Vee needs before it starts to speak: a clause of 12 characters, and the next word. */
const FIRST_CLAUSE = /^(?<clause>.{11,}?[,;:.!?][”"]?)\s+\p{L}/u

async function ask(url: string, contentType: string, body: string | Buffer) {
  const answer = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { authorization: 'Bearer sk-bench', 'content-type': contentType },
    body,
  })
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  return answer.body
}

async function transcribe(url: string, sound: Buffer): Promise<string> {
  const form = new Response(formOf(sound))
  const type = form.headers.get('content-type') ?? ''
  const body = await ask(`${url}/v1/audio/transcriptions`, type, Buffer.from(await form.arrayBuffer()))
  return ((await body.json()) as { text: string }).text
}

function formOf(sound: Buffer): FormData {
  const form = new FormData()
  form.set('model', 'whisper-1')
  form.set('file', new Blob([Uint8Array.from(sound)]), 'utterance.wav')
  return form
}

/** Returns the text of the events so far. */
function textOf(events: string): string {
  const pieces = events.matchAll(/"delta":{"content":(?<json>"(?:[^"\\]|\\.)*")/g)
  return Array.from(pieces, ({ groups }): string => JSON.parse(groups?.['json'] ?? '')).join('')
}

async function firstClause(url: string, question: string): Promise<string> {
  const messages = [{ role: 'user', content: question }]
  const order = JSON.stringify({ model: 'gpt-4o', stream: true, messages })
  const body = await ask(`${url}/v1/chat/completions`, 'application/json', order)
  let [events, said] = ['', '']
  for await (const packet of body) {
    events += (packet as Buffer).toString('utf8')
    said = textOf(events)
    const clause = FIRST_CLAUSE.exec(said)?.groups?.['clause']
    if (clause !== undefined) return clause
  }
  return said
}

async function firstSound(url: string, input: string): Promise<void> {
  const order = JSON.stringify({ model: 'tts-1', voice: 'alloy', input, response_format: 'pcm' })
  for await (const _ of await ask(`${url}/v1/audio/speech`, 'application/json', order)) return
}

/**
 * Measures the services alone: transcription, the first clause of the reply, and its first audio,
 * sequentially. In ms, without user interface, storage and playback.
 */
export async function timeServices(url: string, sound: Buffer): Promise<number> {
  const started = performance.now()
  const question = await transcribe(url, sound)
  await firstSound(url, await firstClause(url, question))
  return performance.now() - started
}
