import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createApi } from '#lib/http/index.ts'
import { createTurnEndpoints } from '#lib/http/turn-endpoints.ts'
import { createServerTranscriber } from './server-transcriber.ts'
import type { TranscriptionRequest, Recording } from './transcriber.ts'

const RECORDING: Recording = { audio: new Blob(['RIFF'], { type: 'audio/wav' }), durationSeconds: 1.5 }
const REQUEST: TranscriptionRequest = { language: 'de-DE', isStreaming: true, onInterim: () => undefined }

let stop: (() => void) | undefined
afterEach(() => stop?.())

/** Returns a transcriber that calls a real server with this response. */
async function transcriberOf(
  respond: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
  prompt = '',
) {
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createServerTranscriber(createTurnEndpoints(createApi({ origin })).sendAudio, () => prompt)
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

describe('the server transcriber', () => {
  it('sends the recording with its metadata', async () => {
    let form: FormData | undefined
    const transcriber = await transcriberOf(async (request, response) => {
      const parts: Uint8Array[] = []
      for await (const chunk of request as AsyncIterable<Uint8Array>) parts.push(chunk)
      form = await new Response(Buffer.concat(parts), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData()
      json(response, 200, { text: ' Guten Tag ', language: 'de', isNoSpeech: false })
    }, 'Vee')
    expect(await transcriber.start(REQUEST).finish(RECORDING)).toEqual({ text: 'Guten Tag', language: 'de' })
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      durationSeconds: '1.50',
      language: 'de-DE',
      prompt: 'Vee',
    })
    expect(form?.get('audio')).toMatchObject({ type: 'audio/wav', size: 4 })
  })

  it('returns no words without speech', async () => {
    const transcriber = await transcriberOf((_request, response) =>
      json(response, 200, { text: '', language: null, isNoSpeech: true }),
    )
    expect(await transcriber.start(REQUEST).finish(RECORDING)).toEqual({ text: '', language: undefined })
  })

  it.each([
    [undefined, ['de-AT', 'en-GB'], 'de-AT,en-GB'],
    ['de-AT', ['de-AT', 'en-GB'], undefined],
    [undefined, [], undefined],
  ])(
    'sends the languages of the user while the language is unknown: %s, %j',
    async (language, languages, sent) => {
      let body = ''
      const transcriber = await transcriberOf(async (request, response) => {
        for await (const chunk of request as AsyncIterable<Uint8Array>) body += Buffer.from(chunk).toString()
        json(response, 200, { text: 'hello', language: 'en' })
      })
      await transcriber.start({ ...REQUEST, language, languages }).finish(RECORDING)
      expect(/name="languages"\r\n\r\n(.*)\r\n/.exec(body)?.[1]).toBe(sent)
    },
  )

  it.each([
    [503, 'STT_UNAVAILABLE', 'unavailable'],
    [429, 'RATE_LIMITED', 'rate-limited'],
    [402, 'SPEECH_CREDITS_EXHAUSTED', 'credits-exhausted'],
    [402, 'OWN_KEY_REJECTED', 'own-key-refused'],
    [401, 'SESSION_EXPIRED', 'session-expired'],
    [504, 'PROVIDER_TIMEOUT', 'timed-out'],
    [502, 'PROVIDER_ERROR', 'broken'],
    [500, 'something new', 'broken'],
  ])('reads %i %s as %s', async (status, error, reason) => {
    const transcriber = await transcriberOf((_request, response) => json(response, status, { error }))
    await expect(transcriber.start(REQUEST).finish(RECORDING)).rejects.toMatchObject({ reason })
  })

  it('treats a response that is not JSON as a broken server', async () => {
    const transcriber = await transcriberOf((_request, response) => void response.end('<html>'))
    await expect(transcriber.start(REQUEST).finish(RECORDING)).rejects.toMatchObject({ reason: 'broken' })
  })

  it('is offline if the server cannot be reached', async () => {
    const transcriber = await transcriberOf(() => undefined)
    stop?.()
    await expect(transcriber.start(REQUEST).finish(RECORDING)).rejects.toMatchObject({ reason: 'offline' })
  })

  it('ends the call when it is aborted', async () => {
    const closed = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const transcriber = await transcriberOf((request) => {
      arrived.resolve()
      request.socket.on('close', () => closed.resolve())
    })
    const transcription = transcriber.start(REQUEST)
    const heard = transcription.finish(RECORDING)
    await arrived.promise
    transcription.abort()
    await expect(heard).rejects.toMatchObject({ reason: 'cancelled' })
    await closed.promise
  })
})
