import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startUpstream, type Upstream } from '../../../../../fakes/upstream/index.ts'
import { wavOf } from '#domain/voice/speech/fixtures/sounds.ts'
import { findSpeechServers } from './found-servers.ts'

/** Starts a server like Kokoro-FastAPI: it synthesizes speech, and lists its voices. */
function startKokoro(): Promise<{ readonly url: string; readonly server: Server }> {
  const answers: Readonly<Record<string, unknown>> = {
    '/v1/models': { data: [{ id: 'kokoro' }] },
    '/v1/audio/voices': { voices: ['af_heart', 'jm_kumo', 'custom'] },
  }
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server })
    })
  })
}

let whisper: Upstream
let kokoro: Awaited<ReturnType<typeof startKokoro>>
beforeAll(async () => {
  whisper = await startUpstream({ models: ['llama3.2', 'Systran/faster-whisper-small'] })
  kokoro = await startKokoro()
})
afterAll(async () => {
  await whisper.close()
  kokoro.server.close()
})
beforeEach(() => whisper.reset())

const NOWHERE = { name: 'Nobody', baseUrl: 'http://127.0.0.1:9/v1' }
const find = (...urls: readonly (readonly [name: string, url: string])[]) =>
  findSpeechServers([NOWHERE, ...urls.map(([name, url]) => ({ name, baseUrl: `${url}/v1` }))], 5_000)
const never = () => new AbortController().signal

describe('findSpeechServers', () => {
  it('transcribes by the first server that has a model for it, and reports its name', async () => {
    const { stt } = find(['Kokoro', kokoro.url], ['Speaches', whisper.url])
    expect(await stt.availability()).toMatchObject({ available: true })
    expect(stt).toMatchObject({ name: 'Speaches', model: 'Systran/faster-whisper-small', location: 'server' })
    whisper.script({ text: 'good morning' })
    const audio = wavOf({ seconds: 1, loudness: 0.3 })
    const request = { audio, container: 'wav', language: 'en', prompt: undefined, caller: 'ann' } as const
    expect(await stt.transcribe(request, never())).toMatchObject({ text: 'good morning' })
    const { headers, form } = await whisper.arrival(1)
    expect(form?.get('model')).toBe('Systran/faster-whisper-small')
    expect(headers['authorization']).toBeUndefined()
  })

  it('lists the voices of a server with their language and gender', async () => {
    const { tts } = find(['Speaches', whisper.url], ['Kokoro', kokoro.url])
    expect(await tts.availability()).toMatchObject({ available: true })
    expect(await tts.voices()).toMatchObject([
      { id: 'found_af_heart', lang: 'en-US', gender: 'female', isDefault: true },
      { id: 'found_jm_kumo', lang: 'ja-JP', gender: 'male', isDefault: false },
      { id: 'found_custom', lang: 'mul', gender: null },
    ])
  })

  it('does not mistake a language model for a speech model', async () => {
    whisper.offerModels(['llama3.2', 'gpt-oss:20b'])
    const { stt, tts } = find(['Ollama', whisper.url])
    expect(await stt.availability()).toMatchObject({ available: false })
    expect(await tts.availability()).toMatchObject({ available: false })
  })

  it('reports that nothing was found where no server responds', async () => {
    const { stt, tts } = find()
    expect(await stt.availability()).toMatchObject({ available: false, envVar: null })
    await expect(tts.voices()).rejects.toMatchObject({ kind: 'unavailable' })
  })
})
