import type { ServerResponse } from 'node:http'
import { serveRequests, type VendorServer } from '../serve-requests.ts'
import { timedSpeech } from '../timed-speech.ts'
import { speechBody } from '../upstream/sound.ts'

const VOICES = [
  ['EXAVITQu4vr4xnSDxMaL', 'Sarah', { gender: 'female', accent: 'american', descriptive: 'warm' }],
  ['JBFqnCBsd6RMkjVDRZzb', 'George', { gender: 'male', accent: 'british', descriptive: 'mature' }],
] as const
const FIELDS: ReadonlySet<string> = new Set('text model_id language_code voice_settings'.split(' '))
const FORMATS: Readonly<Record<string, string>> = {
  pcm_24000: 'pcm',
  mp3_44100_128: 'mp3',
  opus_48000_64: 'opus',
}
/** pieces of 100 ms in a chunk */
const PIECES_PER_CHUNK = 3

/**
 * A fake of ElevenLabs: voices and speech, with the times of characters on request. `areRelative`: times count from the
 * start of their chunk.
 */
export async function startElevenLabs(apiKey: string, areRelative = false): Promise<VendorServer> {
  return await serveRequests(
    ({ headers }) => headers['xi-api-key'] === apiKey,
    ({ method, path, query, json }, response) => {
      if (method === 'GET' && path === '/v2/voices')
        return {
          voices: VOICES.map(([id, name, labels]) => ({ voice_id: id, name, labels, category: 'premade' })),
          has_more: false,
          total_count: VOICES.length,
        }
      const [, id, isTimed] = /^\/v1\/text-to-speech\/([^/]+)\/stream(\/with-timestamps)?$/.exec(path) ?? []
      const body = json as Record<string, unknown>
      const text = body['text']
      const format = FORMATS[query.get('output_format') ?? '']
      const unknown = Object.keys(body).find((name) => !FIELDS.has(name))
      if (method !== 'POST' || id === undefined) return refuse(response, 404, 'not_found')
      if (!VOICES.some(([voice]) => voice === id)) return refuse(response, 404, 'voice_not_found')
      if (typeof text !== 'string' || format === undefined || unknown !== undefined)
        return refuse(response, 422, 'invalid')
      const speed = (body['voice_settings'] as { readonly speed?: number } | undefined)?.speed ?? 1
      if (speed < 0.7 || speed > 1.2) return refuse(response, 422, 'invalid_voice_settings')
      if (isTimed === undefined) {
        const { contentType, pieces } = speechBody({ input: text, speed, response_format: format })
        response.writeHead(200, { 'content-type': contentType })
        for (const piece of pieces) response.write(piece)
        response.end()
        return undefined
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      const { pieces, bytes, secondsOf } = timedSpeech(text, speed)
      let written = 0
      for (let at = 0; at < pieces.length; at += PIECES_PER_CHUNK) {
        const audio = Buffer.concat(pieces.slice(at, at + PIECES_PER_CHUNK))
        const from = written / 48_000
        written += audio.length
        const inChunk = Array.from(text, (_, index) => index).filter((index) => {
          const position = secondsOf(index) * 48_000
          return position >= from * 48_000 && (position < written || written >= bytes)
        })
        const base = areRelative ? from : 0
        const alignment = {
          characters: inChunk.map((index) => text.charAt(index)),
          character_start_times_seconds: inChunk.map((index) => secondsOf(index) - base),
          character_end_times_seconds: inChunk.map((index) => secondsOf(index + 1) - base),
        }
        response.write(
          `${JSON.stringify({
            audio_base64: audio.toString('base64'),
            alignment: inChunk.length > 0 ? alignment : null,
            normalized_alignment: inChunk.length > 0 ? alignment : null,
          })}\n\n`,
        )
      }
      response.end()
      return undefined
    },
  )
}

function refuse(response: ServerResponse, status: number, code: string): undefined {
  const body = { detail: { status: code, message: 'It was rejected.' } }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
