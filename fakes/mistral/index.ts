import { serveRequests, type VendorServer } from '../serve-requests.ts'

const FIELDS: ReadonlySet<string> = new Set('model file language context_bias stream diarize'.split(' '))

/** A fake of Mistral's transcription of recordings, which detects that language. */
export async function startMistral(apiKey: string, text: string, detected = 'en'): Promise<VendorServer> {
  const isAuthorized = (authorization: string | undefined) => authorization === `Bearer ${apiKey}`
  return await serveRequests(
    ({ headers }) => isAuthorized(headers.authorization),
    ({ method, path, form }, response) => {
      const refuse = (status: number, message: string) => {
        const body = { object: 'error', message, type: 'invalid_request_error', code: '3051' }
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
        return undefined
      }
      if (method !== 'POST' || path !== '/v1/audio/transcriptions' || !form) return refuse(404, 'no route')
      const unknown = [...form.keys()].find((name) => !FIELDS.has(name))
      if (unknown !== undefined) return refuse(422, `extra field ${unknown}`)
      const terms = form.getAll('context_bias')
      if (terms.length > 100 || terms.some((term) => typeof term !== 'string' || /[\s,]/.test(term)))
        return refuse(422, 'context_bias')
      const language = form.get('language')
      return {
        model: form.get('model'),
        text,
        language: language ?? detected,
        segments: [],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, prompt_audio_seconds: 2 },
      }
    },
  )
}
