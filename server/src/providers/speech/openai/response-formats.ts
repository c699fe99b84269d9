import { ProviderFailure } from '../../failure.ts'

/** Forms of a transcription, the richest first: `verbose_json` has the language, the length and how sure the model is. */
const FORMATS = ['verbose_json', 'json', 'text'] as const
type ResponseFormat = (typeof FORMATS)[number]

/** Servers that are remembered at most. */
const MAX_SERVERS = 200
/** The form that a server took last, by server and model. */
const acceptedFormats = new Map<string, ResponseFormat>()

/** Statuses by which servers reject a form; some fail on one that they do not know. */
const REFUSED: ReadonlySet<number> = new Set([400, 415, 422, 500, 501])

/**
 * Calls `request` with the form that the server is known to take. On the first call, and after none was taken, a server
 * that rejects one is asked for the next, and the one that it takes is remembered.
 */
export async function inKnownFormat<T>(
  baseUrl: string,
  model: string,
  request: (format: ResponseFormat) => Promise<T>,
): Promise<T> {
  const key = `${baseUrl} ${model}`
  const last = acceptedFormats.get(key)
  if (last) return request(last)
  let refusal: unknown
  for (const format of FORMATS.slice(FORMATS.indexOf(firstOf(model)))) {
    try {
      const response = await request(format)
      if (acceptedFormats.size >= MAX_SERVERS) acceptedFormats.clear()
      acceptedFormats.set(key, format)
      return response
    } catch (error) {
      if (!isRefusal(error)) throw error
      refusal ??= error
    }
  }
  throw refusal
}

/** OpenAI's `gpt-…-transcribe` models take plain `json`. */
const firstOf = (model: string): ResponseFormat => (model.startsWith('gpt-') ? 'json' : 'verbose_json')

const isRefusal = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.status !== undefined && REFUSED.has(error.status)
