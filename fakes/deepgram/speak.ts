import { randomUUID } from 'node:crypto'
import type { Body } from '../upstream/deliver.ts'
import type { RecordedRequest } from '../upstream/recorded-request.ts'
import { speechBody } from '../upstream/sound.ts'
import { badRequest, DEEPGRAM_ERRORS, type DeepgramError } from './errors.ts'

const VOICES = /^aura-2-[a-z]+-(?:en|es|de|fr|nl|it|ja)$/
const LANGUAGES_WITH_SPEED = /-(?:en|es)$/
/** Parameters of `POST /v1/speak`. */
const PARAMETERS: ReadonlySet<string> = new Set(
  'model encoding container sample_rate bit_rate speed mip_opt_out tag'.split(' '),
)
const MAX_CHARACTERS = 2_000

/** The output of each encoding and container that are allowed together. */
const OUTPUTS = {
  'linear16 none': { format: 'pcm', contentType: 'audio/l16;rate=24000;channels=1' },
  'linear16 wav': { format: 'wav', contentType: 'audio/wav' },
  'mp3 none': { format: 'mp3', contentType: 'audio/mpeg' },
  'opus ogg': { format: 'opus', contentType: 'audio/ogg;codecs=opus' },
} as const
/** The container where none is named; a named one is an error for MP3. */
const DEFAULT_CONTAINERS: Readonly<Record<string, string>> = { linear16: 'wav', mp3: 'none', opus: 'ogg' }

function outputOf(query: URLSearchParams) {
  const encoding = query.get('encoding') ?? 'mp3'
  if (encoding === 'mp3' && query.has('container')) return undefined
  const name = `${encoding} ${query.get('container') ?? DEFAULT_CONTAINERS[encoding]}`
  return Object.entries(OUTPUTS).find(([key]) => key === name)?.[1]
}

const textOf = (json: unknown): unknown => (json as { readonly text?: unknown } | null | undefined)?.text

/** Returns the error of a request; undefined for a valid one. */
export function speakError({ query, headers, json }: RecordedRequest): DeepgramError | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return DEEPGRAM_ERRORS.unsupportedMediaType
  const text = textOf(json)
  if (typeof text !== 'string') {
    return badRequest('Content-type was application/json, but we could not process the JSON payload.')
  }
  if (text.trim() === '') return badRequest('Input text contained no characters.')
  if (text.length > MAX_CHARACTERS) return DEEPGRAM_ERRORS.textTooLong
  const unknown = [...query.keys()].find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined) return badRequest(`failed to deserialize query parameters: ${unknown}`)
  const model = query.get('model') ?? ''
  if (!VOICES.test(model)) return badRequest('No such model/version combination found.')
  if (!outputOf(query)) return badRequest('Unsupported audio format.')
  const isConfigurable = query.get('encoding') === 'linear16'
  if (query.has('sample_rate') && !isConfigurable) return badRequest('sample_rate is not configurable.')
  return speedError(query.get('speed'), model)
}

function speedError(speed: string | null, model: string): DeepgramError | undefined {
  if (speed === null) return undefined
  if (!LANGUAGES_WITH_SPEED.test(model)) return badRequest('speed is not supported for this language.')
  const value = Number(speed)
  return value >= 0.7 && value <= 1.5 ? undefined : badRequest('speed must be from 0.7 to 1.5.')
}

/** Returns the audio and its headers for a valid request. */
export function speech({ query, json }: RecordedRequest): {
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>
} {
  const { format, contentType } = outputOf(query) ?? OUTPUTS['mp3 none']
  const text = String(textOf(json))
  const speed = Number(query.get('speed') ?? 1)
  return {
    body: { ...speechBody({ input: text, speed, response_format: format }), contentType },
    headers: {
      'dg-request-id': randomUUID(),
      'dg-model-name': query.get('model') ?? '',
      'dg-char-count': String(text.length),
    },
  }
}
