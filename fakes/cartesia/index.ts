import type { ServerResponse } from 'node:http'
import { serveRequests, type VendorServer } from '../serve-requests.ts'
import { timedSpeech } from '../timed-speech.ts'
import { speechBody } from '../upstream/sound.ts'

const VOICES = [
  ['a0e99841-438c-4a64-b679-ae501e7d6091', 'Barbershop Man', 'en', 'en-US', 'masculine'],
  ['3f4ade23-6eb4-4279-ab05-6a144947c4d5', 'Lukas', 'de', 'de-DE', 'masculine'],
] as const
const FIELDS: ReadonlySet<string> = new Set(
  'model_id transcript voice output_format language generation_config add_timestamps'.split(' '),
)

/** A fake of Cartesia: voices, speech as bytes, and as events with the times of words. */
export async function startCartesia(apiKey: string): Promise<VendorServer> {
  return await serveRequests(
    ({ headers }) =>
      headers.authorization === `Bearer ${apiKey}` && headers['cartesia-version'] !== undefined,
    ({ method, path, json }, response) => {
      if (method === 'GET' && path === '/voices')
        return {
          data: VOICES.map(([id, name, language, locale, gender]) => ({
            id,
            name,
            language,
            gender,
            locales: [{ locale, is_native: true }],
            tagline: 'Calm voice',
            description: 'Made for conversations',
            access: 'public',
            visibility: 'all',
            is_owner: false,
            created_at: '2026-01-01T00:00:00Z',
          })),
          has_more: false,
        }
      const body = json as Record<string, unknown>
      const unknown = Object.keys(body ?? {}).find((name) => !FIELDS.has(name))
      if (method !== 'POST' || !path.startsWith('/tts/') || unknown !== undefined)
        return refuse(response, 400, 'invalid_request')
      const text = String(body['transcript'])
      const voice = (body['voice'] as { readonly id?: unknown }).id
      if (!VOICES.some(([id]) => id === voice)) return refuse(response, 404, 'voice_not_found')
      const { speed = 1 } = (body['generation_config'] ?? {}) as { readonly speed?: number }
      if (speed < 0.6 || speed > 1.5) return refuse(response, 400, 'invalid_speed')
      const { container } = body['output_format'] as { readonly container: string }
      if (path === '/tts/bytes') {
        const format = container === 'raw' ? 'pcm' : 'mp3'
        const { contentType, pieces } = speechBody({ input: text, speed, response_format: format })
        response.writeHead(200, { 'content-type': contentType })
        for (const piece of pieces) response.write(piece)
        response.end()
        return undefined
      }
      if (container !== 'raw') return refuse(response, 400, 'raw_only')
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const send = (type: string, fields: object) =>
        response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
      const { pieces, secondsOf } = timedSpeech(text, speed)
      const spokenWords = Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({ word, index }))
      const words = {
        words: spokenWords.map(({ word }) => word),
        start: spokenWords.map(({ index }) => secondsOf(index)),
        end: spokenWords.map(({ word, index }) => secondsOf(index + word.length)),
      }
      const more = { done: false, status_code: 206 }
      if (body['add_timestamps'] === true) send('timestamps', { ...more, word_timestamps: words })
      for (const piece of pieces) send('chunk', { ...more, data: piece.toString('base64'), step_time: 1 })
      send('done', { done: true, status_code: 200 })
      response.end()
      return undefined
    },
  )
}

function refuse(response: ServerResponse, status: number, code: string): undefined {
  const body = { error_code: code, title: 'Rejected', message: 'It was rejected.', status_code: status }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
